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
            TableAction::Resign => {
                self.check_going_on()?;
                self.spend(at);
                self.end(TableResult::won(by.opposite(), ResultReason::Resignation));
                Ok(())
            }
            TableAction::Forfeit => {
                self.check_going_on()?;
                self.spend(at);
                self.end(TableResult::won(by.opposite(), ResultReason::Forfeit));
                Ok(())
            }
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
            TableAction::Say(phrase) => {
                let own = self.said.iter().filter(|said| said.by == by).count();
                if own >= MAX_SAID {
                    return Err(TableRefusal::TooMuchSaid);
                }
                self.said.push(SaidPhrase { by, phrase, moves: self.game.moves().len() });
                Ok(())
            }
            TableAction::Skip(time) => {
                self.since = at.min(self.since.saturating_add(time));
                Ok(())
            }
            TableAction::Agree => {
                let other = by.opposite();
                let both = !self.has_another(by);
                let counting = self.counting()?;
                if counting.agree(by) || both && counting.agree(other) {
                    let score = counting.count().score();
                    self.end(TableResult {
                        winner: score.winner(),
                        reason: ResultReason::Score(score),
                    });
                }
                Ok(())
            }
        }
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
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{BoardSize, EndReason, Game};

    const TWO: [TableParty; 2] = [TableParty::Person(1), TableParty::Person(2)];
    const ALONE: [TableParty; 2] = [TableParty::Person(1), TableParty::Program];

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn table(game: Game, lines: u8, parties: [TableParty; 2]) -> Table {
        let size = BoardSize::new(lines).unwrap();
        let clock = ClockRules {
            main: seconds(60),
            increment: seconds(0),
            periods: 1,
            period: seconds(30),
        };
        Table::new(TableRules {
            start: GameInPlay::new(game, size),
            scoring: ScoringRules::Chinese,
            komi: 6.5,
            clock: Some(clock),
            parties,
        })
    }

    fn play(table: &mut Table, moves: &[&str], at: u64) {
        for text in moves {
            let size = table.game().board().size();
            let played = Move::from_gtp(text, size).unwrap();
            table.act(table.game().to_move(), TableAction::Play(played), seconds(at)).unwrap();
        }
    }

    const BLACK: Color = Color::Black;
    const WHITE: Color = Color::White;
    const DRAW: TableAction = TableAction::Offer(TableOffer::Draw);
    const UNDO: TableAction = TableAction::Offer(TableOffer::Undo(1));
    const PAUSE: TableAction = TableAction::Offer(TableOffer::Pause);

    #[test]
    fn each_side_plays_in_its_turn() {
        let mut table = table(Game::Go, 9, TWO);
        let e5 = TableAction::Play(Move::from_gtp("E5", BoardSize::new(9).unwrap()).unwrap());
        assert_eq!(table.act(WHITE, e5.clone(), seconds(1)), Err(TableRefusal::OtherTurn));
        assert_eq!(table.act(BLACK, e5.clone(), seconds(1)), Ok(()));
        let illegal = table.act(WHITE, e5, seconds(2));
        assert_eq!(illegal, Err(TableRefusal::Illegal(IllegalMove::Occupied)));
        assert_eq!(table.game().moves().len(), 1);
    }

    #[test]
    fn undo_draw_and_pause_need_the_other_person() {
        let mut table = table(Game::Go, 9, TWO);
        assert_eq!(table.act(BLACK, UNDO, seconds(1)), Err(TableRefusal::FewerMoves(0)));
        play(&mut table, &["E5", "C3"], 1);
        table.act(WHITE, UNDO, seconds(2)).unwrap();
        assert_eq!(table.offer(), Some((WHITE, TableOffer::Undo(1))));
        assert_eq!(table.act(WHITE, TableAction::Accept, seconds(2)), Err(TableRefusal::NoOffer));
        table.act(BLACK, TableAction::Accept, seconds(3)).unwrap();
        assert_eq!((table.game().moves().len(), table.game().to_move()), (1, WHITE));
        // A move instead of an answer declines; so does the word.
        table.act(BLACK, DRAW, seconds(3)).unwrap();
        play(&mut table, &["C3"], 4);
        assert_eq!(table.offer(), None);
        table.act(BLACK, PAUSE, seconds(5)).unwrap();
        table.act(WHITE, TableAction::Decline, seconds(5)).unwrap();
        assert_eq!(table.phase(), &TablePhase::Playing);
        // The same offer of both is consent.
        table.act(BLACK, PAUSE, seconds(6)).unwrap();
        table.act(WHITE, PAUSE, seconds(6)).unwrap();
        assert_eq!(table.phase(), &TablePhase::Paused);
        assert_eq!(table.deadline(), None);
        let left = table.clock(BLACK, seconds(7)).unwrap();
        assert_eq!(table.clock(BLACK, seconds(5_000)), Some(left));
        table.act(WHITE, TableAction::Resume, seconds(5_000)).unwrap();
        assert_eq!(table.clock(BLACK, seconds(5_000)), Some(left));
        table.act(WHITE, DRAW, seconds(5_001)).unwrap();
        table.act(BLACK, TableAction::Accept, seconds(5_001)).unwrap();
        assert_eq!(table.result().unwrap().record(), "0");
        assert_eq!(table.act(BLACK, TableAction::Resign, seconds(5_002)), Err(TableRefusal::Over));
    }

    #[test]
    fn a_program_consents_to_all_but_a_draw() {
        let mut table = table(Game::Go, 9, ALONE);
        play(&mut table, &["E5", "C3"], 1);
        assert_eq!(table.act(BLACK, DRAW, seconds(2)), Err(TableRefusal::NoDraw));
        table.act(BLACK, TableAction::Offer(TableOffer::Undo(2)), seconds(2)).unwrap();
        assert_eq!(table.game().moves().len(), 0);
        table.act(BLACK, PAUSE, seconds(3)).unwrap();
        assert_eq!(table.phase(), &TablePhase::Paused);
    }

    #[test]
    fn the_side_to_move_loses_on_time() {
        let mut table = table(Game::Gomoku, 15, TWO);
        play(&mut table, &["H8"], 50);
        assert_eq!(table.deadline(), Some(seconds(50 + 90)));
        assert!(!table.tick(seconds(139)));
        // Within the last period, which is whole again afterwards.
        play(&mut table, &["A1", "H9"], 139);
        assert_eq!(
            table.clock(WHITE, seconds(139)).unwrap().total(&table.rules.clock.unwrap()),
            seconds(30)
        );
        let late = TableAction::Play(Move::from_gtp("A2", BoardSize::new(15).unwrap()).unwrap());
        assert_eq!(table.act(WHITE, late, seconds(169)), Err(TableRefusal::Over));
        assert_eq!(table.result(), Some(TableResult::won(BLACK, ResultReason::Time)));
        assert_eq!(table.result().unwrap().record(), "B+T");
        assert_eq!(table.act(WHITE, UNDO, seconds(170)), Err(TableRefusal::TimeOver));
    }

    #[test]
    fn rules_end_a_game_and_a_move_taken_back_goes_on() {
        let mut table = table(Game::Gomoku, 15, ALONE);
        play(&mut table, &["H8", "A1", "J8", "A3", "K8", "A5", "L8", "A7", "M8"], 1);
        let won = TableResult::won(BLACK, ResultReason::Rules(EndReason::Five));
        assert_eq!(table.result(), Some(won));
        assert_eq!(won.words(Game::Gomoku), "Black won: five in a row");
        table.act(BLACK, UNDO, seconds(2)).unwrap();
        assert_eq!(table.phase(), &TablePhase::Playing);
    }

    #[test]
    fn time_in_which_nobody_could_play_costs_nobody() {
        let mut table = table(Game::Go, 9, TWO);
        let rules = table.rules().clone();
        let total = table.deadline().expect("a clock");
        // Long after the deadline, all of it but a second in a pause of the server.
        let skip = total + seconds(99);
        let event =
            TableEvent { at: total + seconds(100), by: BLACK, action: TableAction::Skip(skip) };
        table.act(event.by, event.action.clone(), event.at).unwrap();
        assert_eq!((table.result(), table.deadline()), (None, Some(skip + total)));
        let again = Table::replay(rules, &[event]).unwrap();
        assert_eq!(again.deadline(), table.deadline());
        // Never more than there was.
        table.act(BLACK, TableAction::Skip(Duration::MAX), total + seconds(100)).unwrap();
        assert_eq!(table.deadline(), Some(total + total + seconds(100)));
    }

    #[test]
    fn each_side_says_a_limited_number_of_phrases() {
        let mut table = table(Game::Gomoku, 15, TWO);
        let hello = || TableAction::Say(TablePhrase::Hello);
        for _ in 0..MAX_SAID {
            table.act(WHITE, hello(), seconds(1)).unwrap();
        }
        assert_eq!(table.act(WHITE, hello(), seconds(1)), Err(TableRefusal::TooMuchSaid));
        play(&mut table, &["H8"], 2);
        table.act(BLACK, hello(), seconds(3)).unwrap();
        let last = table.said().last().copied();
        assert_eq!(last, Some(SaidPhrase { by: BLACK, phrase: TablePhrase::Hello, moves: 1 }));
    }

    #[test]
    fn a_board_of_go_is_counted_when_both_agree() {
        let mut table = table(Game::Go, 9, TWO);
        play(&mut table, &["E5", "A1", "pass", "pass"], 1);
        let size = BoardSize::new(9).unwrap();
        let point = |text: &str| Point::from_gtp(text, size).unwrap();
        let toggle = |text: &str| TableAction::ToggleDead(point(text));
        assert_eq!(table.act(BLACK, toggle("J9"), seconds(2)), Err(TableRefusal::NoStone));
        table.act(BLACK, TableAction::Agree, seconds(2)).unwrap();
        // A mark ends the agreement.
        table.act(WHITE, toggle("A1"), seconds(2)).unwrap();
        let TablePhase::Counting(counting) = table.phase() else { panic!("it is counted") };
        assert!(!counting.has_agreed(BLACK) && counting.dead().contains(point("A1")));
        assert_eq!(counting.count().score().to_string(), "B+74.5");
        let mut resumed = table.clone();
        resumed.act(WHITE, TableAction::Resume, seconds(3)).unwrap();
        assert_eq!((resumed.game().moves().len(), resumed.game().to_move()), (2, BLACK));
        table.act(WHITE, TableAction::Agree, seconds(3)).unwrap();
        assert_eq!(table.result(), None);
        table.act(BLACK, TableAction::Agree, seconds(3)).unwrap();
        assert_eq!(table.result().unwrap().record(), "B+74.5");
        assert_eq!(table.result().unwrap().winner, Some(BLACK));
    }

    /// Offered while stones are counted, and rejected once the game continues.
    #[test]
    fn an_offer_that_cannot_be_accepted_stays_one() {
        let mut table = table(Game::Go, 5, TWO);
        let act = |table: &mut Table, by, action| table.act(by, action, seconds(0));
        for by in [BLACK, WHITE] {
            act(&mut table, by, TableAction::Play(Move::Pass)).unwrap();
        }
        let offer = TableOffer::Undo(1);
        act(&mut table, BLACK, TableAction::Offer(offer)).unwrap();
        act(&mut table, WHITE, TableAction::Resume).unwrap();
        assert!(act(&mut table, WHITE, TableAction::Accept).is_err());
        assert_eq!(table.offer(), Some((BLACK, offer)));
        act(&mut table, WHITE, TableAction::Decline).unwrap();
        assert_eq!(table.offer(), None);
    }

    fn any_action() -> impl Strategy<Value = TableAction> {
        let size = BoardSize::new(5).unwrap();
        let points: Vec<Point> = size.points().collect();
        let point = prop::sample::select(points);
        let offer = prop_oneof![
            (0usize..4).prop_map(TableOffer::Undo),
            Just(TableOffer::Draw),
            Just(TableOffer::Pause)
        ];
        prop_oneof![
            6 => point.clone().prop_map(|at| TableAction::Play(Move::Play(at))),
            3 => Just(TableAction::Play(Move::Pass)),
            2 => offer.prop_map(TableAction::Offer),
            2 => Just(TableAction::Accept),
            1 => Just(TableAction::Decline),
            1 => Just(TableAction::Resume),
            1 => point.prop_map(TableAction::ToggleDead),
            1 => Just(TableAction::Agree),
            1 => (0u64..30).prop_map(|time| TableAction::Skip(seconds(time))),
            1 => Just(TableAction::Say(TablePhrase::Thanks)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// What was done gives the same table again, and what was refused changes nothing.
        #[test]
        fn what_was_done_gives_the_table_again(
            actions in prop::collection::vec((any::<bool>(), any_action(), 0u64..20), 0..60),
            alone in any::<bool>(),
        ) {
            let parties = if alone { ALONE } else { TWO };
            let mut played = table(Game::Go, 5, parties);
            let rules = played.rules().clone();
            let (mut done, mut at) = (Vec::new(), 0);
            for (is_black, action, pause) in actions {
                at += pause;
                let by = if is_black { BLACK } else { WHITE };
                let before = played.clone();
                let event = TableEvent { at: seconds(at), by, action };
                match played.act(by, event.action.clone(), event.at) {
                    Ok(()) => done.push(event),
                    Err(_) if played.result() != before.result() => break,
                    Err(_) => {
                        prop_assert_eq!(played.phase(), before.phase());
                        prop_assert_eq!(played.offer(), before.offer());
                        prop_assert_eq!(played.game().moves(), before.game().moves());
                    }
                }
            }
            // As texts and back, as they are stored.
            let size = BoardSize::new(5).unwrap();
            let reread = done.into_iter().map(|event| {
                let action = TableAction::parse(&event.action.to_text(size), size);
                Some(TableEvent { action: action?, ..event })
            });
            let done: Option<Vec<TableEvent>> = reread.collect();
            let done = done.expect("actions");
            let mut again = Table::replay(rules, &done).map_err(|(number, refusal)| {
                TestCaseError::fail(format!("{number}: {refusal}"))
            })?;
            // Both at the same moment: a skip does not notice that the time is over.
            played.tick(seconds(at));
            again.tick(seconds(at));
            prop_assert_eq!(again.phase(), played.phase());
            prop_assert_eq!(again.offer(), played.offer());
            prop_assert_eq!(again.said(), played.said());
            prop_assert_eq!(again.game().moves(), played.game().moves());
            for color in Color::ALL {
                prop_assert_eq!(again.clock(color, seconds(at)), played.clock(color, seconds(at)));
            }
        }
    }
}
