//! All results added up in memory, for queries about moves.

use std::collections::{BTreeSet, HashMap};

use super::contender::{MoveGames, OpponentTotals, OwnGames, above};
use super::sums::{EdgeSum, LedgerChange, OpponentSums};
use super::totals::{
    Class, GameGroups, KeyTable, LEVELS, MILLION, RowSum, Totals, add_row, count_games, pool_class,
    pool_others, remove_row,
};
use super::view::{MoveComparison, OpponentView, VersionView};
use super::{EdgeKey, OpponentName};
use joseki_priority::result::baseline;
use joseki_priority::{OpponentContext, OpponentGames, PooledGames, Spread};

/// The sums of all results.
///
/// The value is a pure sum: the same games in any order, entered here or merged from elsewhere,
/// give exactly the same sums. Results of an opponent that are pooled with those of others are
/// therefore measured against the opponent's baseline over *all* its games, not only the earlier
/// ones. The baseline is rounded to a 64th, so that a new game rarely changes it and its moves
/// rarely have to be updated. Whether an opponent's play has changed is derived from the sums of
/// its epochs.
///
/// ```
/// use joseki_ledger::{ContenderSums, EdgeKey, EdgeSum, MILLION};
/// use joseki_ledger::{OpponentSums, ResultTotals, Results};
/// use joseki_priority::{OpponentGames, Parameters};
///
/// // We won eight of ten games with a move; `Index::edge` returns its number.
/// let edge = EdgeKey::new(0x5EED_0000_0000_0000, true);
/// let (games, points) = (10, 8 * MILLION);
/// let sums = vec![EdgeSum { edge, owner: 0, epoch: 0, games, points }];
/// let version = ContenderSums { games, points, won_lost: (8, 2), sums, ..Default::default() };
/// let (name, contenders) = ("katago".to_owned(), vec![version]);
/// let mut totals = ResultTotals::default();
/// totals.load(1, &[OpponentSums { name, contenders, ..Default::default() }]);
///
/// let rival = totals.rival(Some(&"katago".parse()?), None);
/// let found = totals.evidence(&rival, edge, &Parameters::DEFAULT.spread(0));
/// assert_eq!(found.own, OpponentGames { games: 10.0, points: 8.0 });
/// // The baseline is (10 + 8) / (20 + 10).
/// assert_eq!(rival.opponent_context().map(|opponent| opponent.baseline), Some(0.6));
/// # Ok::<(), joseki_ledger::OpponentNameError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ResultTotals {
    opponents: Vec<OpponentEntry>,
    by_name: HashMap<String, usize>,
    contenders: Vec<OpponentTotals>,
    classes: Vec<String>,
    totals: Totals,
    /// All changes up to this one are included.
    applied: u64,
    /// Later changes that are also included.
    beyond: BTreeSet<u64>,
    /// How many games' worth the results of one owner count at most for others; 0 for all.
    games_per_owner: u32,
}

/// Spread for sums of games, which do not depend on it.
const NO_SPREAD: Spread = Spread { game: 1.0, opponent: 0.0, class: 0.0, owner: 0.0 };

/// The games of an opponent with a move, over its versions.
#[derive(Default)]
struct ComparedGames {
    games: i64,
    points: i64,
    contenders: u32,
}

impl ComparedGames {
    fn add(&mut self, row: &MoveGames) {
        self.games += row.games();
        self.points += row.points();
        // Each owner's games of a version are counted apart, as in the totals.
        self.contenders += u32::try_from(row.owners(0).count()).unwrap_or(u32::MAX);
    }
}

/// An opponent with all its versions.
#[derive(Clone, Debug, Default)]
struct OpponentEntry {
    class: Class,
    class_said: u64,
    games: i64,
    points: i64,
    /// The baseline in units of 1/[`LEVELS`].
    level: i64,
    contenders: Vec<usize>,
    /// All changes up to this one were loaded from the store.
    loaded: u64,
}

/// The subject of a query: an opponent, a class, both or neither.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rival {
    class: Option<Class>,
    opponent: Option<usize>,
    contender: Option<usize>,
    baseline: Option<f64>,
}

impl Rival {
    /// Checks whether there is a class, given in the query or known for the opponent.
    #[must_use]
    pub fn has_class(&self) -> bool {
        self.class.is_some()
    }

    /// Returns the opponent as the policy needs it; `None` for a class alone.
    #[must_use]
    pub fn opponent_context(&self) -> Option<OpponentContext> {
        Some(OpponentContext { baseline: self.baseline?, incoming: None })
    }
}

/// Results of games as queries about moves read them.
pub trait Results {
    /// Checks whether there are no results.
    fn is_empty(&self) -> bool;

