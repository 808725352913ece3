//! Readers and writers: SGF, dictionaries, archives, book files, pictures, and the fuzzing corpus.

mod archives;
mod book_files;
mod dictionary;
mod fuzz_corpus;
mod game_info;
mod phrases;
mod picture;
mod sgf_charset;
mod sgf_limits;
mod sgf_properties;
mod sgf_reading;
mod sgf_writing;

#[path = "../support/full.rs"]
mod full;
#[path = "../support/messages.rs"]
mod messages;
#[path = "../support/programs.rs"]
mod programs;
mod xiangqi;
