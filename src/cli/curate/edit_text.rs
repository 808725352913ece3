//! `joseki edit` without a subcommand: a subtree in the user's editor.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::{env, fs};

use super::change_report::{self, ListedNodes};
use crate::{
    args::{DetailsArgs, EditArgs, Format, SubtreeFormat},
    database::{self, DatabaseFile},
    error::CliError,
    log, output,
    who::user_name,
};
use joseki_book::{Delta, Forest, Line};
use joseki_game::Variant;
use joseki_peer::program;
use joseki_service::{
    Service,
    curate::{Author, MAX_EDITS, MergeOutcome, Subtree, SubtreeRequest, read_subtree},
};
use joseki_wire::{EditItem, EditOp, MergedBookJson, check_reason, parse_subtree, write_subtree};

/// The editor of a user who names none.
const USUAL_EDITOR: &str = "vi";

/// Opens a subtree in the user's editor, and writes what changed if the user agrees.
pub fn run(db: &DatabaseFile, args: &EditArgs, out: &mut impl Write) -> Result<(), CliError> {
    check_reason(&args.reason).map_err(CliError::Node)?;
    if args.if_revision.is_some() {
        return Err(CliError::Subtree("--if-revision needs a command, such as `set`".to_owned()));
    }
    if !args.dry_run {
        database::refuse_read_only(db)?;
    }
    let subtree = open(db, args)?;
    let text = SubtreeFile::write(args.text.text_format, &subtree)?;
    let mut answers = io::stdin().lock();
    loop {
        text.edit()?;
        let change = |service: &Service, after: &Forest, dry_run: bool| {
            let by = Author::new(user_name()).with_reason(&args.reason);
            let (book, before) = (&subtree.book, &text.before.0);
            let request = SubtreeRequest { book, before, after, dry_run, by };
            Ok(service.curation().edit_subtree(&request)?)
        };
        let planned = text.read_edited(&subtree).and_then(|after| {
            let service = database::open_for_dry_run(db)?;
            Ok((change(&service, &after, true)?, after))
        });
        let is_asked = !args.dry_run && !args.text.yes;
        let answer = match &planned {
            Ok((planned, _)) if planned.outcome.delta.is_empty() => {
                log::note("nothing would change: nothing was written");
                return text.remove();
            }
            Ok((planned, _)) if is_asked => {
                review(args, planned, &mut io::stderr())?;
                ask(&mut answers, true)?
            }
            Ok(_) => Answer::Write,
            Err(problem) if is_asked => {
                log::error(&problem.to_string(), None);
                ask(&mut answers, false)?
            }
            Err(_) => Answer::Leave,
        };
        let outcome = match (answer, planned) {
            (Answer::Again, _) => continue,
            (Answer::Write, Ok((planned, _))) if args.dry_run => Ok(planned),
            (Answer::Write, Ok((_, after))) => {
                database::open(db).and_then(|service| change(&service, &after, false))
            }
            (_, Err(problem)) if !is_asked => Err(problem),
            _ => Err(CliError::Subtree("the change was not confirmed".to_owned())),
        };
        let reported = outcome.as_ref().map_or(Ok(()), |outcome| report(db, args, outcome, out));
        // A text that was written is in the book.
        if outcome.is_ok() && !args.dry_run {
            return reported.and_then(|()| text.remove());
        }
        out.flush()?;
        text.note_kept();
        return outcome.map(drop).and(reported);
    }
}

fn open(db: &DatabaseFile, args: &EditArgs) -> Result<Subtree, CliError> {
    let item = match (&args.text.line, &args.text.moves) {
        (Some(line), _) => EditItem::for_line(EditOp::Set, line),
        (None, Some(moves)) => EditItem::for_moves(EditOp::Set, moves),
        (None, None) => EditItem::for_line(EditOp::Set, ""),
    };
    let variant = database::variant(db, &args.book)?;
    let line = item.orient(variant).map_err(CliError::Node)?.line;
    let subtree = database::open_to_read(db)?.curation().subtree(&args.book, &line)?;
    match subtree.forest.len() {
        0..=MAX_EDITS => Ok(subtree),
        nodes => Err(CliError::Subtree(format!(
            "{nodes} nodes are too many for an editor, at most {MAX_EDITS}: give a longer line"
        ))),
    }
}

/// Shows what would change, before the question.
fn review(args: &EditArgs, planned: &MergeOutcome, out: &mut impl Write) -> io::Result<()> {
    let most = DetailsArgs { details: args.details }.count(Format::Text);
    let MergeOutcome { outcome, contradictions, .. } = planned;
    change_report::write_delta(&outcome.delta, ListedNodes::All, most, out)?;
    change_report::write_contradictions(contradictions, most, out)?;
    writeln!(out, "\n{}.", change_report::counts(&outcome.delta))
}

fn report(
    db: &DatabaseFile,
    args: &EditArgs,
    merged: &MergeOutcome,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let details = DetailsArgs { details: args.details }.count(args.format);
    if args.format == Format::Json {
        return output::json(out, &MergedBookJson::new(merged, details));
    }
    let MergeOutcome { outcome, contradictions, .. } = merged;
    Ok(change_report::write(outcome, contradictions, details, db, out)?)
}

/// The file that the editor opens.
struct SubtreeFile {
    format: SubtreeFormat,
    path: PathBuf,
    /// The subtree as the text gives it back, and what could not be read of it.
    before: (Forest, Vec<String>),
}