    /// Returns the number of the last change up to which all are included. Later ones may be
    /// included too.
    fn applied(&self) -> u64;

    /// Returns the number of the last change that is included. If it exceeds
    /// [`Results::applied`], changes of another program are missing in between.
    fn newest(&self) -> u64;

    /// Resolves the subject of a query. A given class takes precedence; otherwise a known opponent
    /// has its own class and an unknown one has none. An unknown version has the opponent's
    /// baseline.
    fn rival(&self, opponent: Option<&OpponentName>, class: Option<&str>) -> Rival;

    /// Returns the results for a move, where results vary so much.
    fn evidence(&self, rival: &Rival, edge: EdgeKey, spread: &Spread) -> MoveEvidence;
}

/// Results for one move against a [`Rival`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveEvidence {
    /// Games against other classes; against all others if no class is known.
    pub others: PooledGames,
    /// Games against the class, except those against the opponent.
    pub class: PooledGames,
    /// Games against this version of the opponent, since it last changed.
    pub own: OpponentGames,
    /// Number of games in `own`.
    pub own_games: u64,
    /// Games against the class, including those against the opponent.
    pub class_games: u64,
    /// Games against all opponents.
    pub all_games: u64,
}

impl Results for ResultTotals {
    fn is_empty(&self) -> bool {
        self.opponents.is_empty()
    }

    fn applied(&self) -> u64 {
        self.applied
    }

    fn newest(&self) -> u64 {
        self.beyond.last().copied().unwrap_or(self.applied)
    }

    fn rival(&self, opponent: Option<&OpponentName>, class: Option<&str>) -> Rival {
        let known = opponent.and_then(|asked| self.by_name.get(asked.name()).copied());
        let said = class.map(|class| self.class_number(class).unwrap_or(Class::MAX));
        let own = known.map(|known| self.opponents[known].class);
        let contender = known.zip(opponent).and_then(|(known, asked)| {
            let mut versions = self.opponents[known].contenders.iter().copied();
            versions.find(|at| self.contenders[*at].version == asked.version())
        });
        let exact = |known: usize| self.opponents[known].baseline();
        Rival {
            class: said.or(own.filter(|class| *class != 0)),
            opponent: known,
            contender,
            baseline: opponent.map(|_| known.map_or_else(|| baseline(0.0, 0.0), exact)),
        }
    }

    fn evidence(&self, rival: &Rival, edge: EdgeKey, spread: &Spread) -> MoveEvidence {
        let all = self.totals.of(edge);
        let own = self.own(rival, edge);
        let mut without = GameGroups::new();
        let mut groups = all;
        if own.games != 0 {
            without.extend_from_slice(all);
            let class = self.class_of(rival).unwrap_or_default();
            for games in &own.by_owner {
                remove_row(&mut without, (games.owner, class), games.all);
                // Before it changed it counts as another opponent.
                add_row(&mut without, (games.owner, class), games.all.without(games.since));
            }
            groups = &without;
        }
        let spread = &self.with_owners(spread);
        MoveEvidence {
            others: pool_others(groups, rival.class, spread),
            class: rival.class.map(|class| pool_class(groups, class, spread)).unwrap_or_default(),
            own: own.own,
            own_games: own.games.unsigned_abs(),
            class_games: match rival.class {
                Some(class) => count_games(all, Some(class)),
                None => own.games.unsigned_abs(),
            },
            all_games: count_games(all, None),
        }
    }
}

impl ResultTotals {
    /// Limits the weight of one owner's results for others, in games; 0 for no limit.
    pub fn limit(&mut self, games_per_owner: u32) {
        self.games_per_owner = games_per_owner;
    }

    /// Adds the variance of an owner's mean: however many results it has, they say as much as the
    /// games to which they are limited.
    fn with_owners(&self, spread: &Spread) -> Spread {
        match self.games_per_owner {
            0 => *spread,
            games => Spread { owner: spread.game / f64::from(games), ..*spread },
        }
    }

    /// Returns all opponents, sorted by name.
    #[must_use]
    pub fn opponents(&self) -> Vec<OpponentView> {
        let mut opponents: Vec<OpponentView> =
            self.by_name.iter().map(|(name, at)| self.view(name, *at)).collect();
        opponents.sort_by(|a, b| a.name.cmp(&b.name));
        opponents
    }

    /// Returns one opponent, by its name without a version.
    #[must_use]
    pub fn opponent_view(&self, name: &str) -> Option<OpponentView> {
        let at = self.by_name.get(name)?;
        Some(self.view(name, *at))
    }

