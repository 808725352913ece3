//! Assessment: a book mined from a few games, held against others whose numbers can be counted by hand.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use joseki::book::Band;
use joseki::game::go::{Handedness, Position};
use joseki::game::{BoardSize, Color, Corner, Move, Point, Step};
use joseki::service::{
    Service, SourceFile,
    curate::{Author, ImportRequest},
    mine::{MineRequest, PruningChange},
    review::{AssessOutcome, AssessRequest, Coverage},
};
use joseki::store::SqliteStore;
use proptest::prelude::*;
use tempfile::TempDir;

/// A service with books, and a folder for games.
struct Fixture {
    service: Service,
    folder: TempDir,
}

impl Fixture {
    fn new() -> Fixture {
        crate::messages::keep_short();
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
        Fixture { service: Service::new(Arc::new(store)), folder }
    }

    /// A fixture whose book is mined from these games, without pruning.
    fn mined(games: &[String]) -> Fixture {
        let fixture = Fixture::new();
        let request = MineRequest {
            variant: None,
            paths: vec![fixture.write("mined", games)],
            book: "main".to_owned(),
            source: None,
            quiet: None,
            pruning: PruningChange { min_games: Some(1), min_share: Some(0.0), max_depth: None },
            keep_records: false,
            memory: 1 << 20,
            threads: 1,
            folder: fixture.folder.path().to_owned(),
            ratings: None,
            dry_run: false,
            who: "test".to_owned(),
        };
        let mined = fixture.service.mining().mine(&request, &mut |_| {}).expect("mined");
        assert_eq!(mined.report.counted, games.len() as u64);
        fixture
    }

    /// A new folder of this name with the games in it.
    fn write(&self, name: &str, games: &[String]) -> PathBuf {
        static FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed).to_string();
        let folder = self.folder.path().join(number).join(name);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("games.sgf"), games.concat()).expect("games");
        folder
    }

    fn request(&self, games: &[String]) -> AssessRequest {
        AssessRequest {
            paths: vec![self.write("assessed", games)],
            book: "main".to_owned(),
            source: None,
            moves: 60,
            since: None,
            until: None,
            limit: None,
            include_mined: false,
            threads: 2,
        }
    }

    fn assess(&self, games: &[String]) -> AssessOutcome {
        self.run(&self.request(games))
    }

    fn run(&self, request: &AssessRequest) -> AssessOutcome {
        let outcome = self.service.reviews().assess(request, &mut |_| {}).expect("assessed");
        let report = &outcome.report;
        let left_out = report.mined + report.duplicates + report.other_years + report.not_sampled;
        let rejected: u64 = report.rejected.values().sum();
        assert_eq!(report.seen, report.assessed + left_out + rejected);
        assert_eq!(report.assessed, outcome.total.games);
        outcome
    }
}

/// A game between professionals; short games are distinguished by their date and names.
fn game(name: &str, root: &str, moves: &str) -> String {
    let nodes = moves.split_whitespace().zip(["B", "W"].into_iter().cycle());
    let nodes: String = nodes.map(|(point, color)| format!(";{color}[{point}]")).collect();
    format!("(;GM[1]SZ[19]PB[{name}]BR[9p]PW[other]WR[9p]{root}{nodes})\n")
}

/// The 4-4 point thrice, each time with the same approach; two answers on the far side, one contact. No
/// result is known, so that what is played more often comes first.
fn three_games() -> Vec<String> {
    vec![
        game("a", "DT[2001]", "pd qf nc"),
        game("b", "DT[2002]", "dd fc cf"),
        game("c", "DT[2003]", "pp qn qo"),
    ]
}

/// D4 (known), its approach (known), the contact (known), an answer to it (no node follows),
/// Q16 (known), and a 3-4 point, which is not a candidate.
const SIX: &str = "dp cn co bo pd qp";

fn close(found: Option<f64>, expected: f64) -> bool {
    found.is_some_and(|found| (found - expected).abs() < 1e-8)
}

#[test]
fn everything_of_a_small_game_by_hand() {
    let fixture = Fixture::mined(&three_games());
    let outcome = fixture.assess(&[game("x", "DT[2010]", SIX)]);
    let total = &outcome.total;
    assert!(outcome.counts_games);
    assert_eq!((total.games, total.moves), (1, 6));
    let all = Coverage { corner_moves: 6, known: 5 };
    assert_eq!(total.by_depth, [all, Coverage::default(), Coverage::default()]);
    assert_eq!(total.top, [3, 4], "not the contact; not the 3-4 point");
    // With 1 added to each candidate and 3 for all others: the 4-4 point and its approach were played in
    // three corners and have no rival, 4 of 7; the contact in one of three, 2 of 8; the 3-4 point is one
    // of sixty others, 3 of 7 / 60. The uniform guess differs at the contact: half of 5 of 8.
    let common = 3.0 * (4.0f64 / 7.0).ln() + (1.0f64 / 140.0).ln();
    assert!(close(total.log_loss(), -(common + 0.25f64.ln()) / 5.0));
    assert!(close(total.uniform_log_loss(), -(common + 0.3125f64.ln()) / 5.0));
    let row = &outcome.rows[0];
    assert_eq!((row.source.as_str(), row.band), ("assessed", Band::Pro));
    assert_eq!(outcome.rows.len(), 1);
}

