//! Whatever a controller sends: one answer a command, and one position on both sides.

use crate::full::cases;
use proptest::prelude::*;

use crate::programs::missing;
use crate::support::Talk;

fn command() -> impl Strategy<Value = String> {
    let color = prop_oneof![Just("b"), Just("w")];
    let point = (0usize..19, 1u8..=19).prop_map(|(column, row)| {
        let letter = b"ABCDEFGHJKLMNOPQRST"[column];
        format!("{}{row}", char::from(letter))
    });
    // Few points, so that stones meet and are taken.
    let near = prop_oneof![
        3 => (0usize..4, 1u8..=4).prop_map(|(column, row)| format!("{}{row}", char::from(b"ABCD"[column]))),
        2 => point,
        1 => Just("pass".to_owned()),
    ];
    prop_oneof![
        8 => (color.clone(), near.clone()).prop_map(|(color, point)| format!("play {color} {point}")),
        4 => color.clone().prop_map(|color| format!("genmove {color}")),
        3 => Just("undo".to_owned()),
        1 => (1u8..4).prop_map(|moves| format!("gg-undo {moves}")),
        1 => Just("clear_board".to_owned()),
        1 => prop_oneof![Just(9), Just(13), Just(19), Just(25), Just(5)].prop_map(|size| format!("boardsize {size}")),
        1 => (1u8..11).prop_map(|stones| format!("fixed_handicap {stones}")),
        1 => near.prop_map(|point| format!("set_free_handicap D4 {point}")),
        1 => "[ -~]{0,30}".prop_map(|line| line.replace("quit", "q")),
    ]
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn both_boards_stay_one(commands in proptest::collection::vec(command(), 1..60), undo: bool) {
        if missing(&["python3"]) {
            return Ok(());
        }
        let options = if undo { "" } else { "--no-undo" };
        let mut talk = Talk::before(options, &["--until-move", "12"]);
        for (number, command) in commands.iter().enumerate() {
            let command = command.split('#').next().unwrap_or_default();
            let answer = talk.ask(&format!("{number} {command}"));
            let begins = [format!("={number}"), format!("?{number}")];
            prop_assert!(begins.iter().any(|begin| answer.starts_with(begin.as_str())), "{}: {}", command, answer);
            talk.same_position();
        }
    }
}
