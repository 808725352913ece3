//! Dictionaries in and out: accounting, orientation, tenuki, setup stones, the round trip.

use crate::full::cases;
use joseki::book::{Conditions, Forest, Line, MAX_ALTERNATIVES, NodeData, Verdict};
use joseki::format::dictionary::{ExportOptions, ImportReport, Importer, RefusalReason, export};
use joseki::format::sgf::{Limits, read_collection};
use joseki::game::{BoardSize, Color, Corner, Frame, Point};
use proptest::prelude::*;

const SIZE: BoardSize = BoardSize::NINETEEN;

fn import(sgf: &str) -> (Forest, ImportReport) {
    let mut forest = Forest::new();
    let report = import_into(&mut forest, sgf);
    (forest, report)
}

fn import_into(forest: &mut Forest, sgf: &str) -> ImportReport {
    let collection = read_collection(sgf.as_bytes(), &Limits::default()).expect("SGF");
    let mut importer = Importer::new(forest);
    collection.trees.iter().for_each(|tree| importer.add(tree));
    let report = importer.finish();
    assert!(report.is_balanced(), "{report:?}");
    report
}

fn lines(forest: &Forest) -> Vec<String> {
    forest.lines().map(|(line, _)| line.to_string()).collect()
}

fn data<'a>(forest: &'a Forest, line: &str) -> &'a NodeData {
    let line: Line = line.parse().expect("a line");
    let id = forest.find(&line).unwrap_or_else(|| panic!("{line} is not in {:?}", lines(forest)));
    forest.node(id).data().expect("data")
}

fn comment<'a>(forest: &'a Forest, line: &str) -> &'a str {
    let comment = data(forest, line).comment.as_ref();
    comment.map_or("", |text| text.template())
}

fn written(forest: &Forest, options: ExportOptions) -> String {
    let bytes = export(forest, options, Vec::new()).expect("memory takes it");
    String::from_utf8(bytes).expect("UTF-8")
}

/// Forty variations give one move under a stone of their own each. What is stored is read again, and
/// every alternative that does not fit is reported.
#[test]
fn alternatives_that_do_not_fit_are_reported() {
    let stone = |at: usize| {
        format!("{}{}", char::from(b'j' + (at % 5) as u8), char::from(b'c' + (at / 5) as u8))
    };
    let variations = (0..40).map(|at| format!("(;AB[{}];B[qf])", stone(at)));
    let sgf = format!("(;SZ[19];B[pd];W[qc]{})", variations.collect::<String>());
    let (forest, report) = import(&sgf);
    let line: Line = "DDCCCF".parse().expect("a line");
    let conditions = &data(&forest, &line.canonical().to_string()).conditions;
    assert_eq!(conditions.alternatives().len(), MAX_ALTERNATIVES);
    let again = conditions.to_string().parse::<Conditions>().expect("conditions");
    assert_eq!(&again, conditions);
    assert_eq!(report.conflicts.len(), 40 - MAX_ALTERNATIVES);
    for (at, conflict) in &report.conflicts {
        assert_eq!((at, conflict.field, conflict.taken), (&line.canonical(), "conditions", false));
        assert!(conflict.left_out.starts_with("own("), "{conflict:?}");
        assert_eq!(conflict.kept, conditions.to_string());
    }
}

/// The book is the same after it was written and read, in every orientation and colour.
fn assert_round_trip(forest: &Forest) {
    for frame in Frame::all() {
        for first in Color::ALL {
            let sgf = written(forest, ExportOptions { frame, first });
            let (again, report) = import(&sgf);
            assert_eq!(report.refused, [], "{sgf}");
            assert_eq!(
                &again,
                forest,
                "{frame:?} {first}\n{sgf}\n{}",
                written(&again, ExportOptions::default())
            );
        }
    }
}

#[test]
fn a_tree_in_any_corner_handedness_and_colour_is_one_book() {
    let sgf = "(;GM[1]SZ[19];B[pd]N[4-4]LB[qc:A][nc:B]C[A at R17, B at O17; see also D4.]
        (;W[nc]TE[2];B[qf]GB[1];W[qc]AR[pd:qc]TR[oc:qc]C[3-3])
        (;W[qc]DO[];B[pc];W[])
        (;W[nc];W[qf];B[tt]))";
    let (forest, report) = import(sgf);
    assert_eq!(lines(&forest), ["DDCCCDXX", "DDCFFCCC", "DDCFXXFCXX"]);
    assert_eq!(report.nodes, 11);
    assert_eq!(report.placed, 9);
    assert_eq!(report.merged.duplicate, 1);
    assert_eq!(report.merged.no_move, 1);
    assert_eq!(report.implied, 1);
    assert_round_trip(&forest);
}