    /// Returns the moves in an opponent's games that others have played too, for all versions or
    /// for one.
    #[must_use]
    pub fn compared(&self, name: &str, version: Option<&str>) -> Vec<MoveComparison> {
        let Some(at) = self.by_name.get(name) else {
            return Vec::new();
        };
        let opponent = &self.opponents[*at];
        let mut own: KeyTable<EdgeKey, ComparedGames> = KeyTable::default();
        for place in &opponent.contenders {
            let contender = &self.contenders[*place];
            if version.is_none_or(|version| version == contender.version) {
                for (edge, row) in &contender.rows {
                    own.entry(*edge).or_default().add(row);
                }
            }
        }
        let compared = own.into_iter().map(|(edge, own)| {
            let sum =
                RowSum { games: own.games, above: above(own.games, own.points, opponent.level) };
            MoveComparison {
                edge,
                games: own.games.unsigned_abs(),
                points: own.points as f64 / MILLION as f64,
                own: sum.pool(own.contenders),
                others: self.others(edge, sum, own.contenders),
            }
        });
        compared.filter(|compared| compared.others.games > 0.0).collect()
    }

    /// Returns the games with a move of all opponents but one, which has `contenders` versions.
    fn others(&self, edge: EdgeKey, own: RowSum, contenders: u32) -> PooledGames {
        let all = pool_others(self.totals.of(edge), None, &NO_SPREAD);
        let own = own.pool(contenders);
        PooledGames {
            games: all.games - own.games,
            above: all.above - own.above,
            opponents: all.opponents.saturating_sub(contenders),
            classes: 0,
            estimate: None,
        }
    }

    fn view(&self, name: &str, at: usize) -> OpponentView {
        let opponent = &self.opponents[at];
        let class = (opponent.class as usize).checked_sub(1);
        let mut versions: Vec<VersionView> =
            opponent.contenders.iter().map(|place| self.contenders[*place].view()).collect();
        versions.sort_by(|a, b| a.version.cmp(&b.version));
        OpponentView {
            name: name.to_owned(),
            class: class.and_then(|class| self.classes.get(class).cloned()),
            baseline: opponent.baseline(),
            versions,
        }
    }

