//! Binary encoding of a node's data, in which repeated texts are written once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::fault::Fault;
use joseki_book::{Bytes, Field, Mark, NodeData, TallyError, Text, Verdict, put};
use joseki_game::{Side, Step, Variant};

/// The fields by bit number. Stored in files: append only.
const FIELDS: [Field; 11] = [
    Field::Verdict,
    Field::Advantage,
    Field::Sente,
    Field::Confidence,
    Field::Names,
    Field::Tags,
    Field::Sources,
    Field::Comment,
    Field::Marks,
    Field::Conditions,
    Field::Properties,
];

/// The verdicts by number. Stored in files: append only.
const VERDICTS: [Verdict; 5] =
    [Verdict::Ideal, Verdict::Good, Verdict::Mistake, Verdict::Trick, Verdict::Question];

/// Whole advantages up to this size are written as one number.
const SMALL: f64 = 1000.0;

/// Output buffer, with the numbers of the texts already written.
#[derive(Default)]
pub(super) struct DataWriter<'d> {
    pub(super) bytes: Vec<u8>,
    texts: HashMap<&'d str, u64>,
}

impl<'d> DataWriter<'d> {
    /// Writes a number.
    pub(super) fn number(&mut self, number: u64) {
        put(&mut self.bytes, number);
    }

    /// Writes a step; those near the corner's first side take one byte.
    pub(super) fn step(&mut self, step: Step) {
        self.number(u64::from(step.code().wrapping_add(1)));
    }

    /// Writes all known fields.
    pub(super) fn data(&mut self, data: &'d NodeData) {
        self.fields(data, |_| true);
    }

    /// Writes the fields that differ from those before.
    pub(super) fn difference(&mut self, before: &NodeData, after: &'d NodeData) {
        let differs = |field: Field| !field.is_same(before, after);
        self.number(mask(differs));
        self.fields(after, differs);
    }

    fn fields(&mut self, data: &'d NodeData, wanted: impl Fn(Field) -> bool) {
        let said = |field: Field| wanted(field) && !field.is_unset(data);
        self.number(mask(said));
        for field in FIELDS.into_iter().filter(|field| said(*field)) {
            self.field(field, data);
        }
    }

    fn field(&mut self, field: Field, data: &'d NodeData) {
        match field {
            Field::Verdict => self.number(place(&VERDICTS, data.verdict)),
            Field::Advantage => self.advantage(data.advantage.unwrap_or_default()),
            Field::Sente => self.number(u64::from(data.sente == Some(Side::Second))),
            Field::Confidence => self.number(data.confidence.unwrap_or_default().into()),
            Field::Names => self.list(&data.names),
            Field::Tags => self.list(&data.tags),
            Field::Sources => self.list(&data.sources),
            Field::Comment => self.text(data.comment.as_ref().map_or("", Text::template)),
            Field::Marks => {
                self.number(data.marks.len() as u64);
                data.marks.iter().for_each(|mark| self.mark(mark));
            }
            Field::Conditions => self.new_text(&data.conditions.to_string()),
            Field::Properties => {
                self.number(data.properties.len() as u64);
                for (property, values) in &data.properties {
                    self.text(property);
                    self.list(values);
                }
            }
        }
    }

    fn advantage(&mut self, advantage: f64) {
        let whole = advantage as i64;
        let same = (whole as f64).to_bits() == advantage.to_bits();
        if same && advantage.abs() <= SMALL {
            self.number(((whole << 1) ^ (whole >> 63)).cast_unsigned() + 1);
        } else {
            self.number(0);
            self.bytes.extend(advantage.to_le_bytes());
        }
    }

    fn mark(&mut self, mark: &'d Mark) {
        self.text(&mark.property);
        self.step(mark.step);
        self.number(u64::from(mark.to.is_some()) | u64::from(mark.label.is_some()) << 1);
        mark.to.into_iter().for_each(|to| self.step(to));
        mark.label.iter().for_each(|label| self.text(label));
    }

    fn list(&mut self, texts: &'d BTreeSet<String>) {
        self.number(texts.len() as u64);
        texts.iter().for_each(|text| self.text(text));
    }

    /// Writes a text's number, and the text itself if it is new.
    fn text(&mut self, text: &'d str) {
        if let Some(number) = self.texts.get(text) {
            return put(&mut self.bytes, *number);
        }
        self.texts.insert(text, self.texts.len() as u64 + 1);
        self.number(0);
        self.new_text(text);
    }

    fn new_text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }
}

fn mask(wanted: impl Fn(Field) -> bool) -> u64 {
    let bits = FIELDS.into_iter().enumerate();
    bits.fold(0, |mask, (bit, field)| mask | u64::from(wanted(field)) << bit)
}

fn place<T: PartialEq>(all: &[T], one: Option<T>) -> u64 {
    let found = one.and_then(|one| all.iter().position(|other| *other == one));
    found.unwrap_or_default() as u64
}

/// Error for bytes that a [`DataWriter`] did not write.
pub(super) fn damaged() -> Fault {
    Fault::Damage("the contents of the change cannot be decoded".to_owned())
}

/// Remaining input, with the texts read so far.
pub(super) struct DataReader<'a> {
    pub(super) bytes: Bytes<'a>,
    variant: Variant,
    texts: Vec<&'a str>,
}

