//! The table: what a side may do, and what follows.

use std::time::Duration;

use super::clock::{ClockRules, SideClock};
use super::counting::TableCounting;
use super::result::{ResultReason, TableResult};
use crate::go::{PointSet, ScoringRules};
use crate::{Color, GameConclusion, GameInPlay, IllegalMove, Move, Point};

/// Who sits at a side of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableParty {
    /// A person. Sides with the same number are the same person's.
    Person(u32),
    /// A program: it consents to everything but a draw.
    Program,
}

/// What is played at a table, and by whom.
#[derive(Clone, Debug)]
pub struct TableRules {
    /// The game before the first move.
    pub start: GameInPlay,
    /// The rules by which Go is counted.
    pub scoring: ScoringRules,
    /// White's compensation in Go, in points.
    pub komi: f64,
    /// The clocks; `None` without.
    pub clock: Option<ClockRules>,
    /// Black, or Red in xiangqi, and White.
    pub parties: [TableParty; 2],
}

/// What needs the consent of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOffer {
    /// Undo of this number of moves.
    Undo(usize),
    /// A draw.
    Draw,
    /// A pause: the clocks stand still.
    Pause,
}

/// What a side does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableAction {
    /// Plays a move.
    Play(Move),
    /// Offers something. It is done at once if nobody else need consent.
    Offer(TableOffer),
    /// Accepts the offer of the other side.
    Accept,
    /// Declines the offer of the other side, or takes back the own one.
    Decline,
    /// Gives up.
    Resign,
    /// Ends a pause; in counting, goes on with the game.
    Resume,
    /// In counting, marks the chain of a stone as dead, or takes its mark off.
    ToggleDead(Point),
    /// In counting, marks exactly these stones as dead: an estimate.
    MarkDead(PointSet),
    /// In counting, agrees with the marks.
    Agree,
    /// Loses by an illegal move: what a program played.
    Forfeit,
    /// Says something. It changes nothing.
    Say(TablePhrase),
    /// Takes no time for a while in which nobody could play, such as between two runs of a server. The
    /// clock that runs does not lose it.
    Skip(Duration),
}

/// What players say to each other.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum TablePhrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Good move.
    GoodMove,
    /// Thank you.
    Thanks,
    /// One moment, please.
    OneMoment,
    /// Sorry.
    Sorry,
    /// A good game.
    GoodGame,
}

/// A phrase at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaidPhrase {
    /// The side that sent it.
    pub by: Color,
    /// The phrase.
    pub phrase: TablePhrase,
    /// After how many moves.
    pub moves: usize,
}

/// How often a game may be resumed after both sides have passed.
const MAX_RESUMED: u32 = 5;
/// Maximum number of phrases of a side at a table.
const MAX_SAID: usize = 40;

/// What was done at a table: by whom, and when, in time since the table was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEvent {
    /// The time.
    pub at: Duration,
    /// The side.
    pub by: Color,
    /// The action.
    pub action: TableAction,
}

/// Why a side may not do something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableRefusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The other side is to move.
    #[error("it is the other side's turn")]
    OtherTurn,
    /// The move is illegal.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// The game is paused.
    #[error("the game is paused: resume it first")]
    Paused,
    /// The game is neither paused nor being counted.
    #[error("the game is going on")]
    NotPaused,
    /// The board is not being counted.
    #[error("the board is counted after both sides have passed")]
    NotCounting,
    /// The board is being counted.
    #[error("the board is being counted: agree, or resume the game")]
    Counting,
    /// There is no stone.
    #[error("there is no stone on this point")]
    NoStone,
    /// There are fewer moves to take back.
    #[error("there are only {0} moves to take back")]
    FewerMoves(usize),
    /// There is no offer of the other side.
    #[error("there is no offer of the other side")]
    NoOffer,
    /// A program does not agree on a draw.
    #[error("a program does not agree on a draw")]
    NoDraw,
    /// A side has used up its phrases.
    #[error("a side says at most {MAX_SAID} phrases at a table")]
    TooMuchSaid,
    /// The game was resumed after passes as often as it may be.
    #[error(
        "a game is resumed after passes at most {MAX_RESUMED} times: agree on the count, or resign"
    )]
    Resumed,
    /// The time is over, so nothing can be taken back.
    #[error("a game that was lost on time stays so")]
    TimeOver,
}

