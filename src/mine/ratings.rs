//! Ratings of the players of each collection, and the results that they make one expect.
//!
//! The odds of Black are a Bradley–Terry model with a prior: their logarithm is the difference of
//! the players' ratings, plus `grade` times the difference of their ranks where both are known,
//! plus an advantage for the collection's games with this komi. A rating says how much stronger a
//! player is than the rank; its prior is normal around 0, with the variance that fits the
//! collection best (the fixed point of expectation maximisation). Everything is the mode of the
//! posterior, found by Newton's method one parameter at a time, in an order that depends on the
//! games alone. See `docs/priority.md`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use super::game::CountedResult;
use joseki_format::game_info::{GameInfo, GameOutcome, Player};

const TITLE: &str = "joseki ratings 1";
/// Prior of the worth of a grade: mean and variance, in log odds.
const GRADE: (f64, f64) = (0.7, 0.09);
/// Prior variance of a komi's advantage.
const KOMI_VARIANCE: f64 = 0.1;
/// Variance of the ratings: the first guess, and its bounds.
const VARIANCE: (f64, f64, f64) = (0.3, 0.01, 9.0);
/// The most sweeps over all parameters, and the change below which there are no more.
const SWEEPS: (usize, f64) = (2000, 1e-7);
/// Largest change of a parameter in one step.
const STEP: f64 = 1.0;
/// Number of a player without a name.
const ANONYMOUS: u32 = u32::MAX;
/// Decimal places of a value.
const ROUNDING: f64 = 1e4;

/// Error for a text that does not contain valid ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the ratings: expected {expected}")]
pub struct RatingsError {
    /// Line number, starting at 1.
    pub line: usize,
    /// What should be there.
    pub expected: &'static str,
}

/// Ratings by collection; values are natural logarithms of odds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings(BTreeMap<String, CollectionRatings>);

#[derive(Clone, Debug, Default, PartialEq)]
struct CollectionRatings {
    /// Worth of a grade of amateurs.
    grade: f64,
    /// Black's advantage, by komi.
    komi: BTreeMap<Komi, f64>,
    players: BTreeMap<String, f64>,
}

/// Compensation in quarters of a point; `None` if unknown.
type Komi = Option<i16>;

/// What is known of a game before it is played; players and collections by number in its
/// [`Pairings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pairing {
    collection: u32,
    black: u32,
    white: u32,
    komi: Komi,
    /// Black's rank above White's in tenths of a grade; 0 unless both are known.
    tenths: i16,
}

/// The pairings of a run's games with the half points of Black, and the names in them.
#[derive(Debug, Default)]
pub struct Pairings {
    numbers: HashMap<String, u32>,
    collections: Vec<CollectionNames>,
    games: Vec<(Pairing, Option<u8>)>,
}

#[derive(Debug, Default)]
struct CollectionNames {
    name: String,
    numbers: HashMap<String, u32>,
}

impl Pairings {
    /// Adds a game of a collection; one without a result does not rate its players.
    pub fn add(&mut self, collection: &str, info: &GameInfo) {
        let number = match self.numbers.get(collection) {
            Some(number) => *number,
            None => {
                let number = self.collections.len() as u32;
                self.numbers.insert(collection.to_owned(), number);
                let name = collection.to_owned();
                self.collections.push(CollectionNames { name, numbers: HashMap::new() });
                number
            }
        };
        let names = &mut self.collections[number as usize];
        let tenths = info.black.rank.zip(info.white.rank);
        let pairing = Pairing {
            collection: number,
            black: names.player(&info.black),
            white: names.player(&info.white),
            komi: info.komi.map(|komi| (komi * 4.0).round() as i16),
            tenths: tenths.map_or(0, |(black, white)| black.tenths() - white.tenths()),
        };
        self.games.push((pairing, half_points(info.result)));
    }

    /// Returns the half points of Black in all games in the order in which they were added, known
    /// without ratings.
    pub(super) fn half_points(&self) -> Vec<Option<u8>> {
        self.games.iter().map(|(_, half_points)| *half_points).collect()
    }

