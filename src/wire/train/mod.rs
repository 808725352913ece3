//! JSON of quiz questions, answers and progress.

pub mod progress;
pub mod request;
pub mod response;