/// Where the game stands.
#[derive(Clone, Debug, PartialEq)]
pub enum TablePhase {
    /// A move is awaited.
    Playing,
    /// The clocks stand still.
    Paused,
    /// A board of Go is counted.
    Counting(Box<TableCounting>),
    /// The game is over.
    Over(TableResult),
}

/// A game between two sides.
#[derive(Clone, Debug)]
pub struct Table {
    rules: TableRules,
    game: GameInPlay,
    phase: TablePhase,
    offer: Option<(Color, TableOffer)>,
    said: Vec<SaidPhrase>,
    clocks: Option<[SideClock; 2]>,
    /// Since when the clock of the side to move runs.
    since: Duration,
    /// How often the game was resumed after both sides had passed.
    resumed: u32,
}

impl Table {
    /// Creates a table at time 0.
    #[must_use]
    pub fn new(rules: TableRules) -> Table {
        let mut table = Table {
            game: rules.start.clone(),
            clocks: rules.clock.map(|clock| [clock.start(); 2]),
            rules,
            phase: TablePhase::Playing,
            offer: None,
            said: Vec::new(),
            since: Duration::ZERO,
            resumed: 0,
        };
        table.conclude();
        table
    }

    /// Creates a table from what was done.
    ///
    /// # Errors
    /// What was done is not possible: the number of the event, and why.
    pub fn replay(
        rules: TableRules,
        events: &[TableEvent],
    ) -> Result<Table, (usize, TableRefusal)> {
        let mut table = Table::new(rules);
        for (number, event) in events.iter().enumerate() {
            let done = table.act(event.by, event.action.clone(), event.at);
            done.map_err(|refusal| (number, refusal))?;
        }
        Ok(table)
    }

    /// What is played, and by whom.
    #[must_use]
    pub const fn rules(&self) -> &TableRules {
        &self.rules
    }

    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &GameInPlay {
        &self.game
    }

    /// Where the game stands.
    #[must_use]
    pub const fn phase(&self) -> &TablePhase {
        &self.phase
    }

    /// The result; `None` before the end.
    #[must_use]
    pub const fn result(&self) -> Option<TableResult> {
        match &self.phase {
            TablePhase::Over(result) => Some(*result),
            _ => None,
        }
    }

    /// Checks that an action is not one of those that would go on for ever: resuming the game, each
    /// time both sides have passed. Tables from before there was a limit are still replayed.
    ///
    /// # Errors
    /// It is.
    pub fn check_often(&self, action: &TableAction) -> Result<(), TableRefusal> {
        let is_counted = matches!(self.phase, TablePhase::Counting(_));
        match action {
            TableAction::Resume if is_counted && self.resumed >= MAX_RESUMED => {
                Err(TableRefusal::Resumed)
            }
            _ => Ok(()),
        }
    }

    /// The offer that is open, and who made it.
    #[must_use]
    pub const fn offer(&self) -> Option<(Color, TableOffer)> {
        self.offer
    }

    /// The phrases, in order.
    #[must_use]
    pub fn said(&self) -> &[SaidPhrase] {
        &self.said
    }

    /// The clock of a side at a time; `None` without clocks.
    #[must_use]
    pub fn clock(&self, color: Color, at: Duration) -> Option<SideClock> {
        let (clocks, rules) = (self.clocks?, self.rules.clock?);
        let clock = clocks[color as usize];
        let is_running = self.phase == TablePhase::Playing && color == self.game.to_move();
        let spent = if is_running { at.saturating_sub(self.since) } else { Duration::ZERO };
        Some(clock.after(spent, &rules).0)
    }