    /// Returns the ratings of all players.
    #[must_use]
    pub fn rate(&self) -> Ratings {
        let mut games = vec![Vec::new(); self.collections.len()];
        for (pairing, half_points) in &self.games {
            games[pairing.collection as usize].extend(half_points.map(|half| (*pairing, half)));
        }
        let rate = |(names, games): (&CollectionNames, _)| (names.name.clone(), names.rate(games));
        Ratings(self.collections.iter().zip(games).map(rate).collect())
    }

    /// Returns the results of all games in the order in which they were added, with what these
    /// ratings make one expect.
    #[must_use]
    pub fn results(&self, ratings: &Ratings) -> Vec<Option<CountedResult>> {
        let models: Vec<Model> = self
            .collections
            .iter()
            .map(|names| {
                let rated = ratings.0.get(&names.name).cloned().unwrap_or_default();
                let mut players = vec![0.0; names.numbers.len()];
                for (name, number) in &names.numbers {
                    players[*number as usize] = rated.players.get(name).copied().unwrap_or(0.0);
                }
                Model { grade: rated.grade, komi: rated.komi, players }
            })
            .collect();
        let result = |(pairing, half_points): &(Pairing, Option<u8>)| {
            let expected = models[pairing.collection as usize].black(pairing);
            let expected = (expected * 1000.0).round() as u16;
            half_points.map(|half_points| CountedResult { half_points, expected })
        };
        self.games.iter().map(result).collect()
    }
}

impl CollectionNames {
    fn player(&mut self, player: &Player) -> u32 {
        if player.name.is_empty() {
            return ANONYMOUS;
        }
        if let Some(number) = self.numbers.get(&player.name) {
            return *number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(player.name.clone(), number);
        number
    }

    /// The games are renumbered by the players' names, so that the order of arrival does not
    /// matter.
    fn rate(&self, mut games: Vec<(Pairing, u8)>) -> CollectionRatings {
        let mut names: Vec<(&String, u32)> =
            self.numbers.iter().map(|(name, number)| (name, *number)).collect();
        names.sort_unstable();
        let mut place = vec![0; names.len()];
        for (at, (_, number)) in (0..).zip(&names) {
            place[*number as usize] = at;
        }
        let placed = |number: u32| place.get(number as usize).copied().unwrap_or(ANONYMOUS);
        for (game, _) in &mut games {
            (game.black, game.white) = (placed(game.black), placed(game.white));
        }
        games.sort_unstable();
        let model = Model::fit(names.len(), &games);
        let rounded = |value: f64| (value * ROUNDING).round() / ROUNDING;
        let players = names.iter().zip(&model.players);
        CollectionRatings {
            grade: rounded(model.grade),
            komi: model.komi.iter().map(|(komi, value)| (*komi, rounded(*value))).collect(),
            players: players.map(|((name, _), value)| ((*name).clone(), rounded(*value))).collect(),
        }
    }
}

#[derive(Clone, Debug)]
struct Model {
    grade: f64,
    komi: BTreeMap<Komi, f64>,
    players: Vec<f64>,
}

/// First and second derivative of the logarithm of the posterior, the second negated.
#[derive(Clone, Copy)]
struct Slope(f64, f64);

impl Slope {
    /// That of a normal prior.
    fn prior(value: f64, mean: f64, variance: f64) -> Slope {
        Slope((mean - value) / variance, 1.0 / variance)
    }

    /// Adds a game in which the parameter has this weight in Black's log odds.
    fn add(&mut self, weight: f64, expected: f64, half_points: u8) {
        self.0 += weight * (f64::from(half_points) / 2.0 - expected);
        self.1 += weight * weight * expected * (1.0 - expected);
    }

    fn step(self) -> f64 {
        (self.0 / self.1).clamp(-STEP, STEP)
    }
}

impl Model {
    /// Black's expected result, 0 to 1.
    fn black(&self, game: &Pairing) -> f64 {
        let rating = |player: u32| self.players.get(player as usize).copied().unwrap_or(0.0);
        let komi = self.komi.get(&game.komi).copied().unwrap_or(0.0);
        let grades = self.grade * f64::from(game.tenths) / 10.0;
        let odds = rating(game.black) - rating(game.white) + komi + grades;
        1.0 / (1.0 + (-odds).exp())
    }

