//! Text report of a query for the next move.

use std::io::{self, Write};

use super::evidence_report::ResultCounts;
use super::{corner_report, games_report, whole_report};
use crate::drawing::draw;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::text::{count, first_line, one_line, wrap};
use joseki_game::Color;
use joseki_game::five::VERDICT_CONDITION;
use joseki_service::next::{NextAnswer, NextQuery, SwapAdvice, SwapEvidence, candidate_letter};
use joseki_wire::{
    CandidateJson, ConditionJson, CornerJson, FifthJson, FifthsJson, ForcedLineJson, FourthJson,
    FourthsJson, NextResponse, OpeningJson, SearchJson, Swap2Json, TenukiJson,
};

/// Indentation of the details below a candidate's row.
const INDENT: &str = "     ";

/// Writes the board, the candidates in their order, and the state of each corner.
pub fn write(
    query: &NextQuery,
    answer: &NextAnswer,
    response: &NextResponse,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}\n", look.bold(&headline(answer, response)))?;
    write!(out, "{}", draw(query, answer.variant, &answer.moves, response.coords, look))?;
    writeln!(out, "\n{}\n", last_move(query, answer, response))?;
    if let Some(opening) = &response.opening {
        writeln!(out, "{}\n", opening_text(opening))?;
    }
    if let Some(swap) = response.swap.as_ref().and_then(swap_text) {
        writeln!(out, "{swap}\n")?;
    }
    if let Some(fifths) = &response.fifths {
        writeln!(out, "{}\n", fifths_text(fifths))?;
    }
    if let Some(fourths) = &response.fourths {
        writeln!(out, "{}\n", fourths_text(fourths))?;
    }
    if let Some(swap2) = &response.swap2 {
        writeln!(out, "{}\n", swap2_text(swap2))?;
    }
    if let Some(search) = &response.search {
        writeln!(out, "{}\n", search_text(search))?;
    }
    let settled = corner_report::settled(answer);
    if !settled.is_empty() {
        writeln!(out, "{}\n", settled.join("\n"))?;
    }
    let tenukis: Vec<(&CornerJson, &TenukiJson)> = commonest_tenukis(response).collect();
    if !response.moves.is_empty() || !tenukis.is_empty() {
        let results = ResultCounts::for_query(query, &answer.moves);
        let table = table(answer, &tenukis, &response.moves, results);
        write_candidates(tenukis.len(), &response.moves, &table, look, out)?;
        if let Some(results) = results {
            writeln!(out, "{}", results.legend())?;
        }
        if response.moves.iter().any(games_report::is_proposed) {
            writeln!(out, "{}", games_report::LEGEND)?;
        }
        if answer.whole_board.is_some() {
            writeln!(out, "{}", whole_report::legend(response))?;
        }
        writeln!(out)?;
    }
    corner_report::table(answer, response).write(look, out)?;
    match whole_report::summary(answer) {
        Some(summary) => writeln!(out, "\n{summary}"),
        None => Ok(()),
    }
}

fn headline(answer: &NextAnswer, response: &NextResponse) -> String {
    let book = format!("Book {}, version {}", response.book.name, response.book.version);
    let color = answer.variant.game().side_name(answer.to_play);
    match (&response.best, answer.reason) {
        (Some(best), _) => format!("{book}: {color} to play, best {best}"),
        (None, Some(reason)) => {
            let why = corner_report::reason(reason);
            format!("{book}: {color} to play, no move: {why}")
        }
        (None, None) => format!("{book}: {color} to play, no move"),
    }
}

/// Names the opening of renju that a game has.
fn opening_text(opening: &OpeningJson) -> String {
    let names = [opening.romaji, Some(opening.chinese)];
    let names: Vec<&str> = names.into_iter().flatten().collect();
    let named = format!("Opening {}: {} ({})", opening.code, opening.name, names.join(", "));
    match (opening.verdict, opening.condition, opening.rules) {
        (Some(verdict), Some(condition), _) => format!("{named}. {verdict} ({condition})."),
        (_, _, Some(rules)) => format!("{named}, {rules}."),
        _ => named,
    }
}

