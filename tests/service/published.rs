//! A snapshot and the deltas after it are a later snapshot, whatever was done in between.

use std::path::Path;
use std::sync::Arc;

use joseki::book::{Edit, Line, ListPatch, Patch, Text, Verdict};
use joseki::peer::PublishedAddress;
use joseki::service::{
    Service, SourceFile,
    curate::{
        Author, ConditionalEdit, EditRequest, ImportRequest, OnConflict, RevertRequest,
        SourceFields, Undo,
        published::{FollowOutcome, FollowRequest, PublishOutcome, PublishRequest},
    },
};
use joseki::store::{ChangeQuery, SqliteStore};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::full::cases;

const LINES: [&str; 10] =
    ["DD", "DDCF", "DDCFCC", "DDCFFC", "DDFF", "DDDE", "CD", "CDDF", "CDDFXXCC", "CC"];
const SOURCES: [&str; 4] = ["free", "closed", "hidden", "later"];

/// An act on a book; the numbers choose what of.
type Act = (u8, usize, usize);

struct Fixture {
    publisher: Service,
    follower: Service,
    folder: TempDir,
}

fn service(path: &Path) -> Service {
    crate::messages::keep_short();
    Service::new(Arc::new(SqliteStore::open(path).expect("a store")))
}

fn by() -> Author {
    Author::new("test")
}

fn tree(source: usize, line: usize) -> SourceFile {
    let moves = ["pd];W[nc", "pd];W[nc];B[qf", "qd];W[oc", "qd];W[oc];B[qc", "qc"][line % 5];
    let sgf = format!("(;FF[4]GM[1]SZ[19];B[{moves}]C[by {}]N[n{line}]TR[qd])", SOURCES[source]);
    SourceFile { name: "a.sgf".to_owned(), bytes: sgf.into_bytes() }
}

impl Fixture {
    fn new() -> Fixture {
        let folder = tempfile::tempdir().expect("a folder");
        let publisher = service(&folder.path().join("publisher.db"));
        let follower = service(&folder.path().join("follower.db"));
        let fixture = Fixture { publisher, follower, folder };
        fixture.act((3, 0, 0));
        fixture
    }

    /// Does something to the book; what cannot be done is left out.
    fn act(&self, (kind, a, b): Act) {
        let line = || LINES[a % LINES.len()].parse::<Line>().expect("a line");
        let book = || "main".to_owned();
        let edit = |edit: Edit| {
            let edits = vec![ConditionalEdit { edit, seen: None }];
            let request = EditRequest { book: book(), edits, dry_run: false, by: by() };
            drop(self.publisher.curation().edit(&request));
        };
        let source = SOURCES[b % SOURCES.len()];
        match kind % 12 {
            0 => edit(Edit::Add { line: line(), patch: patch(b) }),
            1 => edit(Edit::Set { line: line(), patch: patch(b) }),
            2 => edit(Edit::Delete { line: line() }),
            3 | 4 => {
                let files = vec![tree(b % SOURCES.len(), a)];
                let licenses = [Some("CC0-1.0"), Some("Proprietary"), None, Some("CC0-1.0")];
                let license = licenses[b % SOURCES.len()].map(str::to_owned);
                let fields = SourceFields { license, ..SourceFields::default() };
                let request = ImportRequest {
                    source: Some((source.to_owned(), fields)),
                    ..ImportRequest::new("main", files, "test")
                };
                drop(self.publisher.curation().import(&request));
            }
            5 => {
                let to = LINES[b % LINES.len()].parse().expect("a line");
                edit(Edit::Move { line: line(), to });
            }
            6 => {
                let patch = Patch { retired: Some(b % 2 == 0), ..Patch::default() };
                edit(Edit::Set { line: line(), patch });
            }
            7 => {
                let query = ChangeQuery { limit: 1 + a % 5, ..ChangeQuery::default() };
                let changes = self.publisher.curation().changes(&query).expect("the log").changes;
                let Some(last) = changes.last() else { return };
                let request = RevertRequest {
                    book: book(),
                    undo: Undo::Change(last.id),
                    later: [OnConflict::Keep, OnConflict::Drop][b % 2],
                    dry_run: false,
                    by: by(),
                };
                drop(self.publisher.curation().revert(&request));
            }
            8 => {
                drop(self.publisher.curation().rename_book("main", "away", None, &by()));
                drop(self.publisher.curation().rename_book("away", "main", None, &by()));
            }
            9 => {
                let deleted = self.publisher.curation().delete_book("main", None, &by());
                let undo = Undo::Change(deleted.expect("a deletion"));
                let later = OnConflict::Refuse;
                let request = RevertRequest { book: book(), undo, later, dry_run: false, by: by() };
                self.publisher.curation().revert(&request).expect("restored");
            }
            10 => {
                let license = [Some("CC0-1.0".to_owned()), Some("Proprietary".to_owned())];
                let license = license[a % 2].clone();
                let fields = SourceFields { license, ..SourceFields::default() };
                drop(self.publisher.curation().set_source(source, fields, "test"));
            }
            _ => {
                let withheld = Some(a % 2 == 0);
                let fields = SourceFields { withheld, ..SourceFields::default() };
                drop(self.publisher.curation().set_source("hidden", fields, "test"));
            }
        }
    }

