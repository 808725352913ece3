//! Stones of five in a row in texts such as `h8 i9`.

use crate::error::RequestError;
use joseki_game::five::FiveBoard;
use joseki_game::{Color, Point};
use joseki_service::Code;

/// Splits a text at spaces and commas.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// Places a stone.
///
/// # Errors
/// The point is invalid, or it has a stone already.
pub fn place(
    board: &mut FiveBoard,
    color: Color,
    field: &str,
    word: &str,
) -> Result<(), RequestError> {
    let invalid = |error| RequestError::new(Code::InvalidPoint, field, error);
    let point = Point::from_letter_number(word, board.size()).map_err(invalid)?;
    if board.at(point).is_some() {
        let message = format!("{word} has a stone already");
        return Err(RequestError::new(Code::InvalidPoint, field, message));
    }
    board.place(color, point);
    Ok(())
}
