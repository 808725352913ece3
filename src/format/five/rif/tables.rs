//! The tables of a database, to which games refer by id.

use std::collections::HashMap;

use super::error::RifFault;
use super::text::Attributes;

/// The largest number of entries of a table.
const MAX_ENTRIES: usize = 1_000_000;

/// The tables of a database by id.
#[derive(Default)]
pub(super) struct Tables {
    countries: HashMap<String, String>,
    cities: HashMap<String, String>,
    rules: HashMap<String, String>,
    openings: HashMap<String, String>,
    players: HashMap<String, String>,
    tournaments: HashMap<String, Tournament>,
}

/// A tournament.
#[derive(Default)]
pub(super) struct Tournament {
    pub name: String,
    /// The start: `2025-05-01`, `2025-05` or `2025`.
    pub date: String,
    /// City and country.
    pub place: String,
    /// The id of the opening rule.
    pub rule: String,
    pub rated: String,
}

impl Tables {
    /// Adds an entry if the element makes one. The first entry of an id counts.
    pub(super) fn add(
        &mut self,
        element: &str,
        attributes: impl FnOnce() -> Attributes,
    ) -> Result<(), RifFault> {
        let (table, names): (_, &[&str]) = match element {
            "country" => (&mut self.countries, &["name"]),
            "city" => (&mut self.cities, &["name"]),
            "rule" => (&mut self.rules, &["name"]),
            "opening" => (&mut self.openings, &["abbr", "name"]),
            "player" => (&mut self.players, &["name", "surname"]),
            "tournament" => return self.add_tournament(attributes()),
            _ => return Ok(()),
        };
        let mut attributes = attributes();
        let text = joined(names.iter().map(|name| value(&attributes, name)), " ");
        insert(table, element, attributes.remove("id").unwrap_or_default(), text)
    }

    fn add_tournament(&mut self, mut attributes: Attributes) -> Result<(), RifFault> {
        let name_of = |table: &HashMap<String, String>, key| {
            table.get(value(&attributes, key)).map_or("", String::as_str).to_owned()
        };
        let (city, country) = (name_of(&self.cities, "city"), name_of(&self.countries, "country"));
        let tournament = Tournament {
            date: date(&attributes),
            place: joined([city.as_str(), country.as_str()].into_iter(), ", "),
            name: value(&attributes, "name").to_owned(),
            rule: value(&attributes, "rule").to_owned(),
            rated: value(&attributes, "rated").to_owned(),
        };
        let id = attributes.remove("id").unwrap_or_default();
        insert(&mut self.tournaments, "tournament", id, tournament)
    }

    pub(super) fn rule(&self, id: &str) -> Option<&str> {
        self.rules.get(id).map(String::as_str)
    }

    pub(super) fn opening(&self, id: &str) -> Option<&str> {
        self.openings.get(id).map(String::as_str)
    }

    pub(super) fn player(&self, id: &str) -> Option<&str> {
        self.players.get(id).map(String::as_str)
    }

    pub(super) fn tournament(&self, id: &str) -> Option<&Tournament> {
        self.tournaments.get(id)
    }
}

fn insert<T>(
    table: &mut HashMap<String, T>,
    element: &str,
    id: String,
    entry: T,
) -> Result<(), RifFault> {
    if table.len() >= MAX_ENTRIES {
        return Err(RifFault::TooManyEntries { table: element.to_owned() });
    }
    table.entry(id).or_insert(entry);
    Ok(())
}

/// Returns the value of an attribute without spaces around it, empty if it is missing.
pub(super) fn value<'a>(attributes: &'a Attributes, name: &str) -> &'a str {
    attributes.get(name).map_or("", |value| value.trim())
}

/// Joins the texts that are not empty.
fn joined<'a>(texts: impl Iterator<Item = &'a str>, separator: &str) -> String {
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(separator)
}

/// Returns the date of a tournament's start, or its year and month.
fn date(attributes: &Attributes) -> String {
    let start = value(attributes, "start");
    if is_date(start) {
        return start.to_owned();
    }
    let year = value(attributes, "year");
    let number = |text: &str| text.parse::<u16>().ok();
    let Some(year) = number(year).filter(|year| (1000..=9999).contains(year)) else {
        return String::new();
    };
    match number(value(attributes, "month")).filter(|month| (1..=12).contains(month)) {
        Some(month) => format!("{year}-{month:02}"),
        None => year.to_string(),
    }
}

/// Whether a text has the form `2025-05-01`, of a day that is not `00`.
fn is_date(text: &str) -> bool {
    let lengths = text.split('-').map(str::len);
    let is_number = |part: &str| part.parse::<u16>().is_ok_and(|number| number > 0);
    lengths.eq([4, 2, 2]) && text.split('-').all(is_number)
}
