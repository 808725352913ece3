//! Metrics in the Prometheus text format.

use std::fmt::{Display, Write};

use joseki_store::Histogram;

/// Builder of the text.
#[derive(Debug, Default)]
pub struct Exposition(String);

/// One metric; its samples follow its `HELP` and `TYPE` lines.
#[derive(Debug)]
pub struct Family<'a> {
    text: &'a mut String,
    name: &'static str,
}

impl Exposition {
    /// Adds a gauge.
    pub fn gauge(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "gauge", help)
    }

    /// Adds a counter.
    pub fn counter(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "counter", help)
    }

    /// Adds a histogram.
    pub fn histogram(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "histogram", help)
    }

    /// Returns the text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.0
    }

    fn family(&mut self, name: &'static str, kind: &str, help: &str) -> Family<'_> {
        put(&mut self.0, format_args!("# HELP {name} {help}"));
        put(&mut self.0, format_args!("# TYPE {name} {kind}"));
        let text = &mut self.0;
        Family { text, name }
    }
}

impl Family<'_> {
    /// Adds a sample without labels.
    pub fn value(&mut self, value: impl Display) {
        self.labelled(&[], value);
    }

    /// Adds a sample with labels.
    pub fn labelled(&mut self, labels: &[(&str, &str)], value: impl Display) {
        self.sample("", labels, value);
    }

    /// Adds the samples of a histogram.
    pub fn spread(&mut self, labels: &[(&str, &str)], spread: &Histogram) {
        for (bound, count) in &spread.buckets {
            let bound = bound.to_string();
            self.sample("_bucket", &[labels, &[("le", &bound)]].concat(), count);
        }
        self.sample("_bucket", &[labels, &[("le", "+Inf")]].concat(), spread.count);
        self.sample("_sum", labels, spread.sum);
        self.sample("_count", labels, spread.count);
    }

    fn sample(&mut self, part: &str, labels: &[(&str, &str)], value: impl Display) {
        let name = self.name;
        let labels = labels.iter().map(|(name, value)| {
            let value = escaped(value);
            format!("{name}=\"{value}\"")
        });
        let labels = labels.collect::<Vec<_>>().join(",");
        match labels.as_str() {
            "" => put(self.text, format_args!("{name}{part} {value}")),
            labels => put(self.text, format_args!("{name}{part}{{{labels}}} {value}")),
        }
    }
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(text, "{line}");
}

fn escaped(label: &str) -> String {
    label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