#[test]
fn texts_and_marks_move_with_the_stones() {
    let (forest, _) =
        import("(;SZ[19];W[dp];B[cn]C[After C6, B2 and F3 (not D14) White lives.]LB[fq:x])");
    let data = data(&forest, "DDCF");
    let comment = data.comment.as_ref().expect("a comment");
    // D4 with C6 is counter-clockwise in the lower left; B2 is a point of that corner.
    assert_eq!(comment.template(), "After {CF}, {BB} and {FC} (not {DN}) {B} lives.");
    let mark = data.marks.first().expect("a label");
    assert_eq!((mark.step.to_string(), mark.label.as_deref()), ("FC".into(), Some("x")));
}

#[test]
fn black_s_second_move_is_no_point_of_another_corner() {
    let (forest, _) = import("(;SZ[19];B[pd];W[nc]C[After B2 at Q14])");
    let comment = data(&forest, "DDCF").comment.clone().expect("a comment");
    assert_eq!(comment.template(), "After B2 at {FD}");
}

#[test]
fn every_way_to_write_a_tenuki_is_the_same_line() {
    for tenuki in ["W[]", "W[tt]", "", "W[dp]"] {
        let (forest, _) = import(&format!("(;SZ[19];B[pd];{tenuki};B[nc];W[qf])"));
        assert_eq!(lines(&forest), ["DDXXCFFC"], "{tenuki}");
    }
    // One by each side cancels; its comments are kept at the move before.
    let (forest, report) = import("(;SZ[19];B[pd];W[]C[first];B[]C[second];W[nc])");
    assert_eq!(lines(&forest), ["DDCF"]);
    assert_eq!(report.merged.tenuki, 2);
    assert_eq!(comment(&forest, "DD"), "first\n\nsecond");
    // So does a move here by the side that had played elsewhere: the other did too.
    let (forest, _) = import("(;SZ[19];B[pd];W[]C[later];W[nc])");
    assert_eq!(lines(&forest), ["DDCF"]);
    assert_eq!(comment(&forest, "DD"), "later");
    // At the end of a line a tenuki is the book's answer.
    let (forest, _) = import("(;SZ[19];B[pd];W[nc];B[]C[enough])");
    assert_eq!(lines(&forest), ["DDCFXX"]);
    assert_eq!(comment(&forest, "DDCFXX"), "enough");
}

#[test]
fn a_stone_in_another_corner_is_a_tenuki_and_a_condition() {
    let (forest, report) = import("(;SZ[19];B[pd];W[nc];B[qf];W[dp]C[breaker];B[qc];W[qd])");
    assert_eq!(lines(&forest), ["DDCFFCXXCCDC"]);
    assert_eq!(report.placed, 6);
    assert!(data(&forest, "DDCFFCXX").conditions.is_always());
    assert_eq!(data(&forest, "DDCFFCXXCC").conditions.to_string(), "enemy(PP)");
    assert_eq!(data(&forest, "DDCFFCXXCCDC").conditions.to_string(), "own(PP)");
    assert_round_trip(&forest);
}

#[test]
fn setup_inside_a_variation_is_a_condition_of_what_follows() {
    let sgf = "(;SZ[19];B[pd];W[nc]
        (;AW[jd]AB[qj][qk]C[with stones];B[qf](;W[qc])(;AE[jd];W[pc]))
        (;B[pf];W[qc]))";
    let (forest, report) = import(sgf);
    assert_eq!(report.refused, []);
    let conditions = |line| data(&forest, line).conditions.to_string();
    assert_eq!(conditions("DDCFFC"), "own(JC) and own(KC) and enemy(DJ)");
    assert_eq!(conditions("DDCFFCCC"), "own(DJ) and enemy(JC) and enemy(KC)");
    assert_eq!(conditions("DDCFFCCD"), "enemy(JC) and enemy(KC) and empty(DJ)");
    assert_eq!(
        data(&forest, "DDCFFC").comment.as_ref().map(|text| text.template()),
        Some("with stones")
    );
    assert_round_trip(&forest);
    // Another source gives the move without the stones: then it needs none.
    let mut both = forest.clone();
    import_into(&mut both, "(;SZ[19];B[pd];W[nc];B[qf])");
    assert!(data(&both, "DDCFFC").conditions.is_always());
    assert_eq!(
        data(&both, "DDCFFCCC").conditions.to_string(),
        "own(DJ) and enemy(JC) and enemy(KC)"
    );
}

