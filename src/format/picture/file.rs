//! Encodes pixels as a PNG file.

use std::io;

use png::{BitDepth, ColorType, Encoder};

use super::Picture;
use super::raster::Raster;
use super::scene::Scene;

impl Picture {
    /// Encodes the picture as a PNG file, two pixels per unit of the SVG, with its title and
    /// description as text chunks. The same picture gives the same bytes.
    ///
    /// # Errors
    /// When encoding fails, which no picture of a board causes.
    pub fn to_png(&self) -> io::Result<Vec<u8>> {
        let raster = Raster::paint_scene(&Scene::layout(self));
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, raster.width, raster.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.add_itxt_chunk("Title".to_owned(), self.title.clone())?;
        encoder.add_itxt_chunk("Description".to_owned(), self.description.clone())?;
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&raster.bytes)?;
        writer.finish()?;
        Ok(bytes)
    }
}