#[test]
fn deeper_stones_and_later_moves_are_told_apart() {
    let fixture = Fixture::mined(&three_games());
    let nine = "dp cn co bo dn cm dm cl dl";
    let request = fixture.request(&[game("x", "", nine)]);
    let groups = |moves: usize| {
        let outcome = fixture.run(&AssessRequest { moves, ..request.clone() });
        let groups = outcome.total.by_depth;
        groups.map(|group| (group.corner_moves, group.known))
    };
    assert_eq!(groups(60), [(4, 3), (4, 0), (1, 0)]);
    assert_eq!(groups(5), [(4, 3), (1, 0), (0, 0)]);
}

#[test]
fn the_first_move_agrees_in_every_corner() {
    let fixture = Fixture::mined(&three_games());
    for corner in ["pd", "dd", "dp", "pp"] {
        let total = fixture.assess(&[game("x", "", corner)]).total;
        let found = (total.top, total.first_corner, total.board);
        assert_eq!(found, ([1, 1], 1, [1, 1, 1]), "{corner}");
    }
    let elsewhere = fixture.assess(&[game("x", "", "jj")]).total;
    assert_eq!(elsewhere.corners(), Coverage::default());
    assert_eq!((elsewhere.moves, elsewhere.board), (1, [0, 0, 0]));
    assert_eq!(elsewhere.log_loss(), None);
}

#[test]
fn mined_games_are_left_out_in_every_orientation() {
    let fixture = Fixture::mined(&three_games());
    let again = game("a", "DT[2001]", "dp cn fq");
    let games = [three_games(), vec![again, game("x", "", "pd")]].concat();
    let outcome = fixture.assess(&games);
    assert_eq!((outcome.report.mined, outcome.report.assessed), (4, 1));
    let request = AssessRequest { include_mined: true, ..fixture.request(&games) };
    let report = fixture.run(&request).report;
    assert_eq!((report.mined, report.duplicates, report.assessed), (0, 1, 4));
}

#[test]
fn records_that_cannot_be_mined_and_other_years_are_left_out() {
    let fixture = Fixture::mined(&three_games());
    let games = [
        game("x", "DT[1999-05-01]", SIX),
        game("x", "DT[2005-05-01]", SIX),
        game("x", "", SIX),
        game("x", "HA[2]AB[dp][pd]", "qf"),
        "(;SZ[9];B[ee])".to_owned(),
    ];
    let years = |since, until| {
        let request = AssessRequest { since, until, ..fixture.request(&games) };
        let report = fixture.run(&request).report;
        assert_eq!(report.rejected.values().sum::<u64>(), 2);
        (report.assessed, report.other_years)
    };
    assert_eq!(years(None, None), (3, 0));
    assert_eq!(years(Some(2000), None), (1, 2));
    assert_eq!(years(None, Some(2004)), (1, 2));
    assert_eq!(years(Some(1999), Some(2005)), (2, 1));
}

#[test]
fn a_book_without_counts_agrees_too_and_guesses_uniformly() {
    let fixture = Fixture::new();
    let tree = "(;SZ[19];B[pd](;W[qf](;B[nc]TE[1])(;B[qe]BM[1]))(;W[nc]))";
    let request = ImportRequest {
        book: "main".to_owned(),
        files: vec![SourceFile { name: "tree.sgf".to_owned(), bytes: tree.as_bytes().to_vec() }],
        by: Author::new("test"),
        ..ImportRequest::new("", Vec::new(), "")
    };
    fixture.service.curation().import(&request).expect("imported");
    let outcome = fixture.assess(&[game("x", "", "dp cn fq dd")]);
    let total = &outcome.total;
    assert!(!outcome.counts_games);
    assert_eq!((total.corners().known, total.top), (4, [4, 4]));
    // One candidate, one, two, one: 1 of 4 each, and 1 of 2 + 3.
    let loss = -(3.0 * 0.25f64.ln() + 0.2f64.ln()) / 4.0;
    assert!(close(total.log_loss(), loss));
    assert!(close(total.uniform_log_loss(), loss));
}

#[test]
fn an_unknown_book_and_a_missing_path_are_errors() {
    let fixture = Fixture::mined(&three_games());
    let request = fixture.request(&three_games());
    let fails =
        |request: &AssessRequest| fixture.service.reviews().assess(request, &mut |_| {}).is_err();
    assert!(fails(&AssessRequest { book: "none".to_owned(), ..request.clone() }));
    assert!(fails(&AssessRequest { paths: vec![fixture.folder.path().join("none")], ..request }));
}