/// Found by the fuzzer: what could not be read came back beside conditions of stones that were set up, and took their place.
#[test]
fn conditions_that_cannot_be_read_stay_beside_those_that_can() {
    let sgf = "(;SZ[19];B[pd];W[nc];AW[jd];B[qf]JC[own(DD) or not e[jd](;W[qc]JC[own(CC)][own(DD)][not own(CC)]))";
    let (forest, _) = import(sgf);
    let answer = data(&forest, "DDCFFC");
    assert_eq!(answer.conditions.to_string(), "enemy(DJ)");
    assert!(answer.properties["JC"].contains("own(DD) or not e[jd"));
    // Of several all have to hold; what contradicts those before it is kept as it is.
    let next = data(&forest, "DDCFFCCC");
    assert_eq!(next.conditions.to_string(), "own(CC) and own(DD)");
    assert!(next.properties["JC"].contains("not own(CC)"));
    assert_round_trip(&forest);
}

/// Found by the fuzzer: one bad value took the place of all good ones when two variations with one node were put together.
#[test]
fn marks_that_cannot_be_read_stay_beside_those_that_can() {
    let (forest, _) = import("(;SZ[19];B[pd](;W[qc]TR[oc:qc]SQ[pd][zz])(;W[qc]TR[oc8qc]))");
    let answer = data(&forest, "DDCC");
    assert_eq!(answer.marks.len(), 4);
    assert!(answer.properties["TR"].contains("oc8qc"));
    assert!(answer.properties["SQ"].contains("zz"));
    assert_round_trip(&forest);
}

/// Found by the fuzzer: a marked point right before a word was one with it once it was written without the mark.
#[test]
fn a_marked_point_before_a_word_is_part_of_the_word() {
    let (forest, _) = import(
        "(;SZ[19];B[pd]C[R10\u{2060}qf and R10\u{2060}\u{2060}qf, but Q14\u{2060}\u{2060}, \u{2060}Q14\u{2060} Q\u{2060}14])",
    );
    assert!(comment(&forest, "DD").starts_with("R10\u{2060}qf and R10\u{2060}\u{2060}qf, but {"));
    assert_round_trip(&forest);
}

#[test]
fn setup_before_the_first_move_is_the_starting_position() {
    let (forest, report) = import("(;SZ[19]AB[pd];W[nc];B[qf])");
    assert_eq!(lines(&forest), ["DDCFFC"]);
    assert_eq!((report.placed, report.implied), (2, 1));
    let (forest, _) = import("(;SZ[19]AB[pd][qf]AW[nc];W[qc])");
    assert_eq!(lines(&forest), ["DDCFFCCC"]);
    let (forest, _) = import("(;SZ[19](;AB[nc]AW[jd];B[pd];W[qf]))");
    assert_eq!(lines(&forest), ["CFXXDDFC"]);
    assert_eq!(data(&forest, "CFXXDD").conditions.to_string(), "enemy(DJ)");
}

#[test]
fn a_tree_may_hold_several_corners() {
    let (forest, _) = import("(;SZ[19](;B[pd];W[nc])(;B[dd];W[cc];B[dc])(;B[qp];W[jj];B[op]))");
    assert_eq!(lines(&forest), ["CDJJED", "DDCCCD", "DDCF"]);
    // One variation through four corners, each with its own line and nobody's tenuki.
    let (forest, report) =
        import("(;SZ[19];B[pd];W[dp];B[pp];W[dd];B[cf];W[nc];B[qf];W[nq];B[qn];W[fd];B[cn];W[fq])");
    assert_eq!(lines(&forest), ["DDCFFC", "DDCFFD"]);
    assert_eq!((report.nodes, report.placed, report.refused.len()), (13, 4, 0));
}

