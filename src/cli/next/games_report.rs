//! Text of the game statistics of a candidate.

use crate::text::one_line;
use joseki_wire::{CandidateJson, ExampleJson, PartJson, StatisticsJson, TenukiJson, YearJson};

/// Legend below the candidates if one of them has a proposed verdict.
pub const LEGEND: &str = "?  verdict inferred from counted games, not set by a curator";

/// Returns the cells for games, share and win rate.
pub fn cells(candidate: &CandidateJson) -> [String; 3] {
    match &candidate.statistics {
        Some(counted) => {
            [counted.games.to_string(), percent(counted.share), win_rate(counted.win_rate)]
        }
        None => Default::default(),
    }
}

/// Returns the same cells of a tenuki.
pub fn tenuki_cells(tenuki: &TenukiJson) -> [String; 3] {
    let share = tenuki.share.map(percent).unwrap_or_default();
    match &tenuki.statistics {
        Some(counted) => [counted.games.to_string(), share, win_rate(counted.win_rate)],
        None => [String::new(), share, String::new()],
    }
}

/// Returns the verdict, with a question mark if the games propose it.
pub fn verdict(candidate: &CandidateJson) -> String {
    let verdict = candidate.verdict.unwrap_or("-");
    if is_proposed(candidate) { format!("{verdict}?") } else { verdict.to_owned() }
}

/// Returns whether the verdict is inferred from games.
pub fn is_proposed(candidate: &CandidateJson) -> bool {
    candidate.verdict_by == Some("games")
}

/// Returns the lines below a candidate's row: the proposed verdict, counts by year, examples.
pub fn details(candidate: &CandidateJson) -> Vec<String> {
    let mut details = Vec::new();
    details.extend(proposal_text(candidate));
    if candidate.evidence.as_ref().is_some_and(|evidence| evidence.contested) {
        details.push("the games speak against the curator's verdict".to_owned());
    }
    if let Some(counted) = &candidate.statistics {
        details.extend(kinds(counted));
        details.extend(trend(counted));
        let examples = counted.examples.iter().flatten();
        details.extend(examples.map(example));
    }
    details
}

/// Returns the proposed verdict with its reason, unless the curator's verdict is the same.
fn proposal_text(candidate: &CandidateJson) -> Option<String> {
    let proposed = candidate.proposed.as_ref()?;
    let news = is_proposed(candidate) || candidate.verdict != Some(proposed.verdict);
    let who = match proposed.basis {
        "engine" => "engines",
        _ => "results",
    };
    news.then(|| format!("{who} suggest {}: {}", proposed.verdict, proposed.text))
}

fn kinds(counted: &StatisticsJson) -> Option<String> {
    let kinds = counted.kinds.as_ref().filter(|kinds| !kinds.is_empty())?;
    let kinds: Vec<String> = kinds.iter().map(|of| part(of.kind, &of.counts)).collect();
    Some(format!("games by players: {}", kinds.join("; ")))
}

fn part(name: &str, of: &PartJson) -> String {
    let (share, wins) = (percent(of.share), win_rate(of.win_rate));
    format!("{name}: {} ({share}, wins {wins})", of.games)
}

fn trend(counted: &StatisticsJson) -> Option<String> {
    let years = counted.trend.as_ref().filter(|years| !years.is_empty())?;
    let year = |of: &YearJson| {
        let year = of.year.map_or("no year".to_owned(), |year| year.to_string());
        part(&year, &of.counts)
    };
    let years: Vec<String> = years.iter().map(year).collect();
    Some(format!("games by year: {}", years.join("; ")))
}

pub fn example(game: &ExampleJson) -> String {
    let player = |name: &str, rank: &Option<String>| match (name, rank) {
        ("", None) => "unknown".to_owned(),
        ("", Some(rank)) => rank.clone(),
        (name, None) => name.to_owned(),
        (name, Some(rank)) => format!("{name} {rank}"),
    };
    let black = player(&game.black, &game.black_rank);
    let white = player(&game.white, &game.white_rank);
    let rest = [&game.date, &game.result, &game.event];
    let rest = rest.into_iter().flatten().map(|text| format!(", {text}"));
    let rest: String = rest.collect();
    one_line(&format!("{}: {black} (B), {white} (W){rest}", game.id))
}

fn win_rate(win_rate: Option<f64>) -> String {
    win_rate.map_or("-".to_owned(), percent)
}

/// Formats a share in percent; shares below 1 % keep one decimal.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent > 0.0 && percent < 0.95 {
        format!("{percent:.1}%")
    } else {
        format!("{percent:.0}%")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_short() {
        assert_eq!(percent(0.0), "0%");
        assert_eq!(percent(0.004), "0.4%");
        assert_eq!(percent(0.3349), "33%");
        assert_eq!(percent(1.0), "100%");
        assert_eq!(win_rate(None), "-");
    }

    #[test]
    fn an_example_has_what_is_known() {
        let game = |name: &str, date: Option<&str>| ExampleJson {
            id: "00c0ffee00c0ffee".to_owned(),
            black: name.to_owned(),
            black_rank: Some("9p".to_owned()),
            white: String::new(),
            white_rank: None,
            date: date.map(str::to_owned),
            result: Some("B+R".to_owned()),
            source: "pro".to_owned(),
            event: None,
        };
        assert_eq!(
            example(&game("A\u{1b}[2J\nB", Some("2008-01"))),
            "00c0ffee00c0ffee: A [2J B 9p (B), unknown (W), 2008-01, B+R"
        );
        assert_eq!(example(&game("", None)), "00c0ffee00c0ffee: 9p (B), unknown (W), B+R");
    }
}
