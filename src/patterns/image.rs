//! The images of a pattern under symmetries and exchanged colours.

use super::history::STRIDE;
use super::pattern::{MAX_LINES, Pattern, PatternAnchor};
use super::symbol::PatternSymbol;
use joseki_game::{Color, Symmetries, Symmetry};

/// Rows of boards in memory: as many as the largest board has.
pub(super) const ROWS: usize = MAX_LINES as usize;

/// A stone inside a pattern: coordinates from 0 in the pattern's upper left, its own colour. Black
/// comes before White, then upper rows, then left columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PatternStone {
    /// Colour of the pattern.
    pub color: Color,
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
}

/// The different images of a pattern.
#[derive(Debug)]
pub(super) struct PatternImages {
    pub images: Vec<Image>,
    /// The continuations: what symmetries of the pattern map on one another is one.
    pub continuations: Vec<PatternStone>,
    /// Whether one of those symmetries exchanges the colours.
    pub is_colorless: bool,
    /// Whether a continuation has the colour that must be next.
    pub allowed: Vec<bool>,
    /// Whether there must be a continuation.
    pub asks_for_next: bool,
}

/// A pattern as it may lie on a board.
#[derive(Debug)]
pub(super) struct Image {
    /// How it was turned.
    pub symmetry: Symmetry,
    /// Whether its colours were exchanged.
    pub is_exchanged: bool,
    /// Where its upper left point may be.
    pub anchor: PatternAnchor,
    /// Its places as bits of each row of upper left points.
    pub places: [u32; ROWS],
    /// Its stones: column, row, colour.
    pub stones: Vec<(u8, u8, Color)>,
    /// Distances of its points from the upper left one, with what may be there; stones first, and
    /// no points where anything may be.
    pub points: Vec<(u16, PatternSymbol)>,
    /// Distances of all points but those of its stones.
    pub open: Vec<u16>,
    /// Its columns.
    pub width: u8,
    /// Its rows as bits, those of an image at the top of the board.
    pub rows: u32,
    /// Which points of a row in memory are in its columns: -1 or 0.
    pub inside: [i16; STRIDE],
    /// Index into the continuations of a black and a white stone on each point, row by row.
    pub classes: Vec<[u16; 2]>,
    /// Stones that must follow: distance, colour.
    pub sequence: Vec<(u16, Color)>,
}

/// What makes images equal.
#[derive(PartialEq, Eq)]
struct ImageShape {
    width: u8,
    symbols: Vec<PatternSymbol>,
    anchor: PatternAnchor,
    sequence: Vec<PatternStone>,
}

impl ImageShape {
    fn new(pattern: &Pattern, symmetry: Symmetry, exchange: bool) -> ImageShape {
        let (width, height) = pattern.dimensions();
        let turned = turned((width, height), symmetry);
        let mut symbols = vec![PatternSymbol::ANY; pattern.symbols.len()];
        for (at, symbol) in pattern.symbols.iter().enumerate() {
            let (x, y) = ((at % usize::from(width)) as u8, (at / usize::from(width)) as u8);
            let (x, y) = symmetry.apply((x, y), turned);
            let symbol = if exchange { symbol.exchanged() } else { *symbol };
            symbols[usize::from(y) * usize::from(turned.0) + usize::from(x)] = symbol;
        }
        let lines = pattern.size.get();
        let sequence = pattern.options.sequence.iter();
        ImageShape {
            width: turned.0,
            symbols,
            anchor: turned_anchor(pattern.anchor, symmetry, lines, (width, height)),
            sequence: sequence.map(|stone| stone.turned(symmetry, exchange, turned)).collect(),
        }
    }
}