#[test]
fn a_ladder_that_runs_into_its_breaker_opens_no_corner() {
    let sgf = "(;SZ[19];B[pd];W[nc];B[qf];W[dp];B[qc];W[ep];B[rd];W[eo];B[eq];W[qd])";
    let (forest, report) = import(sgf);
    assert!(lines(&forest).iter().all(|line| line.starts_with("DDCF")), "{:?}", lines(&forest));
    assert_eq!(report.refused, []);
    // Answered at once, it is the joseki of another corner.
    let (forest, _) = import("(;SZ[19];B[pd];W[nc];B[qf];W[dp];B[fq];W[cn])");
    assert_eq!(lines(&forest), ["DDCFFC"]);
}

#[test]
fn what_is_wrong_is_refused_with_its_line_and_all_that_follows() {
    let (forest, report) = import("(;SZ[19];B[pd]\n(;W[pd];B[nc])\n(;W[zz])\n(;W[qf]))");
    assert_eq!(lines(&forest), ["DDCF"]);
    let refused: Vec<String> = report.refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused,
        [
            "line 2: Q16 is already occupied",
            "line 2: it follows the refused node in line 2",
            "line 3: invalid point W[zz]",
        ]
    );
    let reason = |sgf: &str| import(sgf).1.refused[0].reason.clone();
    assert_eq!(reason("(;GM[2];B[pd])"), RefusalReason::NotGo("2".into()));
    assert_eq!(reason("(;SZ[5];B[cc])"), RefusalReason::BoardSize("5".into()));
    assert_eq!(reason("(;SZ[19:9];B[cc])"), RefusalReason::BoardSize("19:9".into()));
    assert!(matches!(reason("(;B[jd];W[jp])"), RefusalReason::NoCorner(_)));
}

#[test]
fn a_stone_on_a_middle_line_before_any_corner_is_a_condition_of_what_follows() {
    let (forest, report) = import("(;SZ[19];B[qj];W[pd];B[nc])");
    assert_eq!(lines(&forest), ["DDCF"]);
    assert_eq!((report.nodes, report.placed, report.merged.tenuki), (4, 2, 1));
    assert_eq!(report.refused, []);
    let conditions = |forest: &Forest, line| data(forest, line).conditions.to_string();
    assert_eq!(conditions(&forest, "DDCF"), "own(JC)");
    // The line so far equals its mirror.
    assert_eq!(conditions(&forest, "DD"), "enemy(CJ)");
    assert_round_trip(&forest);
    // In any corner and colour it is the same book.
    for sgf in [
        "(;SZ[19];W[cj];B[dd];W[fc])",
        "(;SZ[19];B[jc];W[pd];B[qf])",
        "(;SZ[19];W[jq];B[dp];W[cn])",
    ] {
        assert_eq!(import(sgf).0, forest, "{sgf}");
    }
    // Several stones, and several corners with a line each.
    let (forest, report) = import("(;SZ[19];B[qj];W[jj](;B[pd];W[nc])(;B[dd];W[cc];B[dc]))");
    assert_eq!(lines(&forest), ["DDCCCD", "DDCF"]);
    assert_eq!(report.merged.tenuki, 2);
    assert_eq!(conditions(&forest, "DDCF"), "own(JJ) and enemy(JC)");
    assert_eq!(conditions(&forest, "DDCCCD"), "own(JQ) and enemy(JJ)");
    assert_round_trip(&forest);
    // Without the stone in another source, a move needs none.
    let mut both = import("(;SZ[19];B[qj];W[pd];B[nc])").0;
    import_into(&mut both, "(;SZ[19];B[dd];W[cf])");
    assert!(data(&both, "DD").conditions.is_always());
    assert!(both.find(&"DDCF".parse().expect("a line")).is_some());
}

#[test]
fn what_is_said_of_a_stone_outside_every_corner_goes_to_the_next_move_without_its_verdict() {
    let (forest, report) =
        import("(;SZ[19]\n;B[qj]C[First the side.]N[Side]TE[2]TR[pd]\n;W[pd]N[Invasion];B[nc])");
    let data = data(&forest, "DD");
    assert_eq!(comment(&forest, "DD"), "First the side.");
    assert_eq!((data.verdict, data.names.len(), data.marks.len()), (None, 1, 1));
    let warning = "line 2: the name and verdict of a move outside every corner are left out";
    assert_eq!(report.warnings, [warning]);
}

