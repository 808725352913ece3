//! Search of a book's nodes by names, tags and comments.
//!
//! Names and comments are part of a book in memory, so nothing is asked of the store, and nothing
//! is kept for searches: a pass over a million nodes takes milliseconds where few have text. Of a
//! book that is not in memory, the store has an index of the nodes with text (`stored`).

mod stored;

use crate::curate::Curation;
use std::cmp::Reverse;
use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::book::Book;
use crate::error::ServiceError;
use crate::past::BookRef;
use joseki_base::cancel;
use joseki_book::{Index, Line, NodeData, NodeId, Verdict};
use joseki_game::{Color, Frame, GameOpening, Variant};
use joseki_store::BookInfo;

/// Most words that are looked for.
const MAX_WORDS: usize = 16;
/// Number of nodes between two looks at whether the caller still waits.
const LOOK_EVERY: usize = 256;

/// What is looked for, as words without case, accents and signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextQuery {
    phrase: Wanted,
    words: Vec<Word>,
}

/// A text to find in others. The dashes of a query are spaces in a text, or nothing: `san-san` is in
/// "san san" and in "sansan".
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    spaced: String,
    /// The text without spaces, if the query has dashes.
    joined: Option<String>,
}

/// A word of a query, or several with dashes between them, which are found together only.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    wanted: Wanted,
    /// How often the same word is in the query before: `san san` is not in "sangen".
    earlier: usize,
}

/// Where the words of a query were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FoundIn {
    /// In the node's names.
    Name,
    /// In the names or the code of an opening of renju or xiangqi that has the node's position.
    Opening,
    /// In names and tags.
    Tag,
    /// In names, tags and comment.
    Comment,
}

/// Where comments are read: game and board, the frame of lines, the colour that begins them.
type Place = (Variant, Frame, Color);

/// How well a name fits, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Equal,
    Beginning,
    /// At the beginning of a word.
    Word,
    Inside,
    /// All words are there, but not one after the other.
    Apart,
}

/// A node that has all words.
#[derive(Clone, Copy, Debug)]
struct Hit {
    node: NodeId,
    games: u64,
    found: FoundIn,
}

/// A node that was found.
#[derive(Clone, Debug)]
pub struct FoundNode {
    /// Canonical line.
    pub line: Line,
    /// Curated data.
    pub data: NodeData,
    /// Verdict: a curator's, else the one that the evidence proposes.
    pub verdict: Option<Verdict>,
    /// Number of counted games that followed the line.
    pub games: u64,
    /// Where the words were found.
    pub found: FoundIn,
    /// The opening, if its names were found.
    pub opening: Option<GameOpening>,
    /// Names of the nearest node before it that has any.
    pub before: Vec<String>,
}

/// The best nodes of a search.
#[derive(Clone, Debug)]
pub struct FoundNodes {
    /// Name and version of the book.
    pub book: BookInfo,
    /// Game and board of the book.
    pub variant: Variant,
    /// Number of nodes that have the words.
    pub total: usize,
    /// The best ones: names before openings, tags and comments, names that fit better first, then
    /// those of more games, then short lines.
    pub nodes: Vec<FoundNode>,
}

impl Wanted {
    /// Creates it from a part of a query whose dashes are left.
    fn new(dashed: &str) -> Wanted {
        let mut spaced = String::new();
        fold(dashed, &mut spaced);
        let is_joined = dashed.split_whitespace().count() < spaced.split_whitespace().count();
        let joined = dashed.split_whitespace().map(|word| {
            let mut joined = String::new();
            fold(word, &mut joined);
            joined.retain(|letter| letter != ' ');
            joined
        });
        let joined = is_joined.then(|| joined.collect::<Vec<_>>().join(" "));
        Wanted { spaced, joined }
    }

    fn forms(&self) -> impl Iterator<Item = &str> {
        [Some(&self.spaced), self.joined.as_ref()].into_iter().flatten().map(String::as_str)
    }

    /// Returns how often it is in a folded text.
    fn count_in(&self, folded: &str) -> usize {
        self.forms().map(|form| folded.matches(form).count()).sum()
    }

    fn begins(&self, folded: &str) -> bool {
        self.forms().any(|form| folded.starts_with(form))
    }

    /// Returns how well a name fits, if the text is in it.
    fn fit(&self, folded: &str) -> Option<Fit> {
        let fits = self.forms().filter_map(|form| match folded.find(form)? {
            0 if folded.len() == form.len() => Some(Fit::Equal),
            0 => Some(Fit::Beginning),
            _ if folded.contains(&format!(" {form}")) => Some(Fit::Word),
            _ => Some(Fit::Inside),
        });
        fits.min()
    }
}

