//! KataGo's analysis protocol: any line has an answer, about what it asked.

use joseki::game::Variant;
use joseki::service::{ServiceError, next::NextQuery};
use joseki::wire::{AnalysisJson, AnalysisRequest, NextRequest, Perspective};
use serde_json::Value;

use super::desk::service;

/// Answers any bytes, a line each.
pub fn run(data: &[u8]) {
    let how = NextRequest::default().into_query(Variant::GO).expect("the plain question");
    data.split(|byte| *byte == b'\n').take(8).for_each(|line| answer(line, &how));
}

fn answer(line: &[u8], how: &NextQuery) {
    let told = |value: &dyn erased::Told| {
        let text = value.text();
        let read: Value = serde_json::from_str(&text).expect("an object");
        assert!(read.is_object() && !text.contains('\n'));
        read
    };
    match AnalysisRequest::parse(line, "model") {
        AnalysisRequest::Blank => assert!(line.iter().all(|byte| !byte.is_ascii_graphic())),
        AnalysisRequest::Wrong(notice) => assert!(told(&notice)["error"].is_string()),
        AnalysisRequest::Action(answer) => assert!(told(&answer)["id"].is_string()),
        AnalysisRequest::Query(asked) => {
            let query = asked.query(how);
            let mut turns = Vec::new();
            let done = service().engines().analyse(&query, &mut |turn| {
                let answer = told(&AnalysisJson::new(&turn, &asked, Perspective::Black));
                assert_eq!(answer["id"], asked.id.as_str());
                turns.push(answer["turnNumber"].as_u64());
                Ok::<(), ServiceError>(())
            });
            assert!(turns.iter().all(Option::is_some));
            let is_ordered = turns.is_sorted();
            assert!(is_ordered && (done.is_ok() || turns.is_empty()), "{turns:?}");
        }
    }
}

mod erased {
    //! Any value that serializes as JSON.

    use serde::Serialize;

    pub trait Told {
        fn text(&self) -> String;
    }

    impl<T: Serialize> Told for T {
        fn text(&self) -> String {
            serde_json::to_string(self).expect("it can be told")
        }
    }
}