#[test]
fn a_move_outside_every_corner_is_refused_where_none_in_a_corner_follows() {
    // The source does not say that W[pi] is a first move of a corner.
    let (forest, report) =
        import("(;SZ[19]\n(;B[qj];W[pi];B[pj])\n(;B[qd];W[od])\n(;B[jj](;W[pd])(;W[jd])))");
    assert_eq!(lines(&forest), ["CDED", "DD"]);
    let refused: Vec<String> = report.refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused,
        [
            "line 2: R10 is outside every corner, and no move in a corner follows",
            "line 2: it follows the refused node in line 2",
            "line 2: it follows the refused node in line 2",
            "line 4: K16 is outside every corner, and no move in a corner follows",
        ]
    );
}

#[test]
fn moves_are_read_by_the_rule_of_records() {
    let (forest, report) = import("(;SZ[19];B[PD]\n;W[nc]W[qf]\n;B[Qf]AW[JD])");
    assert_eq!(lines(&forest), ["DDCFFC"]);
    assert_eq!(report.refused, []);
    assert_eq!(
        report.warnings,
        [
            "line 1: B[PD] is read as B[pd]",
            "line 2: W has several values: W[nc] is the move, and the others are left out",
            "line 3: B[Qf] is read as B[qf]",
            "line 3: AW[JD] is read as AW[jd]",
        ]
    );
    let (forest, _) = import("(;SZ[19];B[pd]LB[NC:a]TR[QF];W[nc])");
    assert_eq!(data(&forest, "DD").marks.len(), 2);
}

#[test]
fn marks_and_comments_of_a_symmetric_node_are_turned_as_what_follows() {
    let sgf = "(;SZ[19];B[pd]C[White could also play R14.]LB[qf:a];W[nc];B[qf])";
    let (forest, _) = import(sgf);
    assert_eq!(comment(&forest, "DD"), "{W} could also play {FC}.");
    assert_eq!(
        data(&forest, "DD").marks.first().map(|mark| mark.step.to_string()),
        Some("FC".into())
    );
    assert_round_trip(&forest);
    // The mirrored source is the same book, also in another corner and colour.
    for mirrored in [
        "(;SZ[19];B[pd]C[White could also play O17.]LB[nc:a];W[qf];B[nc])",
        "(;SZ[19];W[dp]C[Black could also play F3.]LB[fq:a];B[cn];W[fq])",
    ] {
        assert_eq!(import(mirrored).0, forest, "{mirrored}");
    }
    // What follows may come later: after another symmetric move, a tenuki, a side stone, a
    // variation.
    for (sgf, line) in [
        ("(;SZ[19];B[pd]C[R14];W[qc];B[pc])", "DD"),
        ("(;SZ[19];B[pd]C[R14];W[];B[nc])", "DD"),
        ("(;SZ[19];B[pd];W[]C[R14];B[nc])", "DDXX"),
        ("(;SZ[19];B[pd]C[R14];C[x];W[nc])", "DD"),
        ("(;SZ[19];B[pd]C[R14](;W[qc])(;W[nc]))", "DD"),
        ("(;SZ[19];B[pd]W[nc]C[R14])", "DD"),
        ("(;SZ[19];AB[jj]C[R14];B[pd];W[nc])", "DD"),
        ("(;SZ[19];W[jj]C[R14];B[pd];W[nc])", "DD"),
    ] {
        let (forest, _) = import(sgf);
        assert!(comment(&forest, line).starts_with("{FC}"), "{sgf}: {}", comment(&forest, line));
        assert_round_trip(&forest);
    }
    // Where nothing follows, both orientations still give one book.
    let alone = "(;SZ[19];B[pd]C[R14])";
    assert_eq!(comment(&import(alone).0, "DD"), "{CF}");
    assert_eq!(import(alone).0, import("(;SZ[19];B[pd]C[O17])").0);
    // Found by the fuzzer: what is refused is not in the book and turns nothing.
    let (refused, _) = import("(;SZ[19];B[pd]C[R14];W[zz];B[nc])");
    assert_eq!(comment(&refused, "DD"), "{CF}");
    assert_round_trip(&refused);
}

#[test]
fn an_export_has_no_setup_property_beside_a_move_and_no_empty_mark() {
    let (forest, _) = import(
        "(;SZ[19]SQ[];W[pc]PL[B]SQ[][pd]TR[];B[pe]SQ[]TB[]LB[];AB[jj]PL[W];W[qe]VW[]TB[][ss])",
    );
    assert_eq!(
        written(&forest, ExportOptions { first: Color::White, ..ExportOptions::default() }),
        "(;FF[4]GM[1]CA[UTF-8]SZ[19];W[pc]SQ[pd];B[pe]TB[];W[qe]TB[ss]JC[enemy(JJ)]VW[]\n)\n"
    );
    assert_round_trip(&forest);
    // A book of an earlier version kept them.
    let mut old = forest.clone();
    let node = old.find(&"CD".parse().expect("a line")).expect("a node");
    for (ident, value) in [("PL", "B"), ("SQ", ""), ("TR", "")] {
        old.data_mut(node).properties.entry(ident.to_owned()).or_default().insert(value.to_owned());
    }
    assert_eq!(written(&old, ExportOptions::default()), written(&forest, ExportOptions::default()));
}