impl SubtreeFile {
    fn write(format: SubtreeFormat, subtree: &Subtree) -> Result<SubtreeFile, CliError> {
        let (ending, text) = match format {
            SubtreeFormat::Sgf => (".sgf", subtree.sgf()?),
            SubtreeFormat::Toml => {
                let text = write_subtree(subtree).map_err(CliError::Subtree)?;
                (".toml", (head(subtree) + &text).into_bytes())
            }
        };
        let mut file = tempfile::Builder::new().prefix("joseki-").suffix(ending).tempfile()?;
        file.write_all(&text)?;
        let path = file.into_temp_path().keep().map_err(|error| error.error)?;
        let mut file = SubtreeFile { format, path, before: (Forest::new(), Vec::new()) };
        file.before = file.read(subtree.book.variant)?;
        Ok(file)
    }

    /// Runs the user's editor, and waits until it ends.
    fn edit(&self) -> Result<(), CliError> {
        let named = |name: &str| env::var(name).ok().filter(|editor| !editor.trim().is_empty());
        let editor = ["VISUAL", "EDITOR"].into_iter().find_map(named);
        let editor = editor.unwrap_or_else(|| USUAL_EDITOR.to_owned());
        let failed = |why: String| CliError::Editor { editor: editor.clone(), why };
        let mut program = program(&editor).map_err(|error| failed(error.to_string()))?;
        let ended = program.arg(&self.path).status();
        match ended.map_err(|error| failed(error.to_string()))? {
            status if status.success() => Ok(()),
            status => {
                self.note_kept();
                Err(failed(format!("it ended with {status}")))
            }
        }
    }

    /// Returns the subtree, and what could not be read.
    fn read(&self, variant: Variant) -> Result<(Forest, Vec<String>), CliError> {
        let name = self.path.display().to_string();
        let unreadable = |error| CliError::Read { file: name.clone(), error };
        let bytes = fs::read(&self.path).map_err(unreadable)?;
        let wrong = |message: String| self.wrong(message);
        if self.format == SubtreeFormat::Toml {
            let text = String::from_utf8(bytes).map_err(|error| wrong(error.to_string()))?;
            return Ok((parse_subtree(variant, &text).map_err(wrong)?, Vec::new()));
        }
        read_subtree(variant, &name, &bytes).map_err(|error| CliError::Subtree(error.to_string()))
    }

    fn wrong(&self, message: String) -> CliError {
        CliError::Subtree(format!("{}: {message}", self.path.display()))
    }

    /// Returns the edited subtree.
    fn read_edited(&self, subtree: &Subtree) -> Result<Forest, CliError> {
        let (after, problems) = self.read(subtree.book.variant)?;
        let (before, known) = &self.before;
        // Without the number of the line.
        let what = |problem: &str| problem.split_once(": ").map_or("", |it| it.1).to_owned();
        let is_known = |problem: &String| known.iter().any(|it| what(it) == what(problem));
        let new: Vec<String> = problems.into_iter().filter(|problem| !is_known(problem)).collect();
        if !new.is_empty() {
            return Err(self.wrong(new.join("; ")));
        }
        let is_outside = |line: &&Line| !line.steps().starts_with(subtree.line.steps());
        let delta = Delta::between(before, &after);
        let mut lines = delta.changes().iter().map(|change| &change.line);
        match lines.find(is_outside) {
            None => Ok(after),
            Some(line) => {
                let opened = &subtree.line;
                Err(self.wrong(format!("{line} does not begin with {opened}, which was opened")))
            }
        }
    }

    /// Says where a text is that was not written, and how to go on with it.
    fn note_kept(&self) {
        if self.path.exists() {
            let file = self.path.display();
            log::note(&format!(
                "the text is kept in {file}; EDITOR='cp {file}' with the same command brings it back"
            ));
        }
    }

    fn remove(&self) -> Result<(), CliError> {
        Ok(fs::remove_file(&self.path)?)
    }
}

fn head(subtree: &Subtree) -> String {
    let Subtree { book, line, .. } = subtree;
    let what = if line.is_empty() { "all lines".to_owned() } else { format!("{line} and after") };
    format!(
        "# Book {}, version {}: {what}. Change fields, add tables, or delete tables with all that\n\
         # follow them; moves that games were counted for stay, without what is written. A new table\n\
         # is named by its moves, as [\"Q16 O17\"], or by its line. Close the editor to see what would change.\n\
         # Fields: verdict (ideal, good, mistake, trick, question), advantage, sente (first, second),\n\
         # confidence, names, tags, sources, comment, marks, conditions, properties, ends, retired.\n",
        book.name, book.version
    )
}

/// What to do with an edited text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Write,
    Again,
    Leave,
}

/// Asks until there is an answer; the end of the input leaves.
fn ask(answers: &mut impl BufRead, can_write: bool) -> Result<Answer, CliError> {
    let question = if can_write {
        "Write this change? [y]es, [e]dit again, [n]o: "
    } else {
        "[e]dit again, or [q]uit: "
    };
    loop {
        let mut answer = String::new();
        write!(io::stderr(), "{question}")?;
        io::stderr().flush()?;
        if answers.read_line(&mut answer)? == 0 {
            return Ok(Answer::Leave);
        }
        match answer.trim() {
            "y" | "yes" if can_write => return Ok(Answer::Write),
            "e" | "edit" => return Ok(Answer::Again),
            "n" | "no" | "q" | "quit" => return Ok(Answer::Leave),
            _ => {}
        }
    }
}