    /// When the side to move loses on time; `None` while no clock runs.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let (clocks, rules) = (self.clocks?, self.rules.clock?);
        let clock = clocks[self.game.to_move() as usize];
        (self.phase == TablePhase::Playing).then(|| self.since + clock.total(&rules))
    }

    /// Ends the game if the time of the side to move is over. True if it is.
    pub fn tick(&mut self, at: Duration) -> bool {
        let is_over = self.deadline().is_some_and(|deadline| at >= deadline);
        if is_over {
            let loser = self.game.to_move();
            self.spend(at);
            self.end(TableResult::won(loser.opposite(), ResultReason::Time));
        }
        is_over
    }

    /// Does what a side does, at a time that is not before that of the last action.
    ///
    /// # Errors
    /// It may not be done; nothing but a loss on time changes then.
    pub fn act(
        &mut self,
        by: Color,
        action: TableAction,
        at: Duration,
    ) -> Result<(), TableRefusal> {
        if !matches!(action, TableAction::Skip(_)) {
            self.tick(at);
        }
        match action {
            TableAction::Play(played) => self.play(by, played, at),
            TableAction::Offer(offer) => self.make_offer(by, offer, at),
            TableAction::Accept => {
                let offer = self.offer.filter(|(from, _)| *from != by);
                let (_, offer) = offer.ok_or(TableRefusal::NoOffer)?;
                self.consent(offer, at)?;
                self.offer = None;
                Ok(())
            }
            TableAction::Decline => self.offer.take().map(drop).ok_or(TableRefusal::NoOffer),
            TableAction::Resign => self.give_up(by, ResultReason::Resignation, at),
            TableAction::Forfeit => self.give_up(by, ResultReason::Forfeit, at),
            TableAction::Resume => self.resume(at),
            TableAction::ToggleDead(point) => {
                if self.counting()?.toggle(point) {
                    Ok(())
                } else {
                    Err(TableRefusal::NoStone)
                }
            }
            TableAction::MarkDead(points) => {
                self.counting()?.mark(points);
                Ok(())
            }
            TableAction::Say(phrase) => self.say(by, phrase),
            TableAction::Skip(time) => {
                self.since = at.min(self.since.saturating_add(time));
                Ok(())
            }
            TableAction::Agree => self.agree(by),
        }
    }

    fn give_up(
        &mut self,
        by: Color,
        reason: ResultReason,
        at: Duration,
    ) -> Result<(), TableRefusal> {
        self.check_going_on()?;
        self.spend(at);
        self.end(TableResult::won(by.opposite(), reason));
        Ok(())
    }

    fn say(&mut self, by: Color, phrase: TablePhrase) -> Result<(), TableRefusal> {
        let own = self.said.iter().filter(|said| said.by == by).count();
        if own >= MAX_SAID {
            return Err(TableRefusal::TooMuchSaid);
        }
        self.said.push(SaidPhrase { by, phrase, moves: self.game.moves().len() });
        Ok(())
    }

    fn agree(&mut self, by: Color) -> Result<(), TableRefusal> {
        let both = !self.has_another(by);
        let counting = self.counting()?;
        if counting.agree(by) || both && counting.agree(by.opposite()) {
            let score = counting.count().score();
            let (winner, reason) = (score.winner(), ResultReason::Score(score));
            self.end(TableResult { winner, reason });
        }
        Ok(())
    }

    fn play(&mut self, by: Color, played: Move, at: Duration) -> Result<(), TableRefusal> {
        match &self.phase {
            TablePhase::Playing => {}
            TablePhase::Paused => return Err(TableRefusal::Paused),
            TablePhase::Counting(_) => return Err(TableRefusal::Counting),
            TablePhase::Over(_) => return Err(TableRefusal::Over),
        }
        if by != self.game.to_move() {
            return Err(TableRefusal::OtherTurn);
        }
        let spent = at.saturating_sub(self.since);
        self.game.play(played).map_err(TableRefusal::Illegal)?;
        if let (Some(clocks), Some(rules)) = (&mut self.clocks, &self.rules.clock) {
            let clock = &mut clocks[by as usize];
            *clock = clock.after(spent, rules).0.moved(rules);
        }
        self.since = at;
        // Moving instead of answering declines. An own offer stands until it is answered, but
        // what would be taken back has changed.
        self.offer =
            self.offer.filter(|(from, offer)| *from == by && !matches!(offer, TableOffer::Undo(_)));
        self.conclude();
        Ok(())
    }

    fn make_offer(
        &mut self,
        by: Color,
        offer: TableOffer,
        at: Duration,
    ) -> Result<(), TableRefusal> {
        self.check_offer(offer)?;
        let is_answer = self.offer == Some((by.opposite(), offer));
        if !self.has_another(by) || is_answer {
            if offer == TableOffer::Draw
                && !is_answer
                && self.rules.parties.contains(&TableParty::Program)
            {
                return Err(TableRefusal::NoDraw);
            }
            self.offer = None;
            return self.consent(offer, at);
        }
        self.offer = Some((by, offer));
        Ok(())
    }

    /// Whether an offer makes sense now.
    fn check_offer(&self, offer: TableOffer) -> Result<(), TableRefusal> {
        match (offer, &self.phase) {
            (TableOffer::Undo(_), TablePhase::Over(result))
                if result.reason == ResultReason::Time =>
            {
                Err(TableRefusal::TimeOver)
            }
            (TableOffer::Undo(count), _) => {
                let played = self.game.moves().len();
                let is_possible = count > 0 && count <= played;
                is_possible.then_some(()).ok_or(TableRefusal::FewerMoves(played))
            }
            (_, TablePhase::Over(_)) => Err(TableRefusal::Over),
            (TableOffer::Pause, TablePhase::Paused) => Err(TableRefusal::Paused),
            (_, TablePhase::Counting(_)) => Err(TableRefusal::Counting),
            _ => Ok(()),
        }
    }

    /// Does what both sides want.
    fn consent(&mut self, offer: TableOffer, at: Duration) -> Result<(), TableRefusal> {
        self.check_offer(offer)?;
        self.spend(at);
        match offer {
            TableOffer::Undo(count) => {
                for _ in 0..count {
                    self.game.undo();
                }
                if self.phase != TablePhase::Paused {
                    self.phase = TablePhase::Playing;
                }
            }
            TableOffer::Draw => {
                self.end(TableResult { winner: None, reason: ResultReason::Agreement });
            }
            TableOffer::Pause => self.phase = TablePhase::Paused,
        }
        Ok(())
    }

    fn resume(&mut self, at: Duration) -> Result<(), TableRefusal> {
        match &self.phase {
            TablePhase::Paused => {}
            // The passes are taken back, and the one who passed first is to move.
            TablePhase::Counting(_) => {
                self.resumed = self.resumed.saturating_add(1);
                let _passes = (self.game.undo(), self.game.undo());
            }
            TablePhase::Playing => return Err(TableRefusal::NotPaused),
            TablePhase::Over(_) => return Err(TableRefusal::Over),
        }
        (self.phase, self.since) = (TablePhase::Playing, at);
        Ok(())
    }

    /// Whether another person must consent to what a side wants.
    fn has_another(&self, by: Color) -> bool {
        let [own, other] = [by, by.opposite()].map(|color| self.rules.parties[color as usize]);
        matches!(other, TableParty::Person(_)) && own != other && own != TableParty::Program
    }

    fn counting(&mut self) -> Result<&mut TableCounting, TableRefusal> {
        match &mut self.phase {
            TablePhase::Counting(counting) => Ok(counting),
            TablePhase::Over(_) => Err(TableRefusal::Over),
            _ => Err(TableRefusal::NotCounting),
        }
    }

    fn check_going_on(&self) -> Result<(), TableRefusal> {
        match &self.phase {
            TablePhase::Over(_) => Err(TableRefusal::Over),
            _ => Ok(()),
        }
    }

    /// Takes the time since the last look off the clock that runs.
    fn spend(&mut self, at: Duration) {
        if let (TablePhase::Playing, Some(clocks), Some(rules)) =
            (&self.phase, &mut self.clocks, &self.rules.clock)
        {
            let clock = &mut clocks[self.game.to_move() as usize];
            *clock = clock.after(at.saturating_sub(self.since), rules).0;
        }
        self.since = at;
    }

    /// Ends or counts the game if its rules say so.
    fn conclude(&mut self) {
        let result = match self.game.conclusion() {
            None => return,
            Some(GameConclusion::Won(winner, reason)) => {
                TableResult::won(winner, ResultReason::Rules(reason))
            }
            Some(GameConclusion::Drawn(reason)) => {
                TableResult { winner: None, reason: ResultReason::Rules(reason) }
            }
            Some(GameConclusion::Unscored) => {
                if let Some(board) = self.game.board().go() {
                    let (rules, komi) = (self.rules.scoring, self.rules.komi);
                    let counting = TableCounting::new(*board, rules, komi);
                    self.phase = TablePhase::Counting(Box::new(counting));
                    self.offer = None;
                }
                return;
            }
        };
        self.end(result);
    }

    fn end(&mut self, result: TableResult) {
        (self.phase, self.offer) = (TablePhase::Over(result), None);
    }
}

#[cfg(test)]
mod tests;