#[test]
fn an_advantage_in_points_stays_in_points() {
    for (points, advantage) in [("0", 0.0), ("1", 1.0), ("-1", -1.0), ("2", 2.0), ("-2", -2.0)] {
        let (mut forest, _) = import(&format!("(;SZ[19];B[pc]V[{points}])"));
        assert_eq!(data(&forest, "CD").advantage, Some(advantage));
        let sgf = written(&forest, ExportOptions::default());
        assert!(sgf.ends_with(&format!(";B[pc]V[{points}])\n")), "{sgf}");
        assert_round_trip(&forest);
        // The note is not written beside a later number.
        let node = forest.find(&"CD".parse().expect("a line")).expect("a node");
        forest.data_mut(node).advantage = Some(3.5);
        let sgf = written(&forest, ExportOptions::default());
        assert!(sgf.ends_with(";B[pc]V[3.5])\n"), "{sgf}");
    }
    let (forest, _) = import("(;SZ[19];B[qd]GB[2](;W[od]DM[1])(;W[oc]GW[1]))");
    let sgf = written(&forest, ExportOptions::default());
    assert!(sgf.contains("GB[2]") && sgf.contains("DM[1]") && sgf.contains("GW[1]"), "{sgf}");
}

#[test]
fn a_second_import_adds_nothing() {
    let sgf = "(;SZ[19]GN[One]C[header];B[pd]C[c]N[n](;W[nc]TE[1])(;W[qf];B[nc]XX[y]))";
    let (mut forest, first) = import(sgf);
    let before = forest.clone();
    let report = import_into(&mut forest, sgf);
    assert_eq!(forest, before);
    assert_eq!((report.placed, report.refused.len(), report.conflicts.len()), (0, 0, 0));
    assert_eq!(report.nodes, first.nodes);
    assert_eq!((first.merged.mirror, first.placed), (1, 3));
}

#[test]
fn properties_become_verdicts_and_advantages_and_the_rest_survives() {
    let sgf = "(;SZ[19]GN[Tree]PB[Someone]XR[r];W[pd](;B[nc]TE[2]GB[2])(;B[oc]TE[1]GW[1])
        (;B[qc]BM[2]UC[1])(;B[md]DO[]DM[1])(;B[mc]IT[]V[-3.5])(;B[pc]KK[a\\]b][c:d]KM[6.5]BM[1]TE[1]))";
    let (forest, _) = import(sgf);
    let of = |line| {
        let data = data(&forest, line);
        (data.verdict, data.advantage)
    };
    // White moved first, so what is good for Black is bad for the first mover.
    assert_eq!(of("DDCF"), (Some(Verdict::Ideal), Some(-2.0)));
    assert_eq!(of("DDCE"), (Some(Verdict::Good), Some(1.0)));
    assert_eq!(of("DDCC"), (Some(Verdict::Mistake), None));
    assert_eq!(of("DDDG"), (Some(Verdict::Question), Some(0.0)));
    assert_eq!(of("DDCG"), (Some(Verdict::Trick), Some(3.5)));
    assert_eq!(of("DDCD").0, Some(Verdict::Mistake));
    let kept = &data(&forest, "DDCD").properties;
    assert_eq!(kept["KK"].iter().collect::<Vec<_>>(), ["a]b", "c:d"]);
    assert_eq!(kept["TE"].iter().collect::<Vec<_>>(), ["1"]);
    assert_eq!(data(&forest, "DDCC").properties["BM"].iter().collect::<Vec<_>>(), ["2"]);
    assert_round_trip(&forest);
}

#[test]
fn a_stone_taken_from_outside_the_corner_does_not_break_the_export() {
    let sgf = "(;GM[1]SZ[19];B[qd];W[dc];W[ic];W[ie];B[id];W[jd];W[hd];W[id])";
    let (forest, report) = import(sgf);
    assert_eq!(report.refused, []);
    assert!(lines(&forest).iter().any(|line| line.ends_with("DI")), "{:?}", lines(&forest));
    assert_round_trip(&forest);
}

