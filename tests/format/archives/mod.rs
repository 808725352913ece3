//! Finding and opening game records in files, directories and archives.

mod bounds;
mod build;
mod damage;
mod directories;
mod heard;
mod nesting;
mod producers;