    fn fit(players: usize, games: &[(Pairing, u8)]) -> Model {
        let komi = games.iter().map(|(game, _)| (game.komi, 0.0)).collect();
        let mut model = Model { grade: GRADE.0, komi, players: vec![0.0; players] };
        let of_player = games_of_players(players, games);
        let mut variance = VARIANCE.0;
        for _ in 0..SWEEPS.0 {
            let changed = model.sweep_players(games, &of_player, &mut variance);
            if changed.max(model.sweep_rest(games)) < SWEEPS.1 {
                break;
            }
        }
        model
    }

    /// Improves every rating, then the variance; returns the largest change.
    fn sweep_players(
        &mut self,
        games: &[(Pairing, u8)],
        of_player: &[Vec<u32>],
        variance: &mut f64,
    ) -> f64 {
        let (mut changed, mut squares, mut known) = (0.0f64, 0.0, 0.0);
        for (player, own) in of_player.iter().enumerate() {
            let value = self.players[player];
            let mut slope = Slope::prior(value, 0.0, *variance);
            for (game, half_points) in own.iter().map(|game| &games[*game as usize]) {
                let weight = if game.black as usize == player { 1.0 } else { -1.0 };
                slope.add(weight, self.black(game), *half_points);
            }
            let step = slope.step();
            self.players[player] += step;
            changed = changed.max(step.abs());
            squares += (value + step).powi(2);
            known += 1.0 - 1.0 / (*variance * slope.1);
        }
        // The same fixed point as the mean of r² + 1 / slope.1, reached in far fewer sweeps.
        if known > 0.0 {
            let next = (squares / known).clamp(VARIANCE.1, VARIANCE.2);
            changed = changed.max((next - *variance).abs());
            *variance = next;
        }
        changed
    }

    /// Improves the advantages by komi and the worth of a grade; returns the largest change.
    fn sweep_rest(&mut self, games: &[(Pairing, u8)]) -> f64 {
        let mut komi: BTreeMap<Komi, Slope> = BTreeMap::new();
        let mut grade = Slope::prior(self.grade, GRADE.0, GRADE.1);
        for (game, half_points) in games {
            let expected = self.black(game);
            let prior = || Slope::prior(self.komi[&game.komi], 0.0, KOMI_VARIANCE);
            let slope = komi.entry(game.komi).or_insert_with(prior);
            slope.add(1.0, expected, *half_points);
            grade.add(f64::from(game.tenths) / 10.0, expected, *half_points);
        }
        let mut changed = grade.step().abs();
        self.grade += grade.step();
        for (komi, slope) in komi {
            changed = changed.max(slope.step().abs());
            *self.komi.entry(komi).or_default() += slope.step();
        }
        changed
    }
}

/// The games of each player, without those that do not rate the player.
fn games_of_players(players: usize, games: &[(Pairing, u8)]) -> Vec<Vec<u32>> {
    let mut of_player = vec![Vec::new(); players];
    for (number, (game, _)) in (0..).zip(games) {
        for player in [game.black, game.white] {
            if game.black != game.white && player != ANONYMOUS {
                of_player[player as usize].push(number);
            }
        }
    }
    of_player
}

/// The half points of Black; `None` if the winner is unknown.
fn half_points(result: GameOutcome) -> Option<u8> {
    match result {
        GameOutcome::Black => Some(2),
        GameOutcome::Draw => Some(1),
        GameOutcome::White => Some(0),
        GameOutcome::Unknown => None,
    }
}

impl Ratings {
    /// Returns the number of collections and of players.
    #[must_use]
    pub fn len(&self) -> (usize, usize) {
        (self.0.len(), self.0.values().map(|rated| rated.players.len()).sum())
    }