/// Says which colour to take; `None` if nothing is known.
fn swap_text(swap: &SwapAdvice) -> Option<String> {
    let better = match swap.take {
        Some(Color::Black) => "Black is better",
        Some(_) => "White is better",
        None => "neither colour is clearly better",
    };
    let games = swap.win_rate.map(|rate| {
        let games = count(swap.games, "game");
        format!("Black scored {:.0} % in {games}", 100.0 * rate)
    });
    let why = match (swap.by?, swap.advantage) {
        (SwapEvidence::Verdict, _) => format!("by RenjuNet's verdict ({VERDICT_CONDITION})"),
        (SwapEvidence::Advantage, Some(advantage)) => {
            format!("by the book's advantage, {advantage:+}")
        }
        _ => "by games".to_owned(),
    };
    let games = games.map(|games| format!("; {games}")).unwrap_or_default();
    Some(format!("Swap: {better} {why}{games}."))
}

/// Says what a search found.
fn search_text(search: &SearchJson) -> String {
    let limit = if search.limit { " (the search reached its number of positions)" } else { "" };
    match &search.win {
        Some(win) => {
            let book = if search.in_book { "" } else { ", which the book lacks" };
            format!("Search: a win{book}, {}.", forced_text(win))
        }
        None => format!("Search: no win by force{limit}."),
    }
}

/// Writes a win by force: `by fours in 2: g11 g10 i9`.
fn forced_text(found: &ForcedLineJson) -> String {
    let by = if found.by == "mate" { "mate".to_owned() } else { format!("by {}", found.by) };
    format!("{by} in {}: {}", found.n, found.line.join(" "))
}

/// Says which fifth moves to offer.
fn fifths_text(fifths: &FifthsJson) -> String {
    let one = |fifth: &FifthJson| {
        let points = fifth.points.join("/");
        let grade = fifth.grade.as_ref();
        let value = grade.map(|grade| format!("{} by {}", percent(grade.value), grade.by));
        let shape = fifth.same_shape.map(|rank| format!("the shape of number {rank}"));
        let said: Vec<String> = value.into_iter().chain(shape).collect();
        if said.is_empty() { points } else { format!("{points} ({})", said.join(", ")) }
    };
    let best: Vec<String> = fifths.best.iter().map(one).collect();
    let known = count(fifths.known as u64, "different fifth move");
    match fifths.best.len() {
        0 => format!("Fifth moves: {} to offer, the book knows none.", fifths.offered),
        _ => {
            let (offered, best) = (fifths.offered, best.join(", "));
            let remains = fifths
                .remains
                .map(|value| format!(" White keeps the last: Black expects {}.", percent(value)));
            let remains = remains.unwrap_or_default();
            format!(
                "Fifth moves: {offered} to offer, best first {best}; the book knows {known}.{remains}"
            )
        }
    }
}

fn percent(value: f64) -> String {
    format!("{:.0} %", 100.0 * value)
}

/// Number of fourth moves and pairs that the text names.
const MAX_NAMED: usize = 5;

/// Says which fourth moves balance, or are best for White.
fn fourths_text(fourths: &FourthsJson) -> String {
    let one = |fourth: &FourthJson| {
        let (points, fifths) = (fourth.points.join("/"), count(fourth.n as u64, "fifth"));
        format!("{points} with {fifths} (Black expects {})", percent(fourth.value))
    };
    let best: Vec<String> = fourths.moves.iter().take(MAX_NAMED).map(one).collect();
    format!("Fourth moves: {}; {}.", best.join(", "), depth_text(fourths.depth))
}

/// Says what to do in Swap2.
fn swap2_text(swap2: &Swap2Json) -> String {
    let pairs = swap2.pairs.iter().take(MAX_NAMED);
    let pairs: Vec<String> = pairs
        .map(|pair| format!("{} and {} ({})", pair.white, pair.black, percent(pair.value)))
        .collect();
    let (value, pairs) = (percent(swap2.value), pairs.join(", "));
    format!(
        "Swap2: {}; Black expects {value}. Pairs, white and black: {pairs}; {}.",
        swap2.choice,
        depth_text(swap2.depth)
    )
}

fn depth_text(depth: u32) -> String {
    match depth {
        0 => "judged without a search, for which more positions are needed".to_owned(),
        1 => "searched one ply deep".to_owned(),
        depth => format!("searched {depth} plies deep"),
    }
}

