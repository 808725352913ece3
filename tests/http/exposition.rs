//! A strict reader of Prometheus' text format.

use std::collections::BTreeMap;

pub type Labels = BTreeMap<String, String>;

/// A metric with its samples: what follows its name, its labels, its value.
pub struct Family {
    pub kind: String,
    pub samples: Vec<(String, Labels, f64)>,
}

/// Reads the text format 0.0.4, and refuses whatever is not to the letter.
pub fn parse(text: &str) -> BTreeMap<String, Family> {
    assert!(text.ends_with('\n'), "the last line ends too");
    let mut families: BTreeMap<String, Family> = BTreeMap::new();
    let mut current = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').expect("a help");
            assert!(is_name(name) && !help.is_empty(), "{line}");
            let kind = lines.next().and_then(|line| line.strip_prefix("# TYPE "));
            let kind = kind.and_then(|rest| rest.strip_prefix(name)).expect(line);
            let kind = kind.trim_start().to_owned();
            assert!(["gauge", "counter", "histogram"].contains(&kind.as_str()), "{line}");
            current = name.to_owned();
            let samples = Vec::new();
            let before = families.insert(current.clone(), Family { kind, samples });
            assert!(before.is_none(), "{name} is there twice");
            continue;
        }
        let (name, labels, value) = sample(line);
        let part = name.strip_prefix(&current).expect("samples after their head");
        let family = families.get_mut(&current).expect("a head");
        let parts: &[&str] = match family.kind.as_str() {
            "histogram" => &["_bucket", "_sum", "_count"],
            _ => &[""],
        };
        assert!(parts.contains(&part), "{line}");
        let again = |(held, same, _): &(String, Labels, f64)| held == part && *same == labels;
        assert!(!family.samples.iter().any(again), "{line} is there twice");
        family.samples.push((part.to_owned(), labels, value));
    }
    for (name, family) in &families {
        assert_eq!(name.ends_with("_total"), family.kind == "counter", "{name}");
        if family.kind == "histogram" {
            check_histogram(name, family);
        }
    }
    families
}

fn is_name(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let mut bytes = name.bytes();
    bytes.next().is_some_and(letter) && bytes.all(|byte| letter(byte) || byte.is_ascii_digit())
}

fn sample(line: &str) -> (String, Labels, f64) {
    let end = line.find(['{', ' ']).expect("a value");
    let (name, mut rest) = line.split_at(end);
    assert!(is_name(name), "{line}");
    let mut labels = Labels::new();
    if let Some(inside) = rest.strip_prefix('{') {
        rest = inside;
        loop {
            let (label, after) = rest.split_once("=\"").expect("a label");
            assert!(is_name(label), "{line}");
            let (value, after) = quoted(after);
            assert!(labels.insert(label.to_owned(), value).is_none(), "{line}");
            match after.strip_prefix(',') {
                Some(more) => rest = more,
                None => {
                    rest = after.strip_prefix('}').expect("an end of the labels");
                    break;
                }
            }
        }
    }
    let value = rest.strip_prefix(' ').expect("one space");
    (name.to_owned(), labels, value.parse().expect("a number"))
}

/// A text up to its closing quotation mark, and the rest.
fn quoted(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (value, &text[at + 1..]),
            '\\' => value.push(match letters.next() {
                Some((_, 'n')) => '\n',
                Some((_, letter @ ('"' | '\\'))) => letter,
                other => panic!("an escape that is none: {other:?}"),
            }),
            letter => value.push(letter),
        }
    }
    panic!("a text without an end: {text}");
}

fn check_histogram(name: &str, family: &Family) {
    let mut series: BTreeMap<Labels, Vec<(f64, f64)>> = BTreeMap::new();
    for (part, labels, value) in &family.samples {
        if part == "_bucket" {
            let mut labels = labels.clone();
            let bound = labels.remove("le").expect("a bound");
            let bound = bound.parse().expect("a number, or +Inf");
            series.entry(labels).or_default().push((bound, *value));
        }
    }
    let one = |part: &str, labels: &Labels| {
        let found = family.samples.iter().find(|(held, same, _)| held == part && same == labels);
        found.unwrap_or_else(|| panic!("{name}{part} {labels:?}")).2
    };
    for (labels, buckets) in &series {
        let rises = buckets.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 <= two[1].1);
        assert!(rises, "{name} {labels:?}: {buckets:?}");
        let last = buckets.last().expect("a bucket");
        assert_eq!(*last, (f64::INFINITY, one("_count", labels)), "{name} {labels:?}");
        assert!(one("_sum", labels) >= 0.0);
    }
    let sums = family.samples.iter().filter(|(part, ..)| part == "_sum").count();
    assert_eq!(sums, series.len(), "{name}");
}