    /// Returns the ratings as text: a title, then for each collection its name, the worth of a
    /// grade, Black's advantage by komi (`-` if unknown) and the rating of each player, one to a
    /// line, names last.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{TITLE}\n");
        // Writing to a string cannot fail.
        for (name, rated) in &self.0 {
            let _ = writeln!(text, "collection {name}\ngrade {}", rated.grade);
            for (komi, value) in &rated.komi {
                let komi = komi.map_or("-".to_owned(), |komi| (f64::from(komi) / 4.0).to_string());
                let _ = writeln!(text, "komi {komi} {value}");
            }
            for (name, value) in &rated.players {
                let _ = writeln!(text, "player {value} {name}");
            }
        }
        text
    }

    /// Parses the text of [`Ratings::to_text`].
    ///
    /// # Errors
    /// The first invalid line.
    pub fn parse(text: &str) -> Result<Ratings, RatingsError> {
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let fail = |line: usize, expected: &'static str| RatingsError { line, expected };
        if lines.next().is_none_or(|(_, title)| title != TITLE) {
            return Err(fail(1, "\"joseki ratings 1\""));
        }
        let mut ratings = Ratings::default();
        let mut last: Option<&mut CollectionRatings> = None;
        for (at, line) in lines {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == "collection" {
                last = Some(ratings.0.entry(rest.to_owned()).or_default());
                continue;
            }
            let rated = last.as_mut().ok_or_else(|| fail(at, "\"collection\" and its name"))?;
            let read = match word {
                "grade" => value(rest).map(|grade| rated.grade = grade),
                "komi" => komi(rest).map(|komi| rated.komi.extend([komi])),
                "player" => rest.split_once(' ').and_then(|(rating, name)| {
                    rated.players.extend([(name.to_owned(), value(rating)?)]);
                    Some(())
                }),
                _ => None,
            };
            let expected = "\"collection NAME\", \"grade VALUE\", \"komi POINTS VALUE\" or \"player VALUE NAME\"";
            read.ok_or_else(|| fail(at, expected))?;
        }
        Ok(ratings)
    }
}

fn komi(text: &str) -> Option<(Komi, f64)> {
    let (komi, advantage) = text.split_once(' ')?;
    let komi = match komi {
        "-" => None,
        points => Some((value(points)? * 4.0).round() as i16),
    };
    Some((komi, value(advantage)?))
}