    fn publish(&self) -> PublishOutcome {
        publish(&self.publisher, &self.folder.path().join("books"), &["CC0-1.0"])
    }

    fn follow(&self) -> FollowOutcome {
        let books = self.folder.path().join("books").display().to_string();
        let outcome = self.follower.publishing().follow(&FollowRequest {
            address: &PublishedAddress::new(&books),
            published: "main".to_owned(),
            copy: "main".to_owned(),
            by: by(),
            key: None,
            allow_older: false,
        });
        outcome.expect("followed")
    }
}

fn publish(service: &Service, to: &Path, allow: &[&str]) -> PublishOutcome {
    let outcome = service.publishing().publish(&PublishRequest {
        book: "main".to_owned(),
        to: to.to_owned(),
        allow: Some(allow.iter().map(|license| (*license).to_owned()).collect()),
        keep: 3,
        counts: None,
        sign: None,
    });
    outcome.expect("published")
}

fn patch(number: usize) -> Patch {
    let text = format!("comment {number}");
    let verdicts = [Verdict::Good, Verdict::Ideal, Verdict::Mistake];
    match number % 4 {
        0 => Patch { comment: Some(Some(Text::from_template(text))), ..Patch::default() },
        1 => Patch { verdict: Some(Some(verdicts[number % 3])), ..Patch::default() },
        2 => Patch { comment: Some(None), verdict: Some(None), ..Patch::default() },
        _ => Patch {
            names: ListPatch { add: [text].into(), ..ListPatch::default() },
            advantage: Some(Some(f64::from(number as u32) / 4.0)),
            ..Patch::default()
        },
    }
}

/// Returns the rows of the newest snapshot of a folder.
fn rows(outcome: &PublishOutcome) -> Vec<String> {
    let rows = outcome.manifest.files.iter().find(|file| file.name.ends_with(".ndjson.gz"));
    let path = outcome.folder.join(&rows.expect("rows").name);
    let bytes = std::fs::read(path).expect("the file");
    let text = std::io::read_to_string(flate2::read::GzDecoder::new(&*bytes)).expect("a text");
    text.lines().skip(1).map(str::to_owned).collect()
}

proptest! {
    #![proptest_config(cases(12))]
    #[test]
    fn a_snapshot_and_its_deltas_are_the_later_snapshot(
        rounds in prop::collection::vec(
            (prop::collection::vec((any::<u8>(), any::<usize>(), any::<usize>()), 0..6), any::<bool>()),
            1..6,
        )
    ) {
        let fixture = Fixture::new();
        fixture.publish();
        fixture.follow();
        let mut changes_licenses = false;
        for (acts, follows) in rounds {
            changes_licenses |= acts.iter().any(|(kind, ..)| kind % 12 >= 10);
            acts.iter().for_each(|act| fixture.act(*act));
            let published = fixture.publish();
            let is_withheld = published.gap.is_some_and(|gap| gap.contains("withheld"));
            prop_assert!(published.gap.is_none() || changes_licenses || is_withheld, "{published:?}");
            if follows {
                let followed = fixture.follow();
                prop_assert_eq!(followed.digest, published.manifest.digest.sha256());
                let own = fixture.follower.publishing().book_digest("main").expect("a digest");
                prop_assert_eq!(own, published.manifest.digest);
            }
        }
        let published = fixture.publish();
        fixture.follow();
        // What the follower knows of a source stays, so it may not allow what the publisher does.
        let allow = ["CC0-1.0", "Proprietary", "unknown"];
        let copy = publish(&fixture.follower, &fixture.folder.path().join("copy"), &allow);
        prop_assert_eq!(rows(&published), rows(&copy));
    }
}

#[test]
fn deltas_are_used_where_they_can_be() {
    let fixture = Fixture::new();
    fixture.publish();
    assert!(fixture.follow().is_whole);
    for act in [(0, 4, 0), (1, 4, 3), (8, 0, 0), (9, 0, 0), (2, 4, 0), (6, 0, 0)] {
        fixture.act(act);
        let published = fixture.publish();
        assert_eq!(published.gap, None, "{act:?}");
        let followed = fixture.follow();
        assert_eq!((followed.is_whole, followed.gap), (false, None), "{act:?}");
        assert!(followed.deltas > 0, "{act:?}");
    }
}
