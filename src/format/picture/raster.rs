//! Paints shapes as pixels.

use super::font;
use super::scene::{Scene, ShapeForm};
use super::shade::{PAPER, Rgb};

/// Pixels per unit of the scene.
pub(super) const SCALE: u32 = 2;

/// Pixels, row by row.
pub(super) struct Raster {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Red, green and blue of each pixel.
    pub(super) bytes: Vec<u8>,
}

impl Raster {
    /// Paints a scene.
    pub(super) fn paint_scene(scene: &Scene) -> Raster {
        let (width, height) = (scene.width * SCALE, scene.height * SCALE);
        let pixels = width as usize * height as usize;
        let mut raster = Raster { width, height, bytes: PAPER.0.repeat(pixels) };
        for shape in &scene.shapes {
            raster.paint(&shape.form);
        }
        raster
    }

    fn paint(&mut self, form: &ShapeForm) {
        match form {
            ShapeForm::Box { x, y, width, height, fill } => {
                self.fill((*x, *y), *width, *height, *fill)
            }
            ShapeForm::Disc { x, y, radius, fill, edge } => {
                self.disc((*x, *y), *radius, *edge);
                if fill != edge {
                    self.disc((*x, *y), radius - 1, *fill);
                }
            }
            ShapeForm::Text { x, y, text, fill } => self.text(*x, *y, text, *fill),
        }
    }

    /// Fills a rectangle given in units.
    fn fill(&mut self, (x, y): (u32, u32), width: u32, height: u32, color: Rgb) {
        for row in y * SCALE..(y + height) * SCALE {
            for column in x * SCALE..(x + width) * SCALE {
                self.blend(column, row, color, 1.0);
            }
        }
    }

    /// Paints a disc around the centre of a unit. Pixels at the rim are blended by how much of them
    /// the disc covers, estimated from the distance of the pixel's centre.
    fn disc(&mut self, (x, y): (u32, u32), radius: u32, color: Rgb) {
        let scale = f64::from(SCALE);
        let centre = |unit: u32| (f64::from(unit) + 0.5) * scale;
        let (middle_x, middle_y) = (centre(x), centre(y));
        let reach = f64::from(radius) * scale;
        let span = |unit: u32| {
            let from = (unit * SCALE).saturating_sub(radius * SCALE);
            from..(unit + radius + 1) * SCALE
        };
        for row in span(y) {
            for column in span(x) {
                let right = f64::from(column) + 0.5 - middle_x;
                let down = f64::from(row) + 0.5 - middle_y;
                let covered = (reach - right.hypot(down) + 0.5).clamp(0.0, 1.0);
                self.blend(column, row, color, covered);
            }
        }
    }

    fn text(&mut self, x: u32, y: u32, text: &str, color: Rgb) {
        for (place, letter) in (0..).zip(text.chars()) {
            let left = x + place * font::ADVANCE;
            for (row, bits) in (0..).zip(font::glyph(letter)) {
                for column in 0..font::WIDTH {
                    if bits & (1 << (font::WIDTH - 1 - column)) != 0 {
                        self.fill((left + column, y + row), 1, 1, color);
                    }
                }
            }
        }
    }

    /// Blends a colour into a pixel; ignores pixels outside.
    fn blend(&mut self, x: u32, y: u32, Rgb(color): Rgb, part: f64) {
        if x >= self.width || y >= self.height {
            return;
        }
        let at = (y as usize * self.width as usize + x as usize) * 3;
        for (old, new) in self.bytes[at..at + 3].iter_mut().zip(color) {
            let mixed = f64::from(*old) + (f64::from(new) - f64::from(*old)) * part;
            *old = mixed.round() as u8;
        }
    }
}