    /// Adds and subtracts games; changes already included are ignored. Applying many changes at
    /// once is faster than one by one, as each opponent is updated only once.
    pub fn apply<'a>(&mut self, changes: impl IntoIterator<Item = &'a LedgerChange>) {
        let mut touched = BTreeSet::new();
        for change in changes {
            touched.extend(self.apply_change(change));
        }
        for (at, contender) in touched {
            self.update_level(at);
            self.contenders[contender].observe_epochs();
        }
    }

    /// Returns the opponent and the version that the change affects.
    fn apply_change(&mut self, change: &LedgerChange) -> Option<(usize, usize)> {
        let fresh = change.number > self.applied && self.beyond.insert(change.number);
        while self.beyond.remove(&(self.applied + 1)) {
            self.applied += 1;
        }
        let at = self.opponent(change.opponent.name());
        if !fresh || change.number <= self.opponents[at].loaded {
            return None;
        }
        if let Some(class) = change.class.as_deref()
            && change.number > self.opponents[at].class_said
        {
            self.opponents[at].class_said = change.number;
            self.move_to_class(at, class);
        }
        let contender = self.contender(at, change.opponent.version());
        let version = &mut self.contenders[contender];
        version.raise_entered(change.entered);
        version.count(change.games, change.points, change.won_lost);
        for edge in &change.edges {
            self.add(
                at,
                contender,
                EdgeSum {
                    edge: *edge,
                    owner: change.owner,
                    epoch: change.epoch,
                    games: change.games,
                    points: change.points,
                },
            );
        }
        let opponent = &mut self.opponents[at];
        opponent.games += change.games;
        opponent.points += change.points;
        Some((at, contender))
    }

    /// Loads opponents as the store has them after change `version`. They must be all that changed
    /// after [`Results::applied`].
    pub fn load(&mut self, version: u64, opponents: &[OpponentSums]) {
        for sums in opponents {
            self.load_opponent(version, sums);
        }
        self.applied = self.applied.max(version);
        let applied = self.applied;
        self.beyond.retain(|number| *number > applied);
        while self.beyond.remove(&(self.applied + 1)) {
            self.applied += 1;
        }
    }

    fn load_opponent(&mut self, version: u64, sums: &OpponentSums) {
        let at = self.opponent(&sums.name);
        self.clear(at);
        self.move_to_class(at, sums.class.as_deref().unwrap_or_default());
        let opponent = &mut self.opponents[at];
        (opponent.class_said, opponent.loaded) = (sums.class_change, version);
        for contender in &sums.contenders {
            self.opponents[at].games += contender.games;
            self.opponents[at].points += contender.points;
            let place = self.contender(at, &contender.version);
            self.contenders[place].raise_entered(contender.entered);
            self.contenders[place].count(contender.games, contender.points, contender.won_lost);
        }
        // The level first, so that the moves are traversed only once.
        self.update_level(at);
        for contender in &sums.contenders {
            let place = self.contender(at, &contender.version);
            for sum in &contender.sums {
                self.add(at, place, *sum);
            }
            self.contenders[place].observe_epochs();
        }
    }

    /// Subtracts all games of an opponent.
    fn clear(&mut self, at: usize) {
        let class = self.opponents[at].class;
        let level = self.opponents[at].level;
        for place in self.opponents[at].contenders.clone() {
            let rows = self.contenders[place].clear();
            for (edge, row) in rows {
                let nothing = (class, RowSum::default());
                for (owner, sum) in row.owners(level) {
                    self.totals.replace((edge, owner), (class, sum), nothing);
                }
            }
        }
        (self.opponents[at].games, self.opponents[at].points) = (0, 0);
    }

    fn add(&mut self, at: usize, contender: usize, sum: EdgeSum) {
        let (class, level) = (self.opponents[at].class, self.opponents[at].level);
        let (before, after) = self.contenders[contender].add(sum, level);
        self.totals.replace((sum.edge, sum.owner), (class, before), (class, after));
    }

    /// Updates the sums of an opponent's games to its current baseline.
    fn update_level(&mut self, at: usize) {
        let opponent = &mut self.opponents[at];
        let (class, level) = (opponent.class, opponent.new_level());
        let before = std::mem::replace(&mut opponent.level, level);
        if level == before {
            return;
        }
        for contender in &self.opponents[at].contenders {
            for (edge, row) in &self.contenders[*contender].rows {
                for ((owner, before), (_, after)) in row.owners(before).zip(row.owners(level)) {
                    self.totals.replace((*edge, owner), (class, before), (class, after));
                }
            }
        }
    }

    fn move_to_class(&mut self, at: usize, name: &str) {
        let class = self.class(name);
        let (from, level) = (self.opponents[at].class, self.opponents[at].level);
        self.opponents[at].class = class;
        if from == class {
            return;
        }
        for contender in &self.opponents[at].contenders {
            for (edge, row) in &self.contenders[*contender].rows {
                for (owner, sum) in row.owners(level) {
                    self.totals.replace((*edge, owner), (from, sum), (class, sum));
                }
            }
        }
    }

    fn own(&self, rival: &Rival, edge: EdgeKey) -> OwnGames {
        let Some((contender, opponent)) = rival.contender.zip(rival.opponent) else {
            return OwnGames::default();
        };
        self.contenders[contender].own(edge, self.opponents[opponent].level)
    }

    fn class_of(&self, rival: &Rival) -> Option<Class> {
        rival.opponent.map(|at| self.opponents[at].class)
    }

    fn class_number(&self, name: &str) -> Option<Class> {
        let place = self.classes.iter().position(|class| class == name)?;
        Class::try_from(place + 1).ok()
    }

    /// Returns the number of a class, which is created if it does not exist.
    fn class(&mut self, name: &str) -> Class {
        if name.is_empty() {
            return 0;
        }
        if self.class_number(name).is_none() {
            self.classes.push(name.to_owned());
        }
        self.class_number(name).unwrap_or_default()
    }

    fn opponent(&mut self, name: &str) -> usize {
        if let Some(at) = self.by_name.get(name) {
            return *at;
        }
        let at = self.opponents.len();
        self.opponents.push(OpponentEntry { level: LEVELS / 2, ..OpponentEntry::default() });
        self.by_name.insert(name.to_owned(), at);
        at
    }

    fn contender(&mut self, at: usize, version: &str) -> usize {
        let mut known = self.opponents[at].contenders.iter().copied();
        if let Some(found) = known.find(|place| self.contenders[*place].version == version) {
            return found;
        }
        let place = self.contenders.len();
        self.contenders.push(OpponentTotals::new(version));
        self.opponents[at].contenders.push(place);
        place
    }
}

impl OpponentEntry {
    fn baseline(&self) -> f64 {
        baseline(self.points as f64 / MILLION as f64, self.games as f64)
    }

    fn new_level(&self) -> i64 {
        let (above, below) = ((10 * MILLION + self.points) * LEVELS, (20 + self.games) * MILLION);
        (2 * above + below) / (2 * below)
    }
}