impl PatternImages {
    pub fn new(pattern: &Pattern) -> PatternImages {
        let exchanges: &[bool] = if pattern.options.swap { &[false, true] } else { &[false] };
        let mut shapes: Vec<(Symmetry, bool, ImageShape)> = Vec::new();
        // The symmetries that leave the pattern as it is.
        let mut own = Vec::new();
        let upright = ImageShape::new(pattern, Symmetry::IDENTITY, false);
        for &exchange in exchanges {
            for symmetry in Symmetries::SQUARE.iter() {
                let shape = ImageShape::new(pattern, symmetry, exchange);
                if shape == upright {
                    own.push((symmetry, exchange));
                }
                if !shapes.iter().any(|(_, _, found)| *found == shape) {
                    shapes.push((symmetry, exchange, shape));
                }
            }
        }
        let dimensions = pattern.dimensions();
        let least = |stone: PatternStone| {
            let images = own.iter().map(|(symmetry, exchange)| {
                stone.turned(*symmetry, *exchange, turned(dimensions, *symmetry))
            });
            images.min_by_key(|stone| stone.order()).unwrap_or(stone)
        };
        let is_colorless = own.iter().any(|(_, exchange)| *exchange);
        // Stones of the pattern in the order of continuations.
        let stones = Color::ALL.into_iter().flat_map(|color| {
            (0..dimensions.1)
                .flat_map(move |y| (0..dimensions.0).map(move |x| PatternStone { color, x, y }))
        });
        let continuations: Vec<PatternStone> =
            stones.filter(|stone| least(*stone) == *stone).collect();
        let class = |stone: PatternStone| {
            let stone = least(stone);
            continuations.binary_search_by_key(&stone.order(), PatternStone::order).unwrap_or(0)
                as u16
        };
        let next = pattern.options.next;
        let is_next =
            |stone: &PatternStone| is_colorless || next.is_none_or(|it| it == stone.color);
        let allowed = continuations.iter().map(is_next).collect();
        let images = shapes.into_iter().map(|(symmetry, exchange, shape)| {
            Image::new(symmetry, exchange, shape, |stone| {
                let back = symmetry.inverse();
                class(stone.turned(back, exchange, dimensions))
            })
        });
        let images = images.collect();
        PatternImages {
            images,
            continuations,
            is_colorless,
            allowed,
            asks_for_next: next.is_some(),
        }
    }
}

impl Image {
    fn new(
        symmetry: Symmetry,
        is_exchanged: bool,
        shape: ImageShape,
        class: impl Fn(PatternStone) -> u16,
    ) -> Image {
        let ImageShape { width, symbols, anchor, sequence } = shape;
        let place = |at: usize| {
            let width = usize::from(width);
            ((at % width) as u8, (at / width) as u8)
        };
        let distance = |(x, y): (u8, u8)| u16::from(y) * STRIDE as u16 + u16::from(x);
        let mut places = [0; ROWS];
        for y in anchor.top..=anchor.bottom {
            places[usize::from(y)] = (2u32 << anchor.right) - (1 << anchor.left);
        }
        let placed = || symbols.iter().enumerate();
        let mut points: Vec<(u16, PatternSymbol)> = placed()
            .filter(|(_, symbol)| **symbol != PatternSymbol::ANY)
            .map(|(at, symbol)| (distance(place(at)), *symbol))
            .collect();
        points.sort_by_key(|(_, symbol)| symbol.stone().is_none());
        let stones = placed().filter_map(|(at, symbol)| {
            let (x, y) = place(at);
            Some((x, y, symbol.stone()?))
        });
        let open = placed().filter(|(_, symbol)| symbol.stone().is_none());
        let classes = placed().map(|(at, _)| {
            let (x, y) = place(at);
            Color::ALL.map(|color| class(PatternStone { color, x, y }))
        });
        let height = symbols.len() / usize::from(width);
        let is_inside = |x| -i16::from(x < usize::from(width));
        Image {
            symmetry,
            is_exchanged,
            anchor,
            places,
            stones: stones.collect(),
            points,
            open: open.map(|(at, _)| distance(place(at))).collect(),
            width,
            rows: (1 << height) - 1,
            inside: std::array::from_fn(is_inside),
            classes: classes.collect(),
            sequence: sequence.iter().map(|it| (distance((it.x, it.y)), it.color)).collect(),
        }
    }
}

impl PatternStone {
    const fn order(&self) -> (u8, u8, u8) {
        (self.color as u8, self.y, self.x)
    }

    /// Returns its image in a rectangle that has these dimensions afterwards.
    fn turned(self, symmetry: Symmetry, exchange: bool, dimensions: (u8, u8)) -> PatternStone {
        let (x, y) = symmetry.apply((self.x, self.y), dimensions);
        let color = if exchange { self.color.opposite() } else { self.color };
        PatternStone { color, x, y }
    }
}

/// Dimensions of a rectangle after a symmetry.
const fn turned((width, height): (u8, u8), symmetry: Symmetry) -> (u8, u8) {
    if symmetry.transposes() { (height, width) } else { (width, height) }
}

/// Where the upper left point may be after a symmetry of the board.
fn turned_anchor(
    anchor: PatternAnchor,
    symmetry: Symmetry,
    lines: u8,
    (width, height): (u8, u8),
) -> PatternAnchor {
    // The rectangle of all points that the pattern may cover, and what remains when it is turned.
    let far = (anchor.right + width - 1, anchor.bottom + height - 1);
    let near = symmetry.apply((anchor.left, anchor.top), (lines, lines));
    let far = symmetry.apply(far, (lines, lines));
    let (width, height) = turned((width, height), symmetry);
    PatternAnchor {
        left: near.0.min(far.0),
        right: near.0.max(far.0) + 1 - width,
        top: near.1.min(far.1),
        bottom: near.1.max(far.1) + 1 - height,
    }
}
