//! JSON bodies: through the shapes of the wire and the service, to an answer or a refusal that names a field.

use joseki::format::sgf::{Limits, TreeReader};
use joseki::game::{BoardSize, Variant};
use joseki::service::{
    ServiceError,
    board::{influence, ladders, score},
    curate::EditRequest,
};
use joseki::wire::{
    AnswerLine, EditsRequest, GameReviewJson, InfluenceRequest, InfluenceResponse, LadderRequest,
    LadderResponse, NewKeyJson, NextRequest, NextResponse, QuizRequest, QuizResponse, RequestError,
    ResultRequest, ReviewRequest, ScoreRequest, ScoreResponse, TrainingHead,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::desk::service;

/// Reads any bytes as the body that the first of them chooses.
pub fn run(data: &[u8]) {
    let Some((kind, body)) = data.split_first() else {
        return;
    };
    let refused = match kind % 10 {
        0 => next(body),
        1 => result(body),
        2 => edits(body),
        3 => review(body),
        4 => ladder(body),
        5 => scored(body),
        6 => influences(body),
        7 => quiz(body),
        8 => training(body),
        _ => key(body),
    };
    if let Err(Refused(error)) = refused {
        assert!(!error.field.is_empty(), "{error:?}");
        assert!(!error.to_string().is_empty());
    }
}

/// A refusal by the wire.
struct Refused(RequestError);

impl From<RequestError> for Refused {
    fn from(error: RequestError) -> Refused {
        Refused(error)
    }
}

type Done = Result<(), Refused>;

fn read<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    serde_json::from_slice(body).ok()
}

/// Serializes an answer as JSON, where NaN and infinities would be null.
fn told(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("it can be told")
}

/// What the service refuses it says in words.
fn asked<T>(answer: Result<T, ServiceError>) -> Option<T> {
    answer.map_err(|error| assert!(!error.to_string().is_empty())).ok()
}

fn next(body: &[u8]) -> Done {
    let Some(request) = read::<NextRequest>(body) else {
        return Ok(());
    };
    let again: NextRequest = read(told(&request).as_bytes()).expect("what was written");
    assert_eq!(told(&again), told(&request));
    let coords = request.coords;
    let query = request.into_query(Variant::GO)?;
    if let Some(answer) = asked(service().next_moves().next(&query)) {
        for candidate in &answer.moves {
            assert!(!candidate.points().is_empty());
            assert!(candidate.points().iter().all(|point| query.size.contains(*point)));
            let taken = query.initial.iter().any(|(_, point)| candidate.points().contains(point));
            assert!(!taken, "a stone stands there");
        }
        let answered = told(&NextResponse::new(&answer, coords, query.size));
        let same = service().next_moves().next(&query).expect("it was answered");
        assert_eq!(answered, told(&NextResponse::new(&same, coords, query.size)));
    }
    Ok(())
}

fn result(body: &[u8]) -> Done {
    if let Some(request) = read::<ResultRequest>(body) {
        let result = request.into_result(None)?;
        assert!(!result.game.chars().any(char::is_control));
    }
    Ok(())
}

fn edits(body: &[u8]) -> Done {
    let Some(request) = read::<EditsRequest>(body) else {
        return Ok(());
    };
    let edits = request.parse(Variant::GO)?;
    let before = service().book("main").expect("the book").info.version;
    let outcome = asked(service().curation().edit(&EditRequest {
        book: "main".to_owned(),
        edits,
        dry_run: true,
        by: joseki::service::curate::Author::new("fuzz").with_reason(request.reason),
    }));
    assert!(outcome.is_none_or(|outcome| outcome.dry_run && outcome.change.is_none()));
    assert_eq!(service().book("main").expect("the book").info.version, before);
    Ok(())
}

fn review(body: &[u8]) -> Done {
    let Some(request) = read::<ReviewRequest>(body) else {
        return Ok(());
    };
    let asked_for = request.options()?;
    let tree = |text: &String| {
        let mut trees = TreeReader::new(text.as_bytes(), &Limits::default());
        trees.next().and_then(Result::ok)
    };
    let games = request.games.iter().take(4).filter_map(tree);
    let games: Vec<_> = games.map(Ok).collect();
    let sent = games.len();
    let annotate = asked_for.annotate;
    if let Some(mut submitted) = asked(service().reviews().review_texts(asked_for, games)) {
        let mut reviewed = 0;
        while let Some(game) = asked(submitted.review_next(service())).flatten() {
            reviewed += 1;
            if let Ok((game, record)) = game {
                told(&GameReviewJson::new(&game, request.coords));
                assert_eq!(record.is_some(), annotate);
            }
        }
        assert_eq!(reviewed, sent);
    }
    Ok(())
}

fn ladder(body: &[u8]) -> Done {
    if let Some(request) = read::<LadderRequest>(body) {
        let query = request.to_query()?;
        if let Some(answers) = asked(ladders(&query)) {
            told(&LadderResponse::new(&answers, request.coords, query.board.size)?);
        }
    }
    Ok(())
}

fn scored(body: &[u8]) -> Done {
    if let Some(request) = read::<ScoreRequest>(body) {
        let query = request.to_query()?;
        if let Some(answer) = asked(score(&query)) {
            told(&ScoreResponse::new(&answer, request.coords));
        }
    }
    Ok(())
}

fn influences(body: &[u8]) -> Done {
    if let Some(request) = read::<InfluenceRequest>(body) {
        let query = request.to_query()?;
        if let Some(answer) = asked(influence(&query)) {
            told(&InfluenceResponse::new(&answer, request.coords));
        }
    }
    Ok(())
}

fn quiz(body: &[u8]) -> Done {
    if let Some(request) = read::<QuizRequest>(body) {
        let (coords, hints) = (request.coords, request.hints);
        let query = request.into_query(Variant::GO)?;
        // Nobody with a name: nothing is entered.
        if query.player.is_none()
            && let Some(answered) = asked(service().training().quiz_at(&query, 0))
        {
            told(&QuizResponse::new(&answered, coords, hints));
        }
    }
    Ok(())
}

fn training(body: &[u8]) -> Done {
    if let Some(head) = read::<TrainingHead>(body) {
        return Ok(head.check()?);
    }
    if let Some(line) = read::<AnswerLine>(body) {
        let answer = line.into_answer()?;
        let again = AnswerLine::from(&answer).into_answer()?;
        assert_eq!(format!("{again:?}"), format!("{answer:?}"));
        assert!(answer.board.size >= BoardSize::new(2).expect("a size"));
    }
    Ok(())
}

fn key(body: &[u8]) -> Done {
    if let Some(key) = read::<NewKeyJson>(body) {
        key.validate(0)?;
    }
    Ok(())
}
