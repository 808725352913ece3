//! Priorities of the moves in a corner, from the book and from results.

use smallvec::SmallVec;

use super::candidate::{CandidateMove, PriorityEvidence};
use super::order;
use super::query::NextQuery;
use super::statistics::{PLAY, Statistics};
use joseki_book::{Index, NodeData, NodeId, PlayerKind, ReportedGames};
use joseki_game::{BoardSize, Color, Side};
use joseki_ledger::{EdgeKey, MoveEvidence, Results, Rival};
use joseki_priority::{
    Belief, Edge, Parameters, PriorEvidence, PriorityContext, Spread, beliefs, random,
};

/// Results of games as selected by a query.
pub struct SelectedResults<'a> {
    standing: &'a dyn Results,
    any: bool,
    rival: Rival,
    size: BoardSize,
}

impl<'a> SelectedResults<'a> {
    /// Selects the results for a query.
    #[must_use]
    pub fn new(standing: &'a dyn Results, query: &NextQuery) -> SelectedResults<'a> {
        SelectedResults {
            rival: standing.rival(query.opponent.as_ref(), query.class.as_deref()),
            any: !standing.is_empty(),
            standing,
            size: query.size,
        }
    }

    /// Sets the priorities of one corner's candidates, or random draws around them if the query has
    /// a seed. A move whose conditions fail does not count among its siblings, but is itself
    /// compared with all of them.
    pub fn prioritise(
        &self,
        index: &Index,
        candidates: &mut [CandidateMove],
        query: &NextQuery,
        to_play: Color,
    ) {
        let Some(first) = candidates.first() else {
            return;
        };
        let asked = self.asked(first);
        let spread = Parameters::DEFAULT.spread(asked.ply);
        let evidence = |candidate: &CandidateMove| self.evidence(index, candidate.node, &spread);
        // One after the other in place: they are large, and a collected list is copied whole.
        let mut edges: SmallVec<[Edge; 8]> = SmallVec::new();
        let mut games: SmallVec<[[u64; 3]; 8]> = SmallVec::new();
        for candidate in &*candidates {
            let found = evidence(candidate);
            edges.push(edge(index, candidate, &found));
            games.push([found.own_games, found.class_games, found.all_games]);
        }
        let holds: SmallVec<[bool; 16]> = candidates.iter().map(CandidateMove::holds).collect();
        let all = beliefs(&edges, &asked);
        let among_fit = holds.contains(&false).then(|| {
            let fit = edges.iter().zip(&holds).filter(|(_, holds)| **holds);
            let fit: SmallVec<[Edge; 8]> = fit.map(|(edge, _)| *edge).collect();
            beliefs(&fit, &asked)
        });
        let mut fit = among_fit.into_iter().flatten();
        for (at, candidate) in candidates.iter_mut().enumerate() {
            let among_fit = if holds[at] { fit.next() } else { None };
            let belief = among_fit.unwrap_or(all[at]);
            candidate.priority = priority(&belief, index, candidate, query, to_play);
            let [own, class, all] = games[at];
            candidate.evidence =
                Some(PriorityEvidence { belief, contested: false, own, class, all });
        }
        contest(candidates);
    }

    fn asked(&self, candidate: &CandidateMove) -> PriorityContext {
        PriorityContext {
            ply: candidate.leads_to.len() - 1,
            class: self.rival.has_class(),
            opponent: self.rival.opponent_context(),
        }
    }

    /// The queried moves are ours.
    fn evidence(&self, index: &Index, node: NodeId, spread: &Spread) -> MoveEvidence {
        if !self.any {
            return MoveEvidence::default();
        }
        let edge = self.key(index.edge(node), true);
        self.standing.evidence(&self.rival, edge, spread)
    }

    fn key(&self, edge: u64, ours: bool) -> EdgeKey {
        EdgeKey::new(edge, ours).on_board(self.size)
    }
}

/// Marks the moves that evidence ranks behind others with a lower verdict.
fn contest(candidates: &mut [CandidateMove]) {
    let ranks: SmallVec<[(bool, i8, f64); 8]> = candidates
        .iter()
        .map(|candidate| (candidate.holds(), order::curated_value(candidate), candidate.priority))
        .collect();
    for candidate in candidates.iter_mut().filter(|candidate| candidate.is_curated()) {
        let (verdict, priority) = (order::curated_value(candidate), candidate.priority);
        let behind =
            |(holds, other, rank): &(bool, i8, f64)| *holds && *other < verdict && *rank > priority;
        if let Some(evidence) = &mut candidate.evidence {
            evidence.contested = ranks.iter().any(behind);
        }
    }
}

fn priority(
    belief: &Belief,
    index: &Index,
    candidate: &CandidateMove,
    query: &NextQuery,
    to_play: Color,
) -> f64 {
    let Some(seed) = query.seed else {
        return belief.priority();
    };
    let opponent = query.opponent.as_ref();
    let opponent = random::hash_text(&opponent.map(ToString::to_string).unwrap_or_default());
    let turn = query.moves.len() * 8 + candidate.region.index() * 2 + to_play as usize;
    belief.draw(seed, opponent, index.edge(candidate.node), turn as u64)
}

fn edge(index: &Index, candidate: &CandidateMove, evidence: &MoveEvidence) -> Edge {
    let verdict = order::curated_value(candidate);
    Edge {
        prior: prior_evidence(index, candidate.node, verdict, candidate.statistics.as_ref()),
        others: evidence.others,
        class: evidence.class,
        own: evidence.own,
    }
}

/// Returns the evidence for a move before any result; the verdict is the curator's. Plays count in
/// this move order only; results count for the position. Games and values from files are added.
pub(crate) fn prior_evidence(
    index: &Index,
    node: NodeId,
    verdict: i8,
    statistics: Option<&Statistics>,
) -> PriorEvidence {
    let mut evidence = PriorEvidence { verdict, ..PriorEvidence::default() };
    if let Some(statistics) = statistics {
        let counted = statistics.position;
        evidence.plays = statistics.plays.map(|plays| plays as f64 / f64::from(PLAY));
        evidence.games = counted.scored;
        evidence.points = counted.points;
        evidence.expected = counted.expected;
        evidence.win_rate_lost = counted.lost.and_then(|lost| lost.win_rate);
    }
    if let Some(data) = index.data(node) {
        add_reported(&mut evidence, index, node, data);
    }
    evidence
}

/// Adds what files report about a move: games, and an engine's value.
fn add_reported(evidence: &mut PriorEvidence, index: &Index, node: NodeId, data: &NodeData) {
    let game = index.variant().game();
    if let Some(advantage) = data.advantage {
        let of_mover = match index.mover(node) {
            Side::First => advantage,
            Side::Second => -advantage,
        };
        let expected = game.expected_of(of_mover);
        // Only differences between moves count.
        evidence.win_rate_lost = evidence.win_rate_lost.or(expected.map(|expected| 1.0 - expected));
    }
    if let Some(reported) = ReportedGames::from_data(data) {
        let (scored, points) = reported.scored();
        evidence.plays[PlayerKind::Other as usize] += f64::from(reported.plays());
        evidence.games = evidence.games.saturating_add(scored);
        evidence.points += points;
        evidence.expected += f64::from(scored) / 2.0;
    }
}
