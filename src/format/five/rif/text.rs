//! Texts and attributes of XML.

use std::collections::HashMap;

use encoding_rs::WINDOWS_1252;
use quick_xml::escape::resolve_html5_entity;
use quick_xml::events::BytesStart;

/// The attributes of a tag, by name.
pub(super) type Attributes = HashMap<String, String>;

/// Returns the attributes of a tag, with lower-case names and references resolved. Malformed
/// attributes are left out, and of repeated ones the first counts.
pub(super) fn attributes(tag: &BytesStart<'_>) -> Attributes {
    let mut attributes = Attributes::new();
    for attribute in tag.attributes().with_checks(false).flatten() {
        let name = attribute.key.local_name().as_ref().to_ascii_lowercase();
        attributes.entry(name).or_insert_with(|| unescape(&attribute.value));
    }
    attributes
}

/// Resolves the references in a text. Unknown ones stay as they are.
pub(super) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let reference = after.split_once(';').filter(|(name, _)| is_reference(name));
        if let Some((name, after)) = reference {
            out.push_str(&resolve_reference(name));
            rest = after;
        } else {
            out.push('&');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

fn is_reference(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'#';
    !name.is_empty() && name.len() <= 32 && name.bytes().all(is_part)
}

/// Returns the text that `&name;` stands for, and `&name;` itself if it is unknown.
pub(super) fn resolve_reference(name: &str) -> String {
    let character = name.strip_prefix('#').and_then(numeric_character);
    if let Some(character) = character {
        return character.to_string();
    }
    resolve_html5_entity(name).map_or_else(|| format!("&{name};"), str::to_owned)
}

/// Returns the character of `245` or `xF5`. As in HTML, 128 to 159 are Windows-1252.
fn numeric_character(number: &str) -> Option<char> {
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    match u8::try_from(code) {
        Ok(byte @ 0x80..=0x9F) => {
            WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next()
        }
        _ => char::from_u32(code).filter(|&character| character != '\0'),
    }
}
