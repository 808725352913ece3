//! `joseki convert`: writes records of xiangqi in another format.

use std::io::Write;
use std::path::Path;

use crate::args::{ConvertArgs, RecordFormat};
use crate::database::DatabaseFile;
use crate::error::CliError;
use crate::{log, new_file, output, source};
use joseki_format::xiangqi::{ReadRecord, XiangqiRecord, dhtmlxq, pgn, read, xqf};
use joseki_game::xiangqi::{XiangqiBoard, XiangqiOpening};

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
            records.push(named(record));
        }
    }
    let bytes = match args.to {
        RecordFormat::Pgn => {
            let texts = records.iter().map(|record| pgn::write(record, args.notation));
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

/// The record with the name of its opening, if it has none.
fn named(mut record: XiangqiRecord) -> XiangqiRecord {
    if record.start == XiangqiBoard::new()
        && record.tag("ECCO").is_none()
        && let Some(opening) = XiangqiOpening::of_moves(record.main_line())
    {
        let is_name = |tag: &str| ["ECCO", "Opening"].iter().any(|it| tag.eq_ignore_ascii_case(it));
        record.tags.retain(|(tag, value)| !is_name(tag) || !value.trim().is_empty());
        record.tags.push(("ECCO".to_owned(), opening.code.to_owned()));
        if record.tag("Opening").is_none() {
            record.tags.push(("Opening".to_owned(), opening.chinese.to_owned()));
        }
    }
    record
}
