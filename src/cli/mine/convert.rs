//! `joseki convert`: writes records of xiangqi in another format.

use std::io::Write;
use std::path::Path;

use crate::cli::args::{ConvertArgs, MoveNotation, RecordFormat};
use crate::cli::database::DatabaseFile;
use crate::cli::error::CliError;
use crate::cli::{log, new_file, output, source};
use crate::format::xiangqi::{ReadRecord, dhtmlxq, pgn, read, xqf};

/// Reads records and writes them.
pub fn run(db: &DatabaseFile, args: &ConvertArgs, out: &mut impl Write) -> Result<(), CliError> {
    let (mut records, mut problems) = (Vec::new(), 0);
    for path in &args.files {
        let file = source::name(path);
        let found = read(&source::read(path)?);
        let found = found.map_err(|error| CliError::XiangqiRecord { file: file.clone(), error })?;
        for ReadRecord { record, line, problems: said } in found {
            for problem in &said {
                log::warning(&format!("{file}:{line}: {problem}"));
            }
            problems += said.len();
            records.push(record);
        }
    }
    let bytes = match args.to {
        RecordFormat::Pgn => {
            let notation = notation(args.notation);
            let texts = records.iter().map(|record| pgn::write(record, notation));
            texts.collect::<String>().into_bytes()
        }
        RecordFormat::Dhtmlxq => {
            records.iter().map(dhtmlxq::write).collect::<String>().into_bytes()
        }
        RecordFormat::Xqf => match &records[..] {
            [record] => xqf::write(record),
            _ => return Err(CliError::OneRecord { found: records.len() }),
        },
    };
    match args.output.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => new_file::write(path, &bytes, args.force, db)?,
        None => output::file(out, &bytes)?,
    }
    if problems == 0 { Ok(()) } else { Err(CliError::RecordsIncomplete { problems }) }
}

const fn notation(notation: MoveNotation) -> pgn::PgnNotation {
    match notation {
        MoveNotation::Chinese => pgn::PgnNotation::Chinese,
        MoveNotation::Traditional => pgn::PgnNotation::Traditional,
        MoveNotation::Wxf => pgn::PgnNotation::Wxf,
        MoveNotation::Iccs => pgn::PgnNotation::Iccs,
    }
}