#[test]
fn what_belongs_to_a_whole_tree_is_kept_where_it_stands() {
    let sgf = "(;SZ[19]PB[One]GC[game];B[pd];W[qf]GC[here]KO[]PL[B]EV[x];B[nc])";
    let (forest, _) = import(sgf);
    let kept: Vec<&str> = data(&forest, "DDCF").properties.keys().map(String::as_str).collect();
    assert_eq!(kept, ["EV", "GC", "KO"]);
    let root = forest.node(joseki::book::NodeId::ROOT).data().expect("a header");
    assert_eq!(root.properties.keys().collect::<Vec<_>>(), ["GC", "PB"]);
    assert_round_trip(&forest);
}

#[test]
fn a_long_chain_and_a_deep_nest_fit_a_small_stack() {
    let chain = format!("(;SZ[19];B[pd]{})", ";W[];B[]".repeat(200_000));
    let nest = format!("(;SZ[19];B[pd]{}{})", "(;C[x]".repeat(200_000), ")".repeat(200_000));
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let done = small.spawn(move || {
        for sgf in [chain, nest] {
            let (forest, report) = import(&sgf);
            assert!(report.nodes > 200_000);
            drop(forest);
        }
    });
    done.expect("a thread").join().expect("no overflow");
}

/// Trees of random moves around one corner, with comments, marks and verdicts.
fn any_tree() -> impl Strategy<Value = String> {
    let point = (9u8..19, 0u8..10).prop_map(|(x, y)| Point::new(x, y).to_sgf());
    let said = prop_oneof![
        4 => Just(String::new()),
        1 => point.clone().prop_map(|p| format!("LB[{p}:A]TR[{p}]")),
        1 => (0usize..9, 1u8..20).prop_map(|(c, r)| format!("C[at {}{r} ]{{x}}", &"ABCDQRSTO"[c..=c]).replace("]{x}", ", so\\]]")),
        1 => "[a-z]{1,8}".prop_map(|name| format!("N[{name}]TE[2]GB[1]")),
        1 => Just("ZZ[\\\\][1]IT[]".to_owned()),
    ];
    let node = (any::<bool>(), prop::option::weighted(0.9, point), said, 0usize..4);
    proptest::collection::vec(node, 1..25).prop_map(|nodes| {
        let mut sgf = "(;SZ[19]".to_owned();
        let mut open = 1;
        for (black, point, said, close) in nodes {
            let ident = if black { "B" } else { "W" };
            sgf += &format!("(;{ident}[{}]{said}", point.unwrap_or_default());
            open += 1;
            for _ in 0..close.min(open - 1) {
                sgf.push(')');
                open -= 1;
            }
        }
        sgf + &")".repeat(open)
    })
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn import_export_import_is_the_same_book(sgf in any_tree()) {
        let (forest, _) = import(&sgf);
        assert_round_trip(&forest);
    }

    #[test]
    fn an_import_is_idempotent(sgf in any_tree()) {
        let (mut forest, _) = import(&sgf);
        let before = forest.clone();
        let report = import_into(&mut forest, &sgf);
        prop_assert_eq!(report.placed, 0);
        prop_assert_eq!(forest, before);
    }

    #[test]
    fn all_sixteen_placements_of_a_tree_are_one_book(sgf in any_tree(), corner in 0usize..4) {
        let (forest, _) = import(&sgf);
        let frame = Frame::clockwise(Corner::ALL[corner]);
        let (again, _) = import(&written(&forest, ExportOptions { frame, first: Color::White }));
        prop_assert_eq!(lines(&again), lines(&forest));
    }
}

#[test]
fn points_of_a_comment_stay_right_in_every_orientation() {
    let (forest, _) = import("(;SZ[19];B[pd];W[nc];B[qf]C[R14 answers O17.])");
    for frame in Frame::all() {
        let sgf = written(&forest, ExportOptions { frame, first: Color::Black });
        let at = |step: &str| {
            frame.point_of(step.parse().expect("a step"), SIZE).expect("on the board").to_gtp(SIZE)
        };
        let wanted = format!("{} answers {}.", at("FC"), at("CF"));
        assert!(sgf.contains(&wanted), "{sgf} lacks {wanted}");
    }
}
