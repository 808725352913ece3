//! Books as files, each read by a reader of its own that follows the documented rules of the program it is for.

mod games;
mod gnu_go;
mod katago;
mod records;
mod support;
mod tables;
mod text;