fn last_move(query: &NextQuery, answer: &NextAnswer, response: &NextResponse) -> String {
    let Some((color, played)) = query.moves.last() else {
        return "No moves yet.".to_owned();
    };
    let place = response.coords.move_text(*played, query.size);
    let color = answer.variant.game().side_name(*color);
    format!("Last move: {place} ({color}, move {})", query.moves.len())
}

/// The corners in which playing elsewhere is the commonest move.
fn commonest_tenukis(response: &NextResponse) -> impl Iterator<Item = (&CornerJson, &TenukiJson)> {
    let tenukis = response.corners.iter().filter_map(|it| Some((it, it.tenuki.as_ref()?)));
    tenukis.filter(|(_, tenuki)| tenuki.commonest)
}

/// Writes the table, with the details of each candidate below its row; some tenukis precede them.
fn write_candidates(
    tenukis: usize,
    moves: &[CandidateJson],
    table: &TextTable,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut lines = table.lines();
    if let Some(head) = lines.next() {
        writeln!(out, "{}", look.bold(&head))?;
    }
    for line in lines.by_ref().take(tenukis) {
        writeln!(out, "{line}")?;
    }
    for (candidate, line) in moves.iter().zip(lines) {
        writeln!(out, "{line}")?;
        write_details(candidate, look, out)?;
    }
    Ok(())
}

fn table(
    answer: &NextAnswer,
    tenukis: &[(&CornerJson, &TenukiJson)],
    moves: &[CandidateJson],
    results: Option<ResultCounts>,
) -> TextTable {
    // Game statistics replace the priority, which is computed from them.
    let counted = moves.iter().any(|found| found.statistics.is_some()) || !tenukis.is_empty();
    let mut columns = vec![
        Column::Left(""),
        Column::Left("point"),
        Column::Left("corner"),
        Column::Left("verdict"),
    ];
    columns.extend_from_slice(if counted {
        &[Column::Right("games"), Column::Right("share"), Column::Right("wins")]
    } else {
        &[Column::Right("priority")]
    });
    columns.extend(results.iter().flat_map(|results| results.columns()));
    let whole = answer.whole_board.is_some();
    columns.extend(whole.then_some(whole_report::COLUMNS).into_iter().flatten());
    columns.extend([Column::Right("score"), Column::Left("name")]);
    let width = columns.len();
    let mut table = TextTable::new(columns);
    for (corner, tenuki) in tenukis {
        let mut cells =
            vec![String::new(), "tenuki".to_owned(), corner_report::words(corner.corner)];
        cells.push(String::new());
        cells.extend(games_report::tenuki_cells(tenuki));
        cells.resize(width, String::new());
        table.row(cells);
    }
    for (rank, (found, candidate)) in answer.moves.iter().zip(moves).enumerate() {
        let mut cells = vec![
            candidate_letter(rank).to_string(),
            candidate.points.join(" "),
            corner_report::words(candidate.corner),
            games_report::verdict(candidate),
        ];
        if counted {
            cells.extend(games_report::cells(candidate))
        } else {
            cells.push(format!("{:.3}", candidate.priority))
        }
        cells.extend(results.iter().flat_map(|results| results.cells(found)));
        cells.extend(whole.then(|| whole_report::cells(candidate)).into_iter().flatten());
        cells.extend([format!("{:.3}", candidate.score), name(candidate)]);
        table.row(cells);
    }
    table
}

/// Returns the names, with special properties of the move in brackets.
fn name(candidate: &CandidateJson) -> String {
    let mut marks = Vec::new();
    match candidate.via {
        "transposition" => marks.push("transposition"),
        "fewer_stones" => marks.push("the book has fewer stones here"),
        _ => {}
    }
    if candidate.leaf {
        marks.push("end of line");
    }
    if let Some(mark) = condition_mark(&candidate.conditions) {
        marks.push(mark);
    }
    // The others are the same name in other languages; there is no room for them in a table.
    let name = candidate.names.first().cloned().unwrap_or_default();
    if marks.is_empty() { name } else { format!("{name} [{}]", marks.join(", ")) }
}

/// Returns the mark of the worst of a move's conditions.
fn condition_mark(conditions: &[ConditionJson]) -> Option<&'static str> {
    let any = |holds: &str| conditions.iter().any(|condition| condition.holds == holds);
    if conditions.is_empty() {
        None
    } else if any("false") {
        Some("condition fails")
    } else if any("unknown") {
        Some("condition unknown")
    } else {
        Some("condition holds")
    }
}