/// A logarithm of odds, or a komi: any finite number.
fn value(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_format::game_info::Rank;
    use proptest::prelude::*;

    fn info(black: &str, white: &str, ranks: [Option<Rank>; 2], result: GameOutcome) -> GameInfo {
        let player = |name: &str, rank| Player { name: name.to_owned(), rank };
        GameInfo {
            black: player(black, ranks[0]),
            white: player(white, ranks[1]),
            date: None,
            result,
            margin: None,
            handicap: 0,
            komi: Some(6.5),
            event: None,
            rules: None,
            number: 1,
        }
    }

    fn games(pairings: &mut Pairings, players: (&str, &str), wins: usize, losses: usize) {
        for at in 0..wins + losses {
            let result = if at < wins { GameOutcome::Black } else { GameOutcome::White };
            pairings.add("club", &info(players.0, players.1, [None; 2], result));
        }
    }

    /// Black's expected results, in the order of the games.
    fn expected(pairings: &Pairings, ratings: &Ratings) -> Vec<u16> {
        let results = pairings.results(ratings);
        results.into_iter().map(|result| result.unwrap().expected).collect()
    }

    /// One pair, many games: the prior hardly counts, and neither does who had which colour.
    #[test]
    fn expected_results_are_those_of_many_games() {
        let mut pairings = Pairings::default();
        games(&mut pairings, ("Ann", "Bob"), 750, 250);
        games(&mut pairings, ("Bob", "Ann"), 250, 750);
        let expected = expected(&pairings, &pairings.rate());
        assert!((745..=752).contains(&expected[0]), "{}", expected[0]);
        assert_eq!(expected[0] + expected[1000], 1000);
    }

    #[test]
    fn ranks_count_where_names_are_unknown_and_names_where_ranks_are_equal() {
        let rank = |dan| Some(Rank::Dan(dan));
        let mut pairings = Pairings::default();
        for ranks in [[rank(3), rank(1)], [rank(3), rank(3)], [rank(3), None]] {
            pairings.add("club", &info("", "", ranks, GameOutcome::Draw));
        }
        let even = Ratings::parse("joseki ratings 1\ncollection club\ngrade 0.7\n").unwrap();
        // Two grades of 0.7: 1 / (1 + e^-1.4).
        assert_eq!(expected(&pairings, &even), [802, 500, 500]);
        let mut pairings = Pairings::default();
        for _ in 0..200 {
            pairings.add("club", &info("Ann", "Bob", [rank(9); 2], GameOutcome::Black));
        }
        pairings.add("club", &info("Bob", "Ann", [rank(9); 2], GameOutcome::White));
        assert!(expected(&pairings, &pairings.rate())[200] < 200);
    }

    #[test]
    fn collections_are_rated_apart_and_unknown_ones_are_even() {
        let mut pairings = Pairings::default();
        games(&mut pairings, ("Ann", "Bob"), 100, 0);
        pairings.add("server", &info("Ann", "Bob", [None; 2], GameOutcome::Unknown));
        let ratings = pairings.rate();
        assert!(pairings.results(&ratings)[0].unwrap().expected > 800);
        assert_eq!(pairings.results(&ratings)[100], None);
        assert_eq!(pairings.results(&Ratings::default())[0].unwrap().expected, 500);
        assert_eq!(ratings.len(), (2, 4));
    }

    #[test]
    fn a_damaged_text_is_an_error_with_its_line() {
        let text = "joseki ratings 1\ncollection club\ngrade 0.7\nkomi - 0.1\nplayer 0.5 Ann Lee\n";
        assert_eq!(Ratings::parse(text).unwrap().to_text(), text);
        for (from, to, line) in [
            ("ratings 1", "ratings 2", 1),
            ("collection", "club", 2),
            ("0.7", "x", 3),
            ("komi - ", "komi x ", 4),
            ("0.5", "inf", 5),
            ("player", "gamer", 5),
        ] {
            let error = Ratings::parse(&text.replacen(from, to, 1)).unwrap_err();
            assert_eq!(error.line, line, "{from} {to}: {error}");
        }
        assert!(Ratings::parse("").is_err());
    }

    fn any_game() -> impl Strategy<Value = (u8, u8, u8, i16, u8)> {
        (0u8..6, 0u8..6, 0u8..4, 0i16..3, 0u8..4)
    }

    proptest! {
        /// Neither the order of the games nor a stop at a file matters.
        #[test]
        fn ratings_depend_on_the_games_alone(
            games in proptest::collection::vec(any_game(), 1..60), turn in 0usize..60,
        ) {
            let info = |(black, white, ranks, komi, result): &(u8, u8, u8, i16, u8)| {
                let name = |player: u8| ["", "Ann", "Bob", "Cho Ha", "崔", "e"][player as usize];
                let rank = |dan: u8| (*ranks > 0).then_some(Rank::Dan(1 + dan % 2 * ranks));
                let results = [
                    GameOutcome::Black, GameOutcome::White, GameOutcome::Draw, GameOutcome::Unknown,
                ];
                let found = results[*result as usize];
                let info = info(name(*black), name(*white), [rank(*black), rank(*white)], found);
                GameInfo { komi: (*komi > 0).then_some(f32::from(*komi) + 0.5), ..info }
            };
            let mut turned = games.clone();
            turned.rotate_left(turn % games.len());
            let (mut a, mut b) = (Pairings::default(), Pairings::default());
            games.iter().for_each(|game| a.add("club", &info(game)));
            turned.iter().for_each(|game| b.add("club", &info(game)));
            let ratings = a.rate();
            prop_assert_eq!(&ratings, &b.rate());
            let read = Ratings::parse(&ratings.to_text());
            prop_assert_eq!(read.as_ref(), Ok(&ratings));
            for result in a.results(&ratings).into_iter().flatten() {
                prop_assert!((1..=999).contains(&result.expected));
            }
        }
    }
}
