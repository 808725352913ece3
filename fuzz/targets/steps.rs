//! Steps, lines and points: what is read is written the same, and a canonical line stays what it is.

use joseki::book::{Line, check_line};
use joseki::game::go::CornerPosition;
use joseki::game::{BoardSize, Frame, Move, Point, Variant};

/// Reads any text as a line, and as a point of any board.
pub fn run(data: &[u8]) {
    let Some((size, text)) = data.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    if let Ok(line) = text.parse::<Line>() {
        line_laws(&text, &line);
    } else {
        let error = text.parse::<Line>().expect_err("no line").to_string();
        assert!(!error.is_empty());
    }
    if let Ok(size) = BoardSize::new(*size) {
        points(&text, size);
    }
}

fn line_laws(text: &str, line: &Line) {
    assert_eq!(line.to_string(), text.to_ascii_uppercase());
    assert_eq!(line.to_string().parse().as_ref(), Ok(line));
    assert_eq!(&line.mirror().mirror(), line);
    let canonical = line.canonical();
    assert_eq!(canonical.canonical(), canonical);
    assert_eq!(line.mirror().canonical(), canonical);
    assert!(canonical.is_canonical() && canonical <= *line);
    assert_eq!(
        check_line(Variant::GO, line).is_ok(),
        check_line(Variant::GO, &line.mirror()).is_ok()
    );
    let (here, there) = (CornerPosition::replay(line), CornerPosition::replay(line.mirror()));
    assert_eq!(here.is_some(), there.is_some(), "{line}");
    if let (Some(here), Some(there)) = (here, there) {
        let to_move = line.to_move();
        assert_eq!(here.key(to_move).key, there.key(to_move).key, "{line}");
    }
    for frame in Frame::all() {
        for step in line.steps().iter().filter(|step| !step.is_tenuki()) {
            let size = BoardSize::NINETEEN;
            let point = frame.point_of(*step, size).expect("a point of the board");
            assert_eq!(frame.step_at(point, size), Some(*step));
        }
    }
}

fn points(text: &str, size: BoardSize) {
    if let Ok(point) = Point::from_gtp(text, size) {
        assert!(size.contains(point), "{text}");
        assert_eq!(Point::from_gtp(&point.to_gtp(size), size).ok(), Some(point));
    }
    if let Ok(point) = Point::from_sgf(text, size) {
        assert!(size.contains(point), "{text}");
        assert_eq!(Point::from_sgf(&point.to_sgf(), size).ok(), Some(point));
    }
    if let Ok(played) = Move::from_gtp(text, size) {
        assert_eq!(Move::from_gtp(&played.to_gtp(size), size).ok(), Some(played));
    }
    if let Ok(played) = Move::from_sgf(text, size) {
        assert_eq!(Move::from_sgf(&played.to_sgf(), size).ok(), Some(played));
    }
}
