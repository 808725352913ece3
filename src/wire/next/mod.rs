//! JSON of queries for the next move.

pub mod best;
pub mod cloud;
pub mod condition;
pub mod evidence;
pub mod fields;
pub mod games_filter;
pub mod opening;
pub mod proposed;
pub mod request;
pub mod response;
mod shared_json;
pub mod statistics;
pub mod whole_board;
