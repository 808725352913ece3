//! Guesses the character set of bytes when nothing declares it.

use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8};

/// The syllables of ordinary Korean text, of players' names and of Go terms.
const COMMON_HANGUL: &str = "\
    이다는을의에가고로하지한기도사은리를대인서시어자해나그부들일정과라수아스제보여니\
    상으게전원만장주있면구조선안성용공소우동세관것오신경연유모적문방요중계미비실당두\
    국학했터습차화거내생무위마설트개물까분체점재살말간입때발드없운호감바단음명반행질\
    작건야년회던데받러산더잘합박최김강윤임홍창훈현혁진준태철석영민혜희양권백흑변돌끝\
    패축맛집넷따목외침귀젖느끼굳벌림씌날늘막붙치협격손빼착활승불덤결본예왕배컵초급봉\
    곤허송";

/// The number of bytes that the guess uses.
const SAMPLE: usize = 64 << 10;

/// The most likely character set of `bytes`, which may be as short as two names.
pub(super) fn guess(bytes: &[u8]) -> &'static Encoding {
    let bytes = &bytes[..bytes.len().min(SAMPLE)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    // Names in GB2312 are valid EUC-KR, and two characters are too few for the detector.
    if guess == EUC_KR || is_latin(guess) && is_in_pairs(bytes) {
        chinese_or_korean(bytes).unwrap_or(guess)
    } else if guess.is_single_byte() && is_japanese(bytes) {
        SHIFT_JIS
    } else {
        guess
    }
}

/// The character set of the texts in a file that is not SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding(&'static Encoding);

impl TextEncoding {
    /// GB18030, which has every character: what the programs of most renju players read.
    pub const GB18030: TextEncoding = TextEncoding(encoding_rs::GB18030);

    /// Guesses the character set from some texts: UTF-8 if all are valid.
    #[must_use]
    pub fn guess<'a>(texts: impl Iterator<Item = &'a [u8]>) -> TextEncoding {
        let mut sample = Vec::new();
        for text in texts.filter(|text| !text.is_ascii()) {
            if sample.len() >= SAMPLE {
                break;
            }
            sample.extend_from_slice(text);
            sample.push(b'\n');
        }
        let is_utf8 = std::str::from_utf8(&sample).is_ok();
        let guessed = if is_utf8 { UTF_8 } else { guess(&sample) };
        // The larger set, which Windows has had in its place since 2000.
        if guessed == GBK { TextEncoding::GB18030 } else { TextEncoding(guessed) }
    }

    /// The name of the character set.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether it is UTF-8.
    #[must_use]
    pub fn is_utf8(self) -> bool {
        self.0 == UTF_8
    }

    /// Encodes a text; a character that the set does not have becomes its number, `&#…;`.
    #[must_use]
    pub fn encode(self, text: &str) -> Vec<u8> {
        self.0.encode(text).0.into_owned()
    }

    /// Decodes a text; bytes that mean nothing become U+FFFD.
    #[must_use]
    pub fn decode(self, text: &[u8]) -> String {
        self.0.decode_without_bom_handling(text).0.into_owned()
    }
}

impl FromStr for TextEncoding {
    type Err = UnknownEncoding;

    /// Finds a character set by its name, such as `gb18030` or `shift_jis`.
    fn from_str(name: &str) -> Result<TextEncoding, UnknownEncoding> {
        let found = Encoding::for_label(name.trim().as_bytes());
        found.map(TextEncoding).ok_or_else(|| UnknownEncoding(name.chars().take(40).collect()))
    }
}

/// The error for the name of a character set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown character set \"{0}\": expected a name such as utf-8, gb18030 or shift_jis")]
pub struct UnknownEncoding(String);

fn chinese_or_korean(bytes: &[u8]) -> Option<&'static Encoding> {
    let clean = |encoding: &'static Encoding| {
        encoding.decode_without_bom_handling_and_without_replacement(bytes)
    };
    if clean(EUC_KR).is_some_and(|text| is_korean(&text)) {
        return Some(EUC_KR);
    }
    clean(GBK).map(|_| GBK)
}

/// Whether most syllables are common ones. Chinese text decoded as Korean has any of 2,350.
fn is_korean(text: &str) -> bool {
    let hangul = |char: &char| ('가'..='힣').contains(char);
    let count = text.chars().filter(hangul).count();
    let common = text.chars().filter(hangul).filter(|&char| COMMON_HANGUL.contains(char)).count();
    common * 2 > count
}

/// Whether this is Shift-JIS with a few hiragana and without the half-width katakana that most
/// other bytes would produce.
fn is_japanese(bytes: &[u8]) -> bool {
    SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes).is_some_and(|text| {
        let hiragana = |char: &char| ('ぁ'..='ん').contains(char);
        text.chars().filter(hiragana).count() >= 3
            && !text.chars().any(|char| ('\u{ff61}'..='\u{ff9f}').contains(&char))
    })
}

fn is_latin(encoding: &'static Encoding) -> bool {
    matches!(
        encoding.name(),
        "windows-1250"
            | "windows-1252"
            | "windows-1254"
            | "windows-1257"
            | "windows-1258"
            | "ISO-8859-2"
            | "ISO-8859-4"
    )
}

/// Whether the non-ASCII bytes come in even numbers, with a run of at least four: accented letters
/// hardly ever do.
fn is_in_pairs(bytes: &[u8]) -> bool {
    let runs = || bytes.split(u8::is_ascii);
    bytes.iter().all(|&byte| byte.is_ascii() || byte > 0xa0)
        && runs().all(|run| run.len().is_multiple_of(2))
        && runs().any(|run| run.len() >= 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, WINDOWS_1251, WINDOWS_1252};

    fn check(encoding: &'static Encoding, texts: &[&str]) {
        for text in texts {
            let (bytes, _, _) = encoding.encode(text);
            let sgf = [b"(;GM[1]PB[", &*bytes, b"];B[pd];W[dd])"].concat();
            assert_eq!(guess(&sgf).name(), encoding.name(), "{text}");
        }
    }

    #[test]
    fn two_characters_of_chinese_are_enough() {
        check(GBK, &["古力", "柯洁", "常昊", "时越", "孔杰", "黑先", "陈耀烨", "聂卫平"]);
        check(GBK, &["古力 - 孔杰", "这是定石，黑棋脱先，白棋可以在这里飞。"]);
    }

    #[test]
    fn a_name_in_korean_is_enough() {
        check(EUC_KR, &["이창호", "조훈현", "이세돌", "신진서", "유창혁", "정석", "흑백"]);
        check(EUC_KR, &["서봉수 - 조치훈", "화점 정석, 흑이 손을 빼면 백이 씌운다."]);
    }

    #[test]
    fn a_name_in_japanese_or_a_comment_in_traditional_chinese_is_enough() {
        check(SHIFT_JIS, &["表十", "趙治勲", "井山裕太", "本因坊秀策", "これは定石です。"]);
        check(EUC_JP, &["本因坊は定石です", "これは定石です。黒が手を抜く"]);
        check(BIG5, &["周俊勳", "這是定石，黑棋脫先，白棋可以在這裡飛。"]);
    }

    #[test]
    fn alphabets_stay_what_they_are() {
        check(
            WINDOWS_1252,
            &["Müller", "José", "Schöner Zug, übertrieben", "Häßlich", "pää, hyvää"],
        );
        check(WINDOWS_1251, &["Шикшин", "Динерштейн", "Хороший ход"]);
    }
}
