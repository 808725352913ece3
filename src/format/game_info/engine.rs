//! Detects engines by name, and determines the strength band of a game.

use super::text::fold;
use super::{Player, Rank};
use joseki_book::Band;

/// Names of programs, letters and digits only. Those of six letters or more also match as prefixes
/// of versioned names (`KataGo v1.15`); shorter ones match alone or before a number (`Zen19`).
const PROGRAMS: [&str; 30] = [
    "katago",
    "kata1",
    "leelazero",
    "leela",
    "lz",
    "elfopengo",
    "opengo",
    "gnugo",
    "pachi",
    "fuego",
    "zen",
    "deepzengo",
    "crazystone",
    "alphago",
    "fineart",
    "golaxy",
    "phoenixgo",
    "minigo",
    "mogo",
    "ayamc",
    "manyfaces",
    "manyfacesofgo",
    "darkforest",
    "dolbaram",
    "handol",
    "orego",
    "steenvreter",
    "amigogtp",
    "sayuri",
    "bot",
];
/// Names that match anywhere, as their scripts have no word boundaries.
const ANYWHERE: [&str; 9] =
    ["绝艺", "絕藝", "絶芸", "星阵", "星陣", "骊龙", "돌바람", "한돌", "天頂の囲碁"];
const LONG: usize = 6;

/// The band of a game: that of the weaker of the known ranks.
///
/// `engine` means that the record contains an engine's evaluations of its own moves. Such a game,
/// and one in which both names are names of programs, is [`Band::Engine`]; a program against a
/// human is classified by the ranks.
#[must_use]
pub fn band(black: &Player, white: &Player, engine: bool) -> Band {
    if engine || (is_engine(&black.name) && is_engine(&white.name)) {
        return Band::Engine;
    }
    let known = [black.rank, white.rank].into_iter().flatten();
    match known.min() {
        None => Band::Unknown,
        Some(Rank::Kyu(_)) => Band::Kyu,
        Some(Rank::Dan(..7)) => Band::Dan,
        Some(Rank::Dan(_)) => Band::HighDan,
        Some(Rank::Pro(_)) => Band::Pro,
    }
}

/// Whether a name is that of a program or of a network (`kata1-b28c512nbt-s815...`).
#[must_use]
pub fn is_engine(name: &str) -> bool {
    let name = fold(name);
    let parts: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    let whole = parts.concat();
    let begins = |name: &str| name.len() >= LONG && whole.starts_with(name);
    parts.iter().any(|part| is_program(part) || is_network(part))
        || parts.windows(2).any(|pair| is_program(&pair.concat()))
        || PROGRAMS.iter().any(|name| begins(name))
        || ANYWHERE.iter().any(|part| name.contains(part))
}

/// A program's name, alone or before a number.
fn is_program(part: &str) -> bool {
    let mut rests = PROGRAMS.iter().filter_map(|name| part.strip_prefix(name));
    rests.any(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a part has the form of a network name: `b28c512nbt`, `b40c256`.
fn is_network(part: &str) -> bool {
    let blocks = |text: &str| -> Option<usize> {
        let rest = text.strip_prefix('b')?;
        let (blocks, channels) = rest.split_once('c')?;
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        (digits(blocks) == blocks.len() && digits(blocks) > 0).then_some(digits(channels))
    };
    blocks(part).is_some_and(|channels| channels > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str, rank: Option<Rank>) -> Player {
        Player { name: name.to_owned(), rank }
    }

    #[test]
    fn programs_and_their_networks_are_engines() {
        for name in [
            "kata1-b18c384nbt-s6645609216-d3436340562",
            "kata1-b28c512nbt-s8150702336-d4580586647",
            "g170-b20c256x2-s5303129600",
            "KataGo",
            "katago v1.15",
            "GNU Go",
            "GNU Go 3.8",
            "gnugo3.8",
            "Leela Zero",
            "LeelaZero 0.17",
            "LZ-05db-ELFv2-p800",
            "Pachi",
            "Pachi 12.20",
            "Fuego",
            "Zen",
            "Zen19X",
            "DeepZenGo",
            "CrazyStone",
            "Crazy Stone",
            "AlphaGo",
            "AlphaGo Zero",
            "FineArt",
            "Fine Art",
            "Golaxy",
            "绝艺",
            "絶芸",
            "星阵围棋",
            "Many Faces of Go",
            "bot0",
            "돌바람",
        ] {
            assert!(is_engine(name), "{name}");
        }
    }

    #[test]
    fn people_are_no_engines() {
        for name in [
            "",
            "Cho Chikun",
            "Zeng Pingping",
            "Talbot",
            "Brownie",
            "Zenon",
            "Pachinko",
            "李世石",
            "Michiyo",
            "b2c",
            "Aya",
            "Lzy",
            "bc",
            "b12",
            "柯洁",
            "Takemiya Masaki",
            "Elfriede",
            "Gnu Gong",
            "Mike Brown",
            "楚阳春",
            "Alpha",
            "Ray",
        ] {
            assert!(!is_engine(name), "{name}");
        }
    }

    #[test]
    fn the_weaker_player_says_the_band() {
        use Rank::{Dan, Kyu, Pro};
        let table = [
            (None, None, Band::Unknown),
            (Some(Kyu(5)), None, Band::Kyu),
            (Some(Kyu(5)), Some(Pro(9)), Band::Kyu),
            (Some(Dan(1)), Some(Dan(6)), Band::Dan),
            (Some(Dan(6)), Some(Dan(9)), Band::Dan),
            (Some(Dan(7)), Some(Pro(1)), Band::HighDan),
            (None, Some(Dan(9)), Band::HighDan),
            (Some(Pro(9)), Some(Pro(1)), Band::Pro),
        ];
        for (one, two, expected) in table {
            let (one, two) = (player("a", one), player("b", two));
            assert_eq!(band(&one, &two, false), expected);
            assert_eq!(band(&two, &one, false), expected);
            assert_eq!(band(&one, &two, true), Band::Engine);
        }
    }

    #[test]
    fn a_program_against_a_human_is_no_engine_game() {
        let program = player("AlphaGo", None);
        let human = player("李世石", Some(Rank::Pro(9)));
        assert_eq!(band(&program, &human, false), Band::Pro);
        assert_eq!(band(&human, &program, false), Band::Pro);
        assert_eq!(band(&program, &player("Zen", None), false), Band::Engine);
    }
}