impl TextQuery {
    /// Creates a query; `None` if the text has no letter or digit, or too many words.
    #[must_use]
    pub fn new(text: &str) -> Option<TextQuery> {
        let mut dashed = String::new();
        fold_with(text, Dashes::Kept, &mut dashed);
        let phrase = Wanted::new(&dashed);
        let mut words: Vec<Word> = Vec::new();
        for word in dashed.split_whitespace() {
            let wanted = Wanted::new(word);
            let earlier = words.iter().filter(|earlier| earlier.wanted == wanted).count();
            words.push(Word { wanted, earlier });
        }
        let parts = phrase.spaced.split_whitespace().count();
        (1..=MAX_WORDS).contains(&parts).then_some(TextQuery { phrase, words })
    }

    /// Returns the words that a text has, a bit each.
    fn words_in(&self, folded: &str) -> u32 {
        let found = self.words.iter().map(|word| word.wanted.count_in(folded) > word.earlier);
        found.rev().fold(0, |bits, found| bits << 1 | u32::from(found))
    }

    fn all_words(&self) -> u32 {
        (1 << self.words.len()) - 1
    }

    /// Returns how well one of several names fits, and the words that they have.
    fn fit<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
        folded: &mut String,
    ) -> (Option<Fit>, u32) {
        let (mut best, mut words) = (None, 0);
        for name in names {
            fold(name, folded);
            words |= self.words_in(folded);
            let fit = self.phrase.fit(folded);
            best = [best, fit].into_iter().flatten().min();
        }
        let apart = (words == self.all_words()).then_some(Fit::Apart);
        (best.or(apart), words)
    }

    /// Returns how well a node fits, and where the words are.
    fn fit_node(
        &self,
        data: &NodeData,
        place: Place,
        folded: &mut String,
    ) -> Option<(FoundIn, Fit)> {
        let (fit, mut words) = self.fit(data.names.iter().map(String::as_str), folded);
        if let Some(fit) = fit {
            return Some((FoundIn::Name, fit));
        }
        for tag in &data.tags {
            fold(tag, folded);
            words |= self.words_in(folded);
        }
        if words == self.all_words() {
            return Some((FoundIn::Tag, Fit::Apart));
        }
        fold(&prose(data, place)?, folded);
        words |= self.words_in(folded);
        (words == self.all_words()).then_some((FoundIn::Comment, Fit::Apart))
    }

    /// Returns the part of a text around the first word that it has: at most `most` characters.
    #[must_use]
    pub fn excerpt(&self, text: &str, most: usize) -> String {
        let mut folded = String::new();
        let mut begins = |rest: &str| {
            // No letter becomes more than a few.
            let part: String = rest.chars().take(2 * self.phrase.spaced.len()).collect();
            fold(&part, &mut folded);
            !rest.starts_with(char::is_whitespace)
                && self.words.iter().any(|word| word.wanted.begins(&folded))
        };
        let letters: Vec<(usize, char)> = text.char_indices().collect();
        let found = letters.iter().position(|(at, _)| begins(&text[*at..])).unwrap_or_default();
        // A third of the part is before the word.
        let start = found.saturating_sub(most / 3).min(letters.len().saturating_sub(most));
        let end = (start + most).min(letters.len());
        let middle: String = letters[start..end].iter().map(|(_, letter)| letter).collect();
        let dots = |is_cut| if is_cut { "…" } else { "" };
        format!("{}{}{}", dots(start > 0), middle.trim(), dots(end < letters.len()))
    }
}

impl Curation<'_> {
    /// Returns the `most` best nodes in use that have all words of a query in their names, tags and
    /// comment, or in the names of their opening. Points and colours of comments are those of lines
    /// in this frame that this colour begins.
    ///
    /// # Errors
    /// Unknown book, unreadable store, or nobody waits for the answer.
    pub fn search_text(
        &self,
        book: &BookRef,
        query: &TextQuery,
        (frame, first): (Frame, Color),
        most: usize,
    ) -> Result<FoundNodes, ServiceError> {
        self.service.ask(book, |book| search_in(book, query, (frame, first), most))
    }
}

fn search_in(
    book: &Book,
    query: &TextQuery,
    (frame, first): (Frame, Color),
    most: usize,
) -> Result<FoundNodes, ServiceError> {
    let index = &book.index;
    let variant = index.variant();
    let openings = openings(query, index, &mut String::new());
    let wanted = (query, (variant, frame, first));
    let (hits, total) = match index.text_nodes() {
        Some(texts) => stored::search(index, texts, wanted, &openings, most)?,
        None => search_memory(index, wanted, &openings, most)?,
    };
    let nodes = hits.into_iter().map(|Hit { node, games, found }| {
        let before = index.nearest_names(index.parent(node));
        FoundNode {
            line: index.line(node),
            data: index.data(node).cloned().unwrap_or_default(),
            verdict: index.verdict(node),
            games,
            found,
            opening: openings.get(&node).map(|(_, opening)| *opening),
            before: before.into_iter().flatten().cloned().collect(),
        }
    });
    let nodes = nodes.collect();
    Ok(FoundNodes { book: book.info.clone(), variant, total, nodes })
}