fn write_details(
    candidate: &CandidateJson,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let columns = look.width.map(|width| width.saturating_sub(INDENT.len()));
    let condition = |condition: &ConditionJson| {
        let said = format!("if {}: {}, {}", condition.text, condition.holds, condition.why);
        one_line(&said)
    };
    let comment = candidate.comment.as_deref().and_then(first_line);
    let comment = comment.map(|(line, more)| if more { line + " …" } else { line });
    let games = games_report::details(candidate).into_iter();
    let details = candidate.conditions.iter().map(condition);
    let loses = candidate.loses.iter().map(|lost| format!("loses {}", forced_text(lost)));
    let kept = candidate.forced.iter().map(|forced| {
        let verb = if forced.won { "wins" } else { "loses" };
        format!("{verb} by force in {} moves of both sides at most", forced.plies)
    });
    let details = loses.chain(kept).chain(details).chain(comment).chain(games);
    let details = details.chain(whole_report::details(candidate));
    for line in details.flat_map(|detail| wrap(&detail, columns)) {
        writeln!(out, "{INDENT}{line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::text::width;
    use joseki_game::Variant;
    use joseki_service::Service;
    use joseki_store::SqliteStore;
    use joseki_wire::moves::split_moves;
    use joseki_wire::{Coords, NextRequest};

    /// Returns the report of a query on the starter book, in this look.
    fn written(look: OutputStyle) -> String {
        written_after("Q16,O17,R14", look)
    }

    fn written_after(moves: &str, look: OutputStyle) -> String {
        let directory = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(directory.path().join("a.db")).unwrap();
        let service = Service::new(Arc::new(store));
        service.curation().ensure_starter().unwrap();
        let request = NextRequest { moves: split_moves(moves), ..NextRequest::default() };
        let query = request.into_query(Variant::GO).unwrap();
        let answer = service.next_moves().next(&query).unwrap();
        let response = NextResponse::new(&answer, Coords::Gtp, query.size);
        let mut out = Vec::new();
        write(&query, &answer, &response, look, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn comments_fit_the_terminal_and_keep_their_words() {
        let plain = written(OutputStyle::default());
        let narrow = written(OutputStyle { styled: false, width: Some(50) });
        let details = |text: &str| -> Vec<String> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(INDENT));
            lines.map(str::to_owned).collect()
        };
        assert!(details(&plain).iter().any(|line| width(line) > 50));
        assert!(details(&narrow).iter().all(|line| width(line) <= 50 - INDENT.len()));
        assert_eq!(details(&plain).join(" "), details(&narrow).join(" "));
    }

    #[test]
    fn a_settled_corner_is_told_before_the_moves_and_tenuki_is_the_first_row() {
        let text = written_after("Q16,O17,R14,Q18,R17,L17", OutputStyle::default());
        let lines: Vec<&str> = text.lines().collect();
        let place = |start: &str| lines.iter().position(|line| line.starts_with(start));
        let said = place("The upper right is settled: 93 % play elsewhere.").expect(&text);
        let head = place("   point").expect(&text);
        assert!(said < head, "{text}");
        let row: Vec<&str> = lines[head + 1].split_whitespace().collect();
        assert_eq!(row[..3], ["tenuki", "upper", "right"], "{text}");
        assert_eq!(row[4], "93%", "{text}");
        assert!(lines[head + 2].starts_with("a  "), "{text}");
        let open = written_after("Q16,O17", OutputStyle::default());
        assert!(!open.contains("settled") && !open.contains("tenuki"), "{open}");
    }

    #[test]
    fn style_adds_nothing_but_style() {
        let styled = written(OutputStyle { styled: true, width: None });
        let bare: String =
            styled.split('\x1b').enumerate().fold(String::new(), |bare, (at, part)| {
                // What follows the attribute, after the first part.
                let text = if at == 0 { part } else { part.split_once('m').map_or("", |it| it.1) };
                bare + text
            });
        let plain = written(OutputStyle::default());
        let is_same = |(one, other)| one == other || one == '●' && matches!(other, 'X' | 'O');
        assert_eq!(bare.chars().count(), plain.chars().count(), "{bare}");
        assert!(bare.chars().zip(plain.chars()).all(is_same), "{bare}");
        assert!(styled.contains("\x1b[1;38;5;16;48;5;179ma\x1b[0m"), "{styled}");
    }
}