impl<'a> DataReader<'a> {
    /// Reads from the start of `bytes`, which are about a book of a game.
    pub(super) fn new(variant: Variant, bytes: &'a [u8]) -> DataReader<'a> {
        DataReader { bytes: Bytes(bytes), variant, texts: Vec::new() }
    }

    /// Reads the next number.
    pub(super) fn number(&mut self) -> Result<u64, Fault> {
        self.bytes.number().map_err(|_: TallyError| damaged())
    }

    /// Reads the next step.
    pub(super) fn step(&mut self) -> Result<Step, Fault> {
        let code = u16::try_from(self.number()?).map_err(|_| damaged())?;
        let step = self.variant.alphabet().step_with_code(code.wrapping_sub(1));
        step.ok_or_else(damaged)
    }

    /// Reads what [`DataWriter::data`] wrote.
    pub(super) fn data(&mut self) -> Result<NodeData, Fault> {
        let mut data = NodeData::default();
        self.fields(&mut data, u64::MAX)?;
        Ok(data)
    }

    /// Reads what [`DataWriter::difference`] wrote.
    pub(super) fn difference(&mut self, before: &NodeData) -> Result<NodeData, Fault> {
        let (mut data, nothing) = (before.clone(), NodeData::default());
        let differs = self.number()?;
        for field in fields_of(differs)? {
            field.copy(&nothing, &mut data);
        }
        self.fields(&mut data, differs)?;
        Ok(data)
    }

    fn fields(&mut self, data: &mut NodeData, wanted: u64) -> Result<(), Fault> {
        let said = self.number()?;
        if said & !wanted != 0 {
            return Err(damaged());
        }
        for field in fields_of(said)? {
            self.field(field, data)?;
        }
        Ok(())
    }

    fn field(&mut self, field: Field, data: &mut NodeData) -> Result<(), Fault> {
        match field {
            Field::Verdict => {
                let found = VERDICTS.get(self.size()?).ok_or_else(damaged)?;
                data.verdict = Some(*found);
            }
            Field::Advantage => data.advantage = Some(self.advantage()?),
            Field::Sente => {
                data.sente = Some(match self.number()? {
                    0 => Side::First,
                    1 => Side::Second,
                    _ => return Err(damaged()),
                });
            }
            Field::Confidence => {
                let found = u8::try_from(self.number()?).map_err(|_| damaged())?;
                data.confidence = Some(found);
            }
            Field::Names => data.names = self.list()?,
            Field::Tags => data.tags = self.list()?,
            Field::Sources => data.sources = self.list()?,
            Field::Comment => data.comment = Some(Text::from_template(self.text()?)),
            Field::Marks => {
                for _ in 0..self.number()? {
                    data.marks.insert(self.mark()?);
                }
            }
            Field::Conditions => {
                let found = self.new_text()?.parse();
                data.conditions = found.map_err(|_| damaged())?;
            }
            Field::Properties => data.properties = self.properties()?,
        }
        Ok(())
    }

    fn advantage(&mut self) -> Result<f64, Fault> {
        if let Some(whole) = self.number()?.checked_sub(1) {
            let whole = (whole >> 1).cast_signed() ^ -(whole & 1).cast_signed();
            return Ok(whole as f64);
        }
        let (number, rest) = self.bytes.0.split_first_chunk().ok_or_else(damaged)?;
        self.bytes.0 = rest;
        let number = f64::from_le_bytes(*number);
        (!number.is_nan()).then_some(number).ok_or_else(damaged)
    }

    fn mark(&mut self) -> Result<Mark, Fault> {
        let (property, step, has) = (self.text()?.to_owned(), self.step()?, self.number()?);
        if has > 3 {
            return Err(damaged());
        }
        Ok(Mark {
            property,
            step,
            to: (has & 1 != 0).then(|| self.step()).transpose()?,
            label: match has & 2 {
                0 => None,
                _ => Some(self.text()?.to_owned()),
            },
        })
    }

    fn properties(&mut self) -> Result<BTreeMap<String, BTreeSet<String>>, Fault> {
        let count = self.number()?;
        (0..count).map(|_| Ok((self.text()?.to_owned(), self.list()?))).collect()
    }

    fn list<C: FromIterator<String>>(&mut self) -> Result<C, Fault> {
        let count = self.number()?;
        (0..count).map(|_| Ok(self.text()?.to_owned())).collect()
    }

    fn text(&mut self) -> Result<&'a str, Fault> {
        if let Some(place) = self.size()?.checked_sub(1) {
            return self.texts.get(place).copied().ok_or_else(damaged);
        }
        let text = self.new_text()?;
        self.texts.push(text);
        Ok(text)
    }

    fn new_text(&mut self) -> Result<&'a str, Fault> {
        let length = self.size()?;
        let (text, rest) = (self.bytes.0.split_at_checked(length)).ok_or_else(damaged)?;
        self.bytes.0 = rest;
        std::str::from_utf8(text).map_err(|_| damaged())
    }

    fn size(&mut self) -> Result<usize, Fault> {
        usize::try_from(self.number()?).map_err(|_| damaged())
    }
}

fn fields_of(mask: u64) -> Result<impl Iterator<Item = Field>, Fault> {
    if mask >> FIELDS.len() != 0 {
        return Err(damaged());
    }
    let bits = FIELDS.into_iter().enumerate();
    Ok(bits.filter_map(move |(bit, field)| (mask >> bit & 1 != 0).then_some(field)))
}