/// Returns the `most` best nodes of a book in memory, and how many were found.
fn search_memory(
    index: &Index,
    (query, place): (&TextQuery, Place),
    openings: &HashMap<NodeId, (Fit, GameOpening)>,
    most: usize,
) -> Result<(Vec<Hit>, usize), ServiceError> {
    let mut folded = String::new();
    let mut found = Vec::new();
    for (number, node) in index.nodes().enumerate() {
        if number % LOOK_EVERY == 0 {
            cancel::checkpoint()?;
        }
        let data = index.data(node);
        let own = data.and_then(|data| query.fit_node(data, place, &mut folded));
        if let Some(fit) = best_fit(own, openings.get(&node).map(|(fit, _)| *fit)) {
            found.push((fit, Reverse(games_of(index, node)), number, node));
        }
    }
    let total = found.len();
    found.sort_unstable();
    let hits = found.into_iter().take(most);
    let hits = hits.map(|((found, _), Reverse(games), _, node)| Hit { node, games, found });
    Ok((hits.collect(), total))
}

/// Returns how well a node fits, by its own text or as an opening.
fn best_fit(own: Option<(FoundIn, Fit)>, opening: Option<Fit>) -> Option<(FoundIn, Fit)> {
    own.into_iter().chain(opening.map(|fit| (FoundIn::Opening, fit))).min()
}

fn games_of(index: &Index, node: NodeId) -> u64 {
    index.tally(node).map_or(0, |tally| u64::from(tally.total().games))
}

/// Returns the nodes whose position an opening has that is called so.
fn openings(
    query: &TextQuery,
    index: &Index,
    folded: &mut String,
) -> HashMap<NodeId, (Fit, GameOpening)> {
    let mut nodes = HashMap::new();
    for opening in GameOpening::all(index.variant()) {
        let Some(fit) = query.fit(opening.names(), folded).0 else { continue };
        let found = opening.position_key(index.variant()).and_then(|key| index.matches(key).next());
        if let Some(found) = found {
            let entry = nodes.entry(found.node).or_insert((fit, opening));
            entry.0 = entry.0.min(fit);
        }
    }
    nodes
}

/// Returns the comment of a node.
fn prose(data: &NodeData, (variant, frame, first): Place) -> Option<String> {
    let text = data.comment.as_ref()?;
    Some(text.render(variant.alphabet(), first, |step| {
        let played = frame.move_of(step, variant.size());
        played.map_or(step.to_string(), |it| frame.region.move_text(it, variant.size()))
    }))
}

/// What becomes of a dash between letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dashes {
    Spaces,
    Kept,
}

/// Writes a text without case, accents and forms of letters, with a space for other signs but a dash
/// between digits (`3-3`). Apostrophes are left out.
fn fold(text: &str, to: &mut String) {
    fold_with(text, Dashes::Spaces, to);
}

fn fold_with(text: &str, dashes: Dashes, to: &mut String) {
    to.clear();
    if text.is_ascii() {
        return fold_letters(text.chars(), dashes, to);
    }
    let is_accent = |letter: &char| matches!(letter, '\u{300}'..='\u{36f}');
    let letters = text.nfkd().filter(|letter| !is_accent(letter)).nfc();
    fold_letters(letters.flat_map(char::to_lowercase), dashes, to);
}

