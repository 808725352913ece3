//! Answers with some of their fields: the others are not written, and of shared parts not kept.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::LazyLock;

use serde::ser::{Error, Impossible, Serialize, SerializeSeq, SerializeStruct, Serializer};
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::response::{CandidateJson, CornerJson, NextResponse};
use crate::error::RequestError;
use joseki_service::Code;

/// Names of fields of a response, those of moves and corners below `moves` and `corners`. Without
/// any, all fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResponseFields(BTreeMap<String, ResponseFields>);

/// All fields.
static ALL: ResponseFields = ResponseFields(BTreeMap::new());

impl ResponseFields {
    /// Parses names; those of moves and corners begin with `moves.` or `corners.`.
    ///
    /// # Errors
    /// A name that the response does not have.
    pub fn parse(names: &[String]) -> Result<ResponseFields, RequestError> {
        let mut fields = ResponseFields::default();
        for name in names {
            let (field, inner) = match name.trim().split_once('.') {
                Some((field, inner)) => (field, Some(inner)),
                None => (name.trim(), None),
            };
            let known: &[String] = match (field, inner) {
                (_, None) => &RESPONSE,
                ("moves", _) => &MOVE,
                ("corners", _) => &CORNER,
                _ => &[],
            };
            if !known.iter().any(|known| known == inner.unwrap_or(field)) {
                let message = match inner {
                    Some(_) if known.is_empty() => {
                        format!("`{field}` is sent as a whole: omit what follows the dot")
                    }
                    _ => format!("unknown field `{name}`: expected {}", known.join(", ")),
                };
                return Err(RequestError::new(Code::InvalidValue, "fields", message));
            }
            fields.add(field, inner);
        }
        Ok(fields)
    }

    fn add(&mut self, field: &str, inner: Option<&str>) {
        let inner = inner.map(str::to_owned);
        match (self.0.entry(field.to_owned()), inner) {
            (Entry::Occupied(mut kept), None) => drop(kept.insert(ResponseFields::default())),
            (Entry::Occupied(mut kept), Some(inner)) => {
                if !kept.get().is_all() {
                    kept.get_mut().0.insert(inner, ResponseFields::default());
                }
            }
            (Entry::Vacant(place), inner) => {
                let inner = inner.map(|inner| (inner, ResponseFields::default()));
                place.insert(ResponseFields(inner.into_iter().collect()));
            }
        }
    }

    /// Whether all fields are sent.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns what is sent of the objects in a field; `None` if the field is not sent.
    #[must_use]
    pub fn of(&self, field: &str) -> Option<&ResponseFields> {
        if self.is_all() { Some(&ALL) } else { self.0.get(field) }
    }

    /// Returns a text that other fields do not have.
    #[must_use]
    pub fn key(&self) -> String {
        let names = self.0.iter().map(|(name, inner)| format!("{name}({})", inner.key()));
        names.collect()
    }
}

/// The names of fields, which a request may name thousands of times.
static RESPONSE: LazyLock<Vec<String>> = LazyLock::new(names_of::<NextResponse>);
static MOVE: LazyLock<Vec<String>> = LazyLock::new(names_of::<CandidateJson>);
static CORNER: LazyLock<Vec<String>> = LazyLock::new(names_of::<CornerJson>);

/// Returns the names of the fields of a type, as its schema has them.
fn names_of<T: PartialSchema>() -> Vec<String> {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object.properties.keys().cloned().collect(),
        _ => Vec::new(),
    }
}

/// An object, or a list of objects, with some of its fields.
#[derive(Clone, Copy, Debug)]
pub struct SelectedFields<'a, T: ?Sized> {
    value: &'a T,
    fields: &'a ResponseFields,
}

impl<'a, T: ?Sized> SelectedFields<'a, T> {
    /// Selects fields of a value.
    #[must_use]
    pub const fn new(value: &'a T, fields: &'a ResponseFields) -> SelectedFields<'a, T> {
        SelectedFields { value, fields }
    }
}

impl<T: Serialize + ?Sized> Serialize for SelectedFields<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SelectedFields { value, fields } = *self;
        if fields.is_all() {
            value.serialize(serializer)
        } else {
            value.serialize(Selecting { inner: serializer, fields })
        }
    }
}

/// A serializer that passes on some of the fields.
struct Selecting<'a, S> {
    inner: S,
    fields: &'a ResponseFields,
}

impl<S: SerializeStruct> SerializeStruct for Selecting<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), S::Error> {
        match self.fields.of(key) {
            Some(fields) => self.inner.serialize_field(key, &SelectedFields { value, fields }),
            None => self.inner.skip_field(key),
        }
    }

    fn skip_field(&mut self, key: &'static str) -> Result<(), S::Error> {
        self.inner.skip_field(key)
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.inner.end()
    }
}

impl<S: SerializeSeq> SerializeSeq for Selecting<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.inner.serialize_element(&SelectedFields { value, fields: self.fields })
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.inner.end()
    }
}

/// Only objects and lists of them have fields.
fn no_object<T, E: Error>() -> Result<T, E> {
    Err(E::custom("fields of a value that is neither an object nor a list of objects"))
}

macro_rules! no_objects {
    ($($name:ident($($argument:ty),*) -> $result:ty;)*) => {
        $(fn $name(self, $(_: $argument),*) -> Result<$result, S::Error> {
            no_object()
        })*
    };
}

impl<'a, S: Serializer> Serializer for Selecting<'a, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Selecting<'a, S::SerializeSeq>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = Selecting<'a, S::SerializeStruct>;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        Ok(Selecting { inner: self.inner.serialize_seq(len)?, fields: self.fields })
    }

    fn serialize_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        Ok(Selecting { inner: self.inner.serialize_struct(name, len)?, fields: self.fields })
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        no_object()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        no_object()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        no_object()
    }

    no_objects! {
        serialize_bool(bool) -> S::Ok;
        serialize_i8(i8) -> S::Ok;
        serialize_i16(i16) -> S::Ok;
        serialize_i32(i32) -> S::Ok;
        serialize_i64(i64) -> S::Ok;
        serialize_u8(u8) -> S::Ok;
        serialize_u16(u16) -> S::Ok;
        serialize_u32(u32) -> S::Ok;
        serialize_u64(u64) -> S::Ok;
        serialize_f32(f32) -> S::Ok;
        serialize_f64(f64) -> S::Ok;
        serialize_char(char) -> S::Ok;
        serialize_str(&str) -> S::Ok;
        serialize_bytes(&[u8]) -> S::Ok;
        serialize_none() -> S::Ok;
        serialize_unit() -> S::Ok;
        serialize_unit_struct(&'static str) -> S::Ok;
        serialize_unit_variant(&'static str, u32, &'static str) -> S::Ok;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}
