//! Writes a picture as SVG.

use std::fmt::Write;

use super::Picture;
use super::font;
use super::scene::{Scene, Shape, ShapeForm};
use super::shade::{PAPER, Rgb};

impl Picture {
    /// Writes the picture as an SVG document: a rectangle of the class `cell` for every point, and
    /// a circle of the class `stone` for every stone, each with its point in `data-point`; a title
    /// and a description for screen readers. The same picture gives the same bytes.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let scene = Scene::layout(self);
        let (width, height) = (scene.width, scene.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\" aria-labelledby=\"title description\" font-family=\"monospace\" font-size=\"10\">\n\
             <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            escaped(&self.title),
            escaped(&self.description),
            hex(PAPER),
        );
        for shape in &scene.shapes {
            svg.push_str(&self.element(shape));
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn element(&self, shape: &Shape) -> String {
        let mut names = format!("class=\"{}\"", shape.what);
        if let Some(point) = shape.point {
            // Writing to a string cannot fail.
            let _ = write!(names, " data-point=\"{}\"", self.point_text(point));
        }
        match &shape.form {
            ShapeForm::Box { x, y, width, height, fill } => format!(
                "<rect {names} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
                hex(*fill)
            ),
            ShapeForm::Disc { x, y, radius, fill, edge } => {
                // The edge is the outermost unit of the disc, and half of a stroke lies outside its
                // line.
                let radius = f64::from(*radius) - 0.5;
                format!(
                    "<circle {names} cx=\"{x}.5\" cy=\"{y}.5\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\"/>\n",
                    hex(*fill),
                    hex(*edge)
                )
            }
            ShapeForm::Text { x, y, text, fill } => format!(
                "<text {names} x=\"{x}\" y=\"{}\" textLength=\"{}\" fill=\"{}\">{}</text>\n",
                y + font::HEIGHT,
                font::width(text),
                hex(*fill),
                escaped(text)
            ),
        }
    }
}

fn hex(Rgb([red, green, blue]): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes a text for an element or attribute of XML or HTML. Characters invalid in XML 1.0 become the replacement character.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_the_language_are_escaped() {
        assert_eq!(escaped("a<b>&\"c\"\n\u{1}"), "a&lt;b&gt;&amp;&quot;c&quot; \u{fffd}");
    }
}