/// Steps that make plausible corners when they come in any order.
const STEPS: [&str; 12] = ["DD", "CD", "CF", "FC", "CC", "CE", "EC", "DE", "BC", "CB", "DG", "CJ"];

/// A game as choices: the corner, the handedness, the step, and whether the player passes first.
type Choices = Vec<(usize, bool, usize, bool)>;

fn any_choices() -> impl Strategy<Value = Choices> {
    let choice = (0usize..4, any::<bool>(), 0..STEPS.len(), prop::bool::weighted(0.05));
    proptest::collection::vec(choice, 1..50)
}

/// The legal ones of the moves that are chosen.
fn play(choices: &Choices) -> Vec<(Color, Move)> {
    let mut board = Position::new(BoardSize::NINETEEN);
    let mut color = Color::Black;
    let mut moves = Vec::new();
    for (corner, mirrored, step, pass) in choices {
        if *pass {
            board.pass();
            moves.push((color, Move::Pass));
            color = color.opposite();
        }
        let frame = Handedness::mirrored(*mirrored).frame(Corner::ALL[*corner]);
        let step: Step = STEPS[*step].parse().expect("a step");
        let point = frame.point_of(step, BoardSize::NINETEEN).expect("a point");
        if board.play(color, point).is_ok() {
            moves.push((color, Move::Play(point)));
            color = color.opposite();
        }
    }
    moves
}

fn sgf(name: &str, moves: &[(Color, Move)]) -> String {
    let node = |(color, played): &(Color, Move)| {
        let color = if *color == Color::Black { "B" } else { "W" };
        format!(";{color}[{}]", played.to_sgf())
    };
    let nodes: String = moves.iter().map(node).collect();
    format!("(;GM[1]SZ[19]PB[{name}]PW[other]RE[B+R]{nodes})\n")
}

/// The game turned (bits: swap the axes, turn one, turn the other) and with its colours swapped.
fn turned(moves: &[(Color, Move)], symmetry: u8) -> Vec<(Color, Move)> {
    let turn = |(color, played): &(Color, Move)| {
        let color = if symmetry & 8 == 0 { *color } else { color.opposite() };
        let Move::Play(point) = played else {
            return (color, Move::Pass);
        };
        let (x, y) = (point.x(), point.y());
        let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
        let x = if symmetry & 2 == 0 { x } else { 18 - x };
        let y = if symmetry & 4 == 0 { y } else { 18 - y };
        (color, Move::Play(Point::new(x, y)))
    };
    moves.iter().map(turn).collect()
}

/// A book of eighty such games, the same every time.
static MANY: LazyLock<Fixture> = LazyLock::new(|| {
    let mut state = 1u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    let games: Vec<String> = (0..80)
        .map(|number| {
            // The first steps more often than the others, so that games agree.
            let choices: Choices = (0..30)
                .map(|_| {
                    let step = next(STEPS.len()).min(next(STEPS.len()));
                    (next(4), next(2) == 0, step, next(30) == 0)
                })
                .collect();
            sgf(&format!("n{number}"), &play(&choices))
        })
        .collect();
    Fixture::mined(&games)
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// No number depends on how the board is turned or who has the black stones.
    #[test]
    fn turning_or_recolouring_games_changes_nothing(games in proptest::collection::vec(any_choices(), 1..4)) {
        let games: Vec<_> = games.iter().map(play).collect();
        let at = |symmetry| {
            let games = games.iter().enumerate();
            let texts: Vec<String> = games.map(|(at, game)| sgf(&format!("x{at}"), &turned(game, symmetry))).collect();
            MANY.assess(&texts)
        };
        let first = at(0);
        for symmetry in 1..16 {
            // Short games are distinguished by the players' colours; all are assessed here.
            let turned = at(symmetry);
            prop_assert_eq!(&turned.total, &first.total, "symmetry {}", symmetry);
        }
    }
}

#[test]
fn threads_and_order_make_no_difference_and_a_sample_is_the_same_every_time() {
    let games: Vec<String> = (0..40)
        .map(|number| {
            let choice =
                |at: usize| ((number + at) % 4, at.is_multiple_of(3), (number * at) % 12, false);
            let choices: Choices = (0..20).map(choice).collect();
            sgf(&format!("s{number}"), &play(&choices))
        })
        .collect();
    let reversed: Vec<String> = games.iter().rev().cloned().collect();
    for limit in [None, Some(1), Some(7), Some(40), Some(99)] {
        let outcome = |games: &[String], threads| {
            let request = AssessRequest { limit, threads, ..MANY.request(games) };
            MANY.run(&request)
        };
        let expected = outcome(&games, 1);
        assert_eq!(expected.total.games, limit.unwrap_or(40).min(40) as u64);
        assert!(expected.total.corners().known > 0);
        assert_eq!(outcome(&games, 3), expected);
        assert_eq!(outcome(&reversed, 2), expected);
    }
}
