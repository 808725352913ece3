//! Annotation of a game record with its review.

use super::game::{CornerReview, GameReview};
use super::judged::{BookContinuation, JudgedKind, JudgedMove};
use super::words::describe;
use crate::Book;
use joseki_book::Verdict;
use joseki_format::annotate::{NodeAnnotation, NodeAnnotations, Variation, annotate};
use joseki_format::record::RecordedGame;
use joseki_format::sgf::{GameTree, SgfNodeId, WriteError, Writer};
use joseki_game::{BoardSize, Move};

/// Returns the record of a reviewed game with comments, judgements, labels and variations, as SGF
/// in UTF-8.
///
/// # Errors
/// See [`Writer`]; writing to memory does not fail.
pub fn annotated(tree: &GameTree, review: &GameReview, book: &Book) -> Result<Vec<u8>, WriteError> {
    let mut notes = NodeAnnotations::new();
    let root = notes.entry(tree.root().id()).or_default();
    root.comment.push(summary(review, book));
    for judged in review.judged() {
        add(&mut notes, tree, review, judged);
    }
    for foul in &review.fouls {
        if let Some(node) = review.line.nodes.get(foul.number - 1) {
            let text = format!("Forbidden to Black: {}.", foul.foul);
            notes.entry(*node).or_default().comment.push(text);
        }
    }
    let mut writer = Writer::new(Vec::new());
    annotate(&mut writer, tree, &notes)?;
    writer.finish()
}

fn add(notes: &mut NodeAnnotations, tree: &GameTree, review: &GameReview, judged: &JudgedMove) {
    let Some(node) = review.line.nodes.get(judged.number - 1).copied() else {
        return;
    };
    let size = review.line.record.size;
    let corner = judged.corner.to_string().replace('_', " ");
    let text = format!("{corner}: {}", describe(judged, size));
    let note = notes.entry(node).or_default();
    note.comment.push(text);
    if judged.is_fault() {
        note.judgement = note.judgement.or(judgement(judged));
    }
    if let Some(punishment) = judged.punishment.as_ref().filter(|_| judged.is_fault()) {
        let next = review.line.record.moves.get(judged.number);
        let variation = variation(punishment, "The book continues like this.".to_owned(), None);
        add_variation(note, variation, next.map(|(_, played)| *played));
    }
    // A variation to one of two moves in a node would have to repeat the other move.
    let alone = review.line.nodes.iter().filter(|id| **id == node).count() == 1;
    let before = tree.node(node).parent().filter(|_| alone);
    if let Some(before) = before.filter(|_| judged.is_fault() || judged.excused) {
        add_expected(notes, before.id(), judged, size);
    }
}

/// Adds labels and the better line to the node before the move.
fn add_expected(
    notes: &mut NodeAnnotations,
    before: SgfNodeId,
    judged: &JudgedMove,
    size: BoardSize,
) {
    let note = notes.entry(before).or_default();
    let plays = judged.expected.iter().flat_map(|expected| &expected.plays);
    for point in plays.filter_map(|played| played.point()) {
        if !note.labels.contains(&point) {
            note.labels.push(point);
        }
    }
    let Some((line, better)) = judged.better_line.as_ref().zip(judged.better()) else {
        return;
    };
    let point = better.plays.first().map(|played| judged.corner.move_text(*played, size));
    let point = point.unwrap_or_default();
    let comment = match better.verdict {
        Some(verdict) => format!("The book: {point} ({verdict})."),
        None => format!("The book: {point}."),
    };
    let variation = variation(line, comment, better.verdict);
    add_variation(note, variation, Some(judged.played));
}

/// Adds a variation unless it was played. A variation with the same first move is merged.
fn add_variation(note: &mut NodeAnnotation, variation: Variation, played: Option<Move>) {
    let first = |variation: &Variation| variation.moves.first().copied();
    if first(&variation).map(|(_, first)| first) == played {
        return;
    }
    let same = note.variations.iter_mut();
    let mut same = same.filter(|other| first(other) == first(&variation));
    match same.next() {
        None => note.variations.push(variation),
        Some(other) => {
            if !other.comment.contains(&variation.comment) {
                other.comment = format!("{} {}", other.comment, variation.comment);
            }
            other.judgement = other.judgement.or(variation.judgement);
            if other.moves.len() < variation.moves.len() {
                other.moves = variation.moves;
            }
        }
    }
}

fn variation(line: &BookContinuation, comment: String, judgement: Option<Verdict>) -> Variation {
    let moves = line.moves.iter().map(|played| (played.color, played.played));
    Variation { moves: moves.collect(), comment, judgement }
}

/// Returns whether a move is bad or doubtful; leaving the book is neither.
fn judgement(judged: &JudgedMove) -> Option<Verdict> {
    match judged.kind {
        JudgedKind::Mistake => {
            let bad = judged.verdict.filter(|verdict| verdict.value() < 0);
            Some(bad.unwrap_or(Verdict::Mistake))
        }
        JudgedKind::Costly => Some(Verdict::Question),
        JudgedKind::Best | JudgedKind::Book | JudgedKind::Left | JudgedKind::Tenuki => None,
    }
}

fn summary(review: &GameReview, book: &Book) -> String {
    let head = format!(
        "Reviewed up to move {} with the book {}, version {}.",
        review.reviewed, book.info.name, book.info.version
    );
    let corners = review.corners.iter().filter(|corner| !corner.steps.is_empty());
    let lines = corners.map(|corner| describe_corner(corner, &review.line.record));
    let lines: Vec<String> = std::iter::once(head).chain(lines).collect();
    lines.join("\n")
}

fn describe_corner(corner: &CornerReview, record: &RecordedGame) -> String {
    let name = corner.corner.to_string().replace('_', " ");
    let joseki = corner.names.first().map_or("no name", String::as_str);
    let left = corner.left.as_ref().map(|left| {
        format!(
            "; left the book at move {} ({} {})",
            left.book.move_number,
            record.variant.game().color_letter(left.book.color),
            corner.corner.move_text(left.book.played, record.size)
        )
    });
    format!("{name}: {joseki}{}", left.unwrap_or_default())
}
