//! Pictures of boards, read by other programs: the SVG by an XML parser, the PNG by its decoder.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::process::{Command, Stdio};

use joseki::format::picture::{LegendEntry, Picture, PictureCell, PictureMark, PicturePart};
use joseki::game::{BoardSize, Color, Game, Point};

use crate::programs::needs;

/// The parts of an SVG: a line for every cell, stone and mark, and what is around.
const READER: &str = "
import sys, xml.dom.minidom
root = xml.dom.minidom.parseString(sys.stdin.buffer.read()).documentElement
print('root', root.tagName, root.getAttribute('viewBox'))
for name in ('title', 'desc'):
    print(name, root.getElementsByTagName(name)[0].firstChild.data)
for one in root.getElementsByTagName('rect') + root.getElementsByTagName('circle'):
    kind, point = one.getAttribute('class'), one.getAttribute('data-point')
    if point:
        x = one.getAttribute('cx') or float(one.getAttribute('x')) + float(one.getAttribute('width')) / 2
        y = one.getAttribute('cy') or float(one.getAttribute('y')) + float(one.getAttribute('height')) / 2
        print(kind.replace(' ', '_'), point, float(x), float(y), one.getAttribute('fill'))
";

/// A board with a stone of each colour, a full point of each colour, and marks.
fn picture(lines: u8) -> Picture {
    let size = BoardSize::new(lines).expect("a size");
    let cell = |point: Point| {
        let (x, y) = (point.x(), point.y());
        PictureCell {
            shade: match (x, y) {
                (2, 0) => 1.0,
                (2, 1) => -1.0,
                _ => 0.0,
            },
            stone: match (x, y) {
                (0, 0) => Some(Color::Black),
                (1, 0) => Some(Color::White),
                _ => None,
            },
            mark: (x == lines - 1 && y == lines - 1).then_some(PictureMark::Own(Color::White)),
        }
    };
    Picture {
        game: Game::Go,
        size,
        part: PicturePart::of_corner(size, None),
        title: "A <board> & \"more\"".to_owned(),
        description: "What it shows.".to_owned(),
        cells: size.points().map(cell).collect(),
        legend: vec![LegendEntry { cell: PictureCell::default(), text: "nobody's".to_owned() }],
    }
}

/// The lines of the reader.
fn read(svg: &str) -> Vec<Vec<String>> {
    let mut python = Command::new("python3");
    python.args(["-c", READER]).stdin(Stdio::piped());
    let mut python = python.stdout(Stdio::piped()).spawn().expect("python3");
    let mut stdin = python.stdin.take().expect("standard input");
    stdin.write_all(svg.as_bytes()).expect("it reads");
    drop(stdin);
    let output = python.wait_with_output().expect("its output");
    assert!(output.status.success(), "it is no XML");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let words = |line: &str| line.split(' ').map(str::to_owned).collect();
    text.lines().map(words).collect()
}

/// Width, height, and the colour of each pixel.
fn pixels(png: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let decoder = png::Decoder::new(Cursor::new(png));
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("an image");
    assert_eq!(info.color_type, png::ColorType::Rgb);
    let colors = bytes.chunks_exact(3).map(|it| [it[0], it[1], it[2]]);
    (info.width, info.height, colors.collect())
}

#[test]
fn an_svg_is_xml_with_every_point_and_says_what_it_is() {
    needs!("python3");
    for lines in [2, 9, 19, 25] {
        let svg = picture(lines).to_svg();
        let found = read(&svg);
        let of =
            |kind: &str| found.iter().filter(|line| line[0] == kind).cloned().collect::<Vec<_>>();
        assert_eq!(of("root")[0][1], "svg");
        assert_eq!(of("title")[0][1..].join(" "), "A <board> & \"more\"");
        assert_eq!(of("desc")[0][1..].join(" "), "What it shows.");
        assert_eq!(of("cell").len(), usize::from(lines) * usize::from(lines));
        let top = format!("{lines}");
        assert_eq!(of("stone_black").len(), 1);
        assert_eq!(of("stone_black")[0][1], format!("A{top}"));
        if lines > 2 {
            assert_eq!(of("stone_white")[0][1], format!("B{top}"));
            let cells: BTreeMap<String, String> =
                of("cell").into_iter().map(|it| (it[1].clone(), it[4].clone())).collect();
            let (black, white) = (&cells[&format!("C{top}")], &cells[&format!("C{}", lines - 1)]);
            assert!(black != white && black != &cells["A1"] && white != &cells["A1"]);
        }
    }
}

#[test]
fn the_pixels_are_where_the_svg_says() {
    needs!("python3");
    for lines in [2, 9, 25] {
        let picture = picture(lines);
        let (svg, png) = (picture.to_svg(), picture.to_png().expect("a PNG"));
        let (width, height, colors) = pixels(&png);
        let view = format!("viewBox=\"0 0 {} {}\"", width / 2, height / 2);
        assert!(svg.contains(&view), "{view}");
        let color = |x: f64, y: f64| {
            let (x, y) = ((x * 2.0) as usize, (y * 2.0) as usize);
            colors[y * width as usize + x]
        };
        let mut seen = 0;
        let found = read(&svg);
        let kinds = ["cell", "stone_black", "stone_white", "mark"];
        for line in found.iter().filter(|line| kinds.contains(&line[0].as_str())) {
            let (x, y): (f64, f64) = (line[2].parse().expect("x"), line[3].parse().expect("y"));
            let fill = u32::from_str_radix(line[4].trim_start_matches('#'), 16).expect("a colour");
            let [_, red, green, blue] = fill.to_be_bytes();
            // A cell's middle has the lines of the board on it, or a stone: a quarter off there is neither.
            let (x, y) = match line[0].as_str() {
                "cell" => (x - 11.0, y - 11.0),
                "stone_black" | "stone_white" => (x - 5.0, y - 5.0),
                _ => (x, y),
            };
            if line[0] == "mark" && line[4] == "#141414" {
                // The rim below the square.
                continue;
            }
            assert_eq!(color(x, y), [red, green, blue], "{line:?}");
            seen += 1;
        }
        assert!(seen > usize::from(lines) * usize::from(lines) + 2);
        // The edge of a disc is neither quite the one colour nor the other.
        let greys = colors.iter().filter(|it| it[0] == it[1] && (60..110).contains(&it[0]));
        assert!(greys.count() > 4);
    }
}

#[test]
fn the_same_board_gives_the_same_bytes_and_another_gives_others() {
    let (one, mut other) = (picture(9), picture(9));
    assert_eq!(one.to_svg(), picture(9).to_svg());
    assert_eq!(one.to_png().expect("a PNG"), picture(9).to_png().expect("a PNG"));
    other.cells[40].mark = Some(PictureMark::Seki);
    assert_ne!(one.to_svg(), other.to_svg());
    assert_ne!(one.to_png().expect("a PNG"), other.to_png().expect("a PNG"));
    // Missing cells are empty ones.
    other.cells.clear();
    assert_eq!(other.to_svg().matches("class=\"cell\"").count(), 81);
}
