//! Game records for learning.

/// A record: players, result and day, then the moves.
pub fn game(black: &str, white: &str, result: &str, day: usize, moves: &str) -> String {
    format!("(;GM[1]SZ[19]PB[{black}]PW[{white}]RE[{result}]DT[2026-01-{day:02}]{moves})\n")
}

/// Games of `days` in which White answers the 4-4 point with the low approach, here in the upper right.
pub fn approaches(black: &str, white: &str, result: &str, days: std::ops::Range<usize>) -> String {
    days.map(|day| game(black, white, result, day, ";B[pd];W[nc]")).collect()
}

/// Games of ours against four opponents, both colours, all kinds of results, several openings: for each
/// the opponent and the record.
pub fn many() -> Vec<(&'static str, String)> {
    let opponents = ["gnugo@3.8", "gnugo@3.9", "fuego", "Kim"];
    let results = ["B+R", "W+R", "B+3.5", "W+12.5", "0", "W+T", "B+0.5"];
    let openings = [
        ";B[pd];W[dp];B[pq];W[dd];B[qk]",
        ";B[qd];W[dd];B[pq];W[oc];B[qf]",
        ";B[pd];W[dp];B[cd];W[nc];B[qf];W[pb]",
        ";B[dp];W[pd];B[fc];W[cd];B[qf];W[nc]",
        ";B[pd];W[qc];B[qd];W[pc];B[od]",
    ];
    let game = |number: usize| {
        let opponent = opponents[number % 4];
        let (result, opening) = (results[number % 7], openings[number % 5]);
        let day = number % 28 + 1;
        let record = match number % 3 {
            0 => game("Me", opponent, result, day, opening),
            _ => game(opponent, "me", result, day, opening),
        };
        (opponent, record)
    };
    (0..48).map(game).collect()
}
