//! Small charts side by side as SVG, sizes of books along the bottom.

use std::fmt::Write;

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 230.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;
/// Dark and light enough for both kinds of pages, and distinguished by dashes as well.
const COLORS: [&str; 3] = ["#2a78b8", "#c0602a", "#6a6a6a"];
const DASHES: [&str; 3] = ["none", "6 4", "2 3"];

/// One chart. Both axes are logarithmic.
pub struct Panel {
    title: &'static str,
    unit: &'static str,
    lines: Vec<(&'static str, Vec<(f64, f64)>)>,
}

impl Panel {
    pub fn new(title: &'static str, unit: &'static str) -> Panel {
        Panel { title, unit, lines: Vec::new() }
    }

    pub fn line(mut self, name: &'static str, points: Vec<(f64, f64)>) -> Panel {
        self.lines.push((name, points));
        self
    }

    fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.lines.iter().flat_map(|(_, points)| points.iter().copied())
    }

    /// The powers of ten that hold all of an axis.
    fn powers(values: impl Iterator<Item = f64>) -> (f64, f64) {
        let logs = values.filter(|value| *value > 0.0).map(f64::log10);
        let (low, high) =
            logs.fold((f64::MAX, f64::MIN), |(low, high), log| (low.min(log), high.max(log)));
        let low = low.floor();
        (low, high.ceil().max(low + 1.0))
    }

    fn draw(&self, svg: &mut String, (x, y): (f64, f64)) {
        let across = Self::powers(self.points().map(|(nodes, _)| nodes));
        let up = Self::powers(self.points().map(|(_, value)| value));
        let place = |value: f64, (low, high): (f64, f64)| (value.log10() - low) / (high - low);
        let at_x = |nodes: f64| x + LEFT + place(nodes, across) * (WIDTH - LEFT - RIGHT);
        let at_y = |value: f64| y + HEIGHT - BOTTOM - place(value, up) * (HEIGHT - TOP - BOTTOM);
        text(svg, (x + LEFT, y + 16.0), "start", "600", self.title);
        let mut power = up.0;
        while power <= up.1 {
            let at = at_y(10f64.powf(power));
            rule(svg, (x + LEFT, at), (x + WIDTH - RIGHT, at));
            text(
                svg,
                (x + LEFT - 6.0, at + 4.0),
                "end",
                "400",
                &format!("{}{}", short(power), self.unit),
            );
            power += 1.0;
        }
        let mut power = across.0;
        while power <= across.1 {
            text(
                svg,
                (at_x(10f64.powf(power)), y + HEIGHT - BOTTOM + 16.0),
                "middle",
                "400",
                &short(power),
            );
            power += 1.0;
        }
        for (number, (name, points)) in self.lines.iter().enumerate() {
            let (color, dash) = (COLORS[number % 3], DASHES[number % 3]);
            let path: Vec<String> = points
                .iter()
                .map(|(nodes, value)| format!("{:.1},{:.1}", at_x(*nodes), at_y(*value)))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
                path.join(" ")
            );
            for (nodes, value) in points {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{color}\"/>",
                    at_x(*nodes),
                    at_y(*value)
                );
            }
            let start = x + LEFT + number as f64 * (WIDTH - LEFT) / self.lines.len() as f64;
            let low = y + HEIGHT - 10.0;
            let _ = writeln!(
                svg,
                "<line x1=\"{start:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
                low - 4.0,
                start + 22.0,
                low - 4.0
            );
            text(svg, (start + 28.0, low), "start", "400", name);
        }
    }
}

/// All charts, two in a row.
pub fn draw(panels: &[Panel]) -> String {
    let rows = panels.len().div_ceil(2);
    let (width, height) = (2.0 * WIDTH, rows as f64 * HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (number, panel) in panels.iter().enumerate() {
        let place = ((number % 2) as f64 * WIDTH, (number / 2) as f64 * HEIGHT);
        panel.draw(&mut svg, place);
    }
    svg.push_str("</svg>\n");
    svg
}

fn rule(svg: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let _ = writeln!(
        svg,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#dddddd\"/>"
    );
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, weight: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-weight=\"{weight}\" fill=\"#222222\">{text}</text>"
    );
}

/// A power of ten as people write it.
fn short(power: f64) -> String {
    let value = 10f64.powf(power);
    match power as i32 {
        6.. => format!("{}M", (value / 1e6).round()),
        3.. => format!("{}k", (value / 1e3).round()),
        0.. => format!("{}", value.round()),
        _ => format!("{value}"),
    }
}
