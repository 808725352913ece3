//! `joseki forbidden` through the program.

use crate::program::Place;

/// A double three on c12 that the rules make one, and a straight four that wins.
const BOARDS: &str = r#"{"black": "h9 h10 g8 f8", "white": "", "33": "h8", "legal33": ""}

{"white": "a1", "black": "c8,d8,e8,f8"}
{"black": "h8 h8"}
{"black": "z9"}
[1, 2]
"#;

#[test]
fn each_line_has_its_answer_and_what_is_wrong_with_it() {
    let place = Place::new();
    place.write("boards", BOARDS);
    let run = place.run(&["forbidden", "boards"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], r#"{"33":["h8"],"44":[],"6":[]}"#);
    assert_eq!(lines[1], r#"{"33":[],"44":[],"6":[]}"#);
    assert_eq!(lines[2], r#"{"error":"line 4: black: h8 has a stone already"}"#);
    let point = r#"line 5: black: point \"z9\" is off the 15x15 board"#;
    assert_eq!(lines[3], format!(r#"{{"error":"{point}"}}"#));
    assert!(lines[4].starts_with(r#"{"error":"line 6: invalid JSON: "#), "{}", lines[4]);
    assert_eq!(
        (run.code, run.err.contains("3 lines were refused")),
        (Some(1), true),
        "{}",
        run.err
    );
}