fn fold_letters(letters: impl Iterator<Item = char>, dashes: Dashes, to: &mut String) {
    let mut gap = "";
    for letter in letters {
        let is_letter = letter.is_alphanumeric() || is_combining_mark(letter);
        match letter {
            '\'' | '\u{2019}' | '\u{2018}' => {}
            _ if is_letter => {
                let between = |last: char| last.is_ascii_digit() && letter.is_ascii_digit();
                let is_kept = dashes == Dashes::Kept
                    || gap == "-" && to.chars().next_back().is_some_and(between);
                let gap = std::mem::take(&mut gap);
                to.push_str(match gap {
                    _ if to.is_empty() => "",
                    "-" if !is_kept => " ",
                    gap => gap,
                });
                to.push(letter.to_ascii_lowercase());
            }
            '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' if gap.is_empty() => gap = "-",
            _ => gap = " ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::Text;
    use joseki_game::Corner;

    fn folded(text: &str) -> String {
        let mut folded = String::new();
        fold(text, &mut folded);
        folded
    }

    #[test]
    fn case_accents_widths_and_signs_make_no_difference() {
        for (text, wanted) in [
            ("  Knight’s   MOVE, ", "knights move"),
            ("Kōmoku", "komoku"),
            ("Ｔａｉｓｈａ", "taisha"),
            ("3-3 invasion", "3-3 invasion"),
            ("3–3", "3-3"),
            ("one-space / low", "one space low"),
            ("- 4 -", "4"),
            ("小目·一間高掛", "小目 一間高掛"),
            ("ガ ｶﾞ か\u{3099}", "ガ ガ が"),
            ("각 각", "각 각"),
            ("Ångström ÉCOLE", "angstrom ecole"),
            ("", ""),
        ] {
            assert_eq!(folded(text), wanted, "{text}");
            assert_eq!(folded(&folded(text)), wanted, "idempotent: {text}");
        }
    }

    fn node(names: &[&str], tags: &[&str], comment: Option<&str>) -> NodeData {
        let set = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        NodeData {
            names: set(names),
            tags: set(tags),
            comment: comment.map(Text::from_template),
            ..NodeData::default()
        }
    }

    fn fit(query: &str, node: &NodeData) -> Option<(FoundIn, Fit)> {
        let frame = Frame::clockwise(Corner::UpperRight);
        TextQuery::new(query).unwrap().fit_node(
            node,
            (Variant::GO, frame, Color::Black),
            &mut String::new(),
        )
    }

    #[test]
    fn names_come_before_tags_and_tags_before_comments() {
        use FoundIn::{Comment, Name, Tag};
        let taisha = node(&["Great avalanche", "大雪崩"], &["fighting"], Some("{B} at {CF}, {{!"));
        for (query, wanted) in [
            ("great avalanche", Some((Name, Fit::Equal))),
            ("大雪崩", Some((Name, Fit::Equal))),
            ("great", Some((Name, Fit::Beginning))),
            ("AVALANCHE", Some((Name, Fit::Word))),
            ("雪崩", Some((Name, Fit::Inside))),
            ("valan", Some((Name, Fit::Inside))),
            ("avalanche great", Some((Name, Fit::Apart))),
            ("avalanche fight", Some((Tag, Fit::Apart))),
            ("fighting o17", Some((Comment, Fit::Apart))),
            ("black", Some((Comment, Fit::Apart))),
            ("white", None),
            ("avalanche small", None),
        ] {
            assert_eq!(fit(query, &taisha), wanted, "{query}");
        }
        assert_eq!(fit("x", &NodeData::default()), None);
    }

    #[test]
    fn words_with_a_dash_between_them_are_found_together_and_repeated_words_as_often() {
        let name = |name: &str| node(&[name], &[], None);
        for (query, text, wanted) in [
            ("san-san", "Sangen", None),
            ("san san", "Sangen", None),
            ("san‐san", "san-san invasion", Some(Fit::Beginning)),
            ("san-san", "The san san", Some(Fit::Word)),
            ("San–San", "sansan", Some(Fit::Equal)),
            ("invasion san-san", "san-san invasion", Some(Fit::Apart)),
            ("san-san low", "A low sansan, or sangen", Some(Fit::Apart)),
            ("gen-san", "sangen", None),
            ("one-space", "One point, two-space", None),
            ("one space", "One point, two-space", Some(Fit::Apart)),
            ("two-space-high", "Two-space high pincer", Some(Fit::Beginning)),
            ("3-3", "3-3 invasion", Some(Fit::Beginning)),
            ("3-3", "a 3 and another 3", None),
            ("pon-pon", "Ponnuki", None),
            ("- san -", "Sangen", Some(Fit::Beginning)),
        ] {
            let found = fit(query, &name(text));
            assert_eq!(found, wanted.map(|fit| (FoundIn::Name, fit)), "{query} in {text}");
        }
        let comment = node(&["Sangen"], &[], Some("After sangen, san-san."));
        assert_eq!(fit("san-san", &comment), Some((FoundIn::Comment, Fit::Apart)));
    }

    #[test]
    fn a_query_needs_a_letter_and_has_few_words() {
        assert_eq!(TextQuery::new(" ,-' "), None);
        assert!(TextQuery::new(&"a ".repeat(MAX_WORDS)).is_some());
        assert_eq!(TextQuery::new(&"a ".repeat(MAX_WORDS + 1)), None);
    }

    #[test]
    fn an_excerpt_is_around_the_first_word() {
        let query = TextQuery::new("pincer").unwrap();
        let text = format!("{}The Pincer works.{}", "before ".repeat(20), " after".repeat(20));
        let excerpt = query.excerpt(&text, 40);
        assert!(excerpt.contains("The Pincer works."), "{excerpt}");
        assert!(excerpt.starts_with('…') && excerpt.ends_with('…'), "{excerpt}");
        assert!(excerpt.chars().count() <= 42, "{excerpt}");
        assert_eq!(query.excerpt("A pincer.", 40), "A pincer.");
        assert_eq!(query.excerpt("夾み".repeat(30).as_str(), 10).chars().count(), 11);
    }
}
