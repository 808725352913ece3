//! `joseki-lab simulate`: compares move-ordering policies in simulated games.

use std::io::Write;
use std::time::Duration;
use std::{io, thread};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::SimulateArgs;
use super::compare::{SimulateOutcome, SimulateRequest, SimulateRow, SimulatedResults, simulate};
use super::json::SimulateJson;
use crate::error::LabError;
use crate::output;
use crate::simulation::{Figure, Policy, Scenario};
use joseki_cli::{Column, Format, OutputStyle, TextTable};

/// Simulates and prints the tables. Opens no database.
pub fn run(args: &SimulateArgs, look: OutputStyle, out: &mut impl Write) -> Result<(), LabError> {
    let request = request(args);
    let bar = SimulationProgress::start(request.seeds.len());
    let outcome = simulate(&request, &mut |done| bar.set(done));
    drop(bar);
    match args.format.format {
        Format::Text => Ok(write(&outcome, look, out)?),
        Format::Json => {
            let rows = SimulateJson::rows(&outcome);
            rows.iter().try_for_each(|row| output::json(out, row))
        }
    }
}

fn request(args: &SimulateArgs) -> SimulateRequest {
    let asked = |policy: &Policy| {
        args.policy.is_empty() || args.policy.iter().any(|name| name == policy.name)
    };
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    SimulateRequest {
        scenarios: args.scenario.scenarios(),
        policies: Policy::ALL.into_iter().filter(asked).collect(),
        seeds: args.seeds.0.clone(),
        threads: args.threads.unwrap_or_else(cores),
    }
}

/// Interval between redraws of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// Progress line that counts seeds, shown only on a terminal. It disappears when dropped.
pub struct SimulationProgress {
    bar: ProgressBar,
}

impl SimulationProgress {
    /// Shows the line for `seeds` seeds.
    pub fn start(seeds: usize) -> SimulationProgress {
        let bar = ProgressBar::new(seeds as u64);
        let template = "{spinner} simulating: {pos} of {len} seeds, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        SimulationProgress { bar }
    }

    /// Sets the number of finished seeds.
    pub fn set(&self, done: usize) {
        self.bar.set_position(done as u64);
    }
}

impl Drop for SimulationProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

const LEGEND: &str = "\
R@n      regret after n games against an opponent, in won games given away; lower is better
adv win  mean result of the last 500 games against opponents that learn; higher is better
±        half-width of the 95% interval of the mean over the seeds";

/// Writes the table shown in `docs/priority.md`, and the differences between policies.
pub fn write(outcome: &SimulateOutcome, look: OutputStyle, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Simulation with {}.\n", seeds(outcome.seeds))?;
    table(outcome, |row| &row.results, number).write(look, out)?;
    writeln!(out, "\n{LEGEND}")?;
    if outcome.rows.iter().all(|row| row.policy == outcome.against) {
        return Ok(());
    }
    writeln!(out, "\nDifference from {}, seed by seed:\n", outcome.against)?;
    table(outcome, |row| &row.differences, difference).write(look, out)
}

fn seeds(count: usize) -> String {
    match count {
        1 => "1 seed".to_owned(),
        count => format!("{count} seeds"),
    }
}

fn table(
    outcome: &SimulateOutcome,
    results: impl Fn(&SimulateRow) -> &SimulatedResults,
    text: impl Fn(Figure, usize) -> String,
) -> TextTable {
    let rows = &outcome.rows;
    let mut scenarios: Vec<Scenario> = rows.iter().map(|row| row.scenario).collect();
    scenarios.dedup();
    let mut columns = vec![Column::Left("policy")];
    columns.extend(scenarios.iter().map(|scenario| Column::Right(head(*scenario))));
    let mut table = TextTable::new(columns);
    let policies = rows.len() / scenarios.len().max(1);
    for at in 0..policies {
        // Rows are grouped by scenario, each with all policies in the same order.
        let of_it = rows[at..].iter().step_by(policies);
        let cells = of_it.map(|row| cell(row.scenario, results(row), &text));
        let name = std::iter::once(rows[at].policy.to_owned());
        table.row(name.chain(cells));
    }
    table
}

fn head(scenario: Scenario) -> &'static str {
    match scenario {
        Scenario::Stationary => "stat R@2000",
        Scenario::Change => "change R@2000",
        Scenario::New => "new R@100",
        Scenario::Adversary => "adv win",
    }
}

fn cell(
    scenario: Scenario,
    results: &SimulatedResults,
    text: impl Fn(Figure, usize) -> String,
) -> String {
    let after = match scenario {
        Scenario::Stationary | Scenario::Change => 2000,
        Scenario::New => 100,
        Scenario::Adversary => return text(results.win_last, 3),
    };
    let found = results.regret.iter().find(|(games, _)| *games == after);
    found.map_or_else(String::new, |(_, figure)| text(*figure, 1))
}

fn number(figure: Figure, digits: usize) -> String {
    let mean = format!("{:.digits$}", figure.mean);
    with_half_width(mean, figure, digits)
}

fn difference(figure: Figure, digits: usize) -> String {
    let mean = format!("{:+.digits$}", figure.mean);
    with_half_width(mean, figure, digits)
}

fn with_half_width(mean: String, figure: Figure, digits: usize) -> String {
    match figure.half_width {
        Some(half) => format!("{mean} ± {half:.digits$}"),
        None => mean,
    }
}
