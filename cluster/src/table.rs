//! Tables in Parquet files, by columns, a chunk of rows at a time.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::reader::{ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnDescriptor, ColumnPath};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use crate::error::ClusterError;
use crate::manifest::FileEntry;

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Texts or bytes.
    Text(Vec<ByteArray>),
    /// The same, some unknown.
    SomeText(Vec<Option<ByteArray>>),
    /// Numbers of 32 bits.
    Int(Vec<i32>),
    /// Numbers of 64 bits.
    Long(Vec<i64>),
    /// Lists of texts, one after the other, and the length of each.
    Texts(Vec<ByteArray>, Vec<u32>),
}

/// What kind of values a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// See [`Column::Text`].
    Text,
    /// Binary data.
    Bytes,
    /// See [`Column::SomeText`].
    SomeText,
    /// The same of binary data.
    SomeBytes,
    /// See [`Column::Int`].
    Int,
    /// See [`Column::Long`].
    Long,
    /// See [`Column::Texts`].
    Texts,
}

/// The columns of a table, in order.
#[derive(Clone, Copy, Debug)]
pub struct TableSchema {
    /// The name, for messages.
    pub name: &'static str,
    /// Name and kind of each column.
    pub columns: &'static [(&'static str, ColumnKind)],
    /// A sorted column of texts, stored without the prefix shared with the one before.
    pub sorted: Option<&'static str>,
}

impl TableSchema {
    fn message(&self) -> String {
        let column = |(name, kind): &(&str, ColumnKind)| match kind {
            ColumnKind::Text => format!("required binary {name} (STRING);"),
            ColumnKind::Bytes => format!("required binary {name};"),
            ColumnKind::SomeText => format!("optional binary {name} (STRING);"),
            ColumnKind::SomeBytes => format!("optional binary {name};"),
            ColumnKind::Int => format!("required int32 {name};"),
            ColumnKind::Long => format!("required int64 {name};"),
            ColumnKind::Texts => format!(
                "required group {name} (LIST) {{ repeated group list {{ required binary element (STRING); }} }}"
            ),
        };
        let columns: Vec<String> = self.columns.iter().map(column).collect();
        format!("message {} {{ {} }}", self.name, columns.join(" "))
    }

    fn properties(&self) -> WriterProperties {
        let properties = WriterProperties::builder()
            // The same rows give the same bytes, whatever wrote them.
            .set_created_by("joseki-cluster".to_owned())
            .set_writer_version(WriterVersion::PARQUET_2_0)
            // Pages of 20,000 rows, the default, take a tenth more.
            .set_data_page_row_count_limit(1 << 20)
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3).unwrap_or_default()));
        match self.sorted {
            None => properties.build(),
            Some(sorted) => {
                let path = ColumnPath::from(sorted);
                properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path, Encoding::DELTA_BYTE_ARRAY)
                    .build()
            }
        }
    }
}

/// Writes a table to a file that appears under its name when it is whole.
pub struct TableWriter {
    path: PathBuf,
    writer: SerializedFileWriter<Hashed>,
    rows: u64,
}

/// A file beside its place, and the hash of what was written.
struct Hashed {
    file: BufWriter<NamedTempFile>,
    hash: Sha256,
    bytes: u64,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl TableWriter {
    /// Creates a file.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(folder: &Path, name: &str, schema: &TableSchema) -> Result<Self, ClusterError> {
        let path = folder.join(name);
        let at = |error| ClusterError::file(&path, error);
        let file = NamedTempFile::new_in(folder).map_err(at)?;
        let file = Hashed { file: BufWriter::new(file), hash: Sha256::new(), bytes: 0 };
        let message =
            Arc::new(parse_message_type(&schema.message()).map_err(io::Error::other).map_err(at)?);
        let properties = Arc::new(schema.properties());
        let writer = SerializedFileWriter::new(file, message, properties);
        let writer = writer.map_err(io::Error::other).map_err(at)?;
        Ok(TableWriter { path, writer, rows: 0 })
    }

    /// Writes a group of rows.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, columns: &[Column]) -> Result<(), ClusterError> {
        let rows = columns.first().map_or(0, Column::len);
        if rows == 0 {
            return Ok(());
        }
        self.rows += rows as u64;
        let written = self.writer.next_row_group().and_then(|mut group| {
            columns.iter().try_for_each(|column| write_column(&mut group, column))?;
            group.close().map(drop)
        });
        written.map_err(|error| ClusterError::file(&self.path, io::Error::other(error)))
    }

    /// Completes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<FileEntry, ClusterError> {
        let path = self.path;
        let at = |error| ClusterError::file(&path, error);
        let whole = self.writer.into_inner().map_err(io::Error::other).map_err(at)?;
        let Hashed { file, hash, bytes } = whole;
        let file = file.into_inner().map_err(|error| at(error.into_error()))?;
        publish(file, &path).map_err(at)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(FileEntry { name, rows: self.rows, bytes, sha256: hex(&hash.finalize()) })
    }
}

/// Gives a file its name once it is on the disk.
pub fn publish(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.as_file().sync_all()?;
    let file = file.persist(path).map_err(|error| error.error)?;
    // Temporary files are their owner's alone.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    file.sync_all()
}

/// Returns the files of a table, in order.
///
/// # Errors
/// If the folder cannot be read.
pub fn parts(path: &Path) -> Result<Vec<PathBuf>, ClusterError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let at = |error| ClusterError::file(path, error);
    let mut parts = Vec::new();
    for entry in std::fs::read_dir(path).map_err(at)? {
        let part = entry.map_err(at)?.path();
        let name = part.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".parquet") && !name.starts_with(['.', '_']) {
            parts.push(part);
        }
    }
    parts.sort_unstable();
    Ok(parts)
}

/// Writes bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Column {
    /// Returns the bytes in a row, if it has any.
    pub fn bytes(&self, row: usize) -> Option<&[u8]> {
        match self {
            Column::Text(values) => values.get(row).map(ByteArray::data),
            Column::SomeText(values) => values.get(row)?.as_ref().map(ByteArray::data),
            Column::Int(_) | Column::Long(_) | Column::Texts(..) => None,
        }
    }

    /// Returns the text in a row, if it has one.
    pub fn text(&self, row: usize) -> Option<&str> {
        self.bytes(row).and_then(|bytes| str::from_utf8(bytes).ok())
    }

    /// Returns the number in a row; 0 where there is none.
    pub fn number(&self, row: usize) -> i64 {
        match self {
            Column::Int(values) => values.get(row).copied().unwrap_or(0).into(),
            Column::Long(values) => values.get(row).copied().unwrap_or(0),
            Column::Text(_) | Column::SomeText(_) | Column::Texts(..) => 0,
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Column::Text(values) => values.len(),
            Column::SomeText(values) => values.len(),
            Column::Int(values) => values.len(),
            Column::Long(values) => values.len(),
            Column::Texts(_, lengths) => lengths.len(),
        }
    }
}

fn write_column(
    group: &mut SerializedRowGroupWriter<'_, Hashed>,
    column: &Column,
) -> parquet::errors::Result<()> {
    let Some(mut writer) = group.next_column()? else {
        return Err(parquet::errors::ParquetError::General("too many columns".to_owned()));
    };
    match column {
        Column::Text(values) => {
            writer.typed::<ByteArrayType>().write_batch(values, None, None)?;
        }
        Column::SomeText(values) => {
            let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
            let known: Vec<ByteArray> = values.iter().flatten().cloned().collect();
            writer.typed::<ByteArrayType>().write_batch(&known, Some(&levels), None)?;
        }
        Column::Int(values) => {
            writer.typed::<Int32Type>().write_batch(values, None, None)?;
        }
        Column::Long(values) => {
            writer.typed::<Int64Type>().write_batch(values, None, None)?;
        }
        Column::Texts(values, lengths) => {
            let (mut known, mut repeated) = (Vec::new(), Vec::new());
            for length in lengths {
                known.push(i16::from(*length > 0));
                repeated.push(0);
                let more = length.saturating_sub(1) as usize;
                known.resize(known.len() + more, 1);
                repeated.resize(repeated.len() + more, 1);
            }
            let writer = writer.typed::<ByteArrayType>();
            writer.write_batch(values, Some(&known), Some(&repeated))?;
        }
    }
    writer.close()
}

/// Reader of a table of any writer: one file, or a folder of files in the order of their names.
pub struct TableReader {
    /// The next files, the last one first.
    later: Vec<PathBuf>,
    path: PathBuf,
    schema: TableSchema,
    file: SerializedFileReader<File>,
    /// The place of each column in the file.
    places: Vec<usize>,
    group: usize,
    /// The columns of the group that is read, and its rows that are left.
    open: Vec<OpenColumn>,
    left: usize,
}

enum OpenColumn {
    Text(ColumnReaderImpl<ByteArrayType>, ColumnKind),
    Int(ColumnReaderImpl<Int32Type>),
    Long(ColumnReaderImpl<Int64Type>),
}

impl TableReader {
    /// Opens a table.
    ///
    /// # Errors
    /// If it cannot be read or is another table.
    pub fn open(path: &Path, schema: &TableSchema) -> Result<TableReader, ClusterError> {
        let mut later = parts(path)?;
        later.reverse();
        let first = later.pop().ok_or_else(|| ClusterError::invalid(path, "no Parquet files"))?;
        TableReader::open_file(first, later, schema)
    }

    fn open_file(
        path: PathBuf,
        later: Vec<PathBuf>,
        schema: &TableSchema,
    ) -> Result<TableReader, ClusterError> {
        let at = |error| ClusterError::file(&path, error);
        let file = File::open(&path).map_err(at)?;
        let file = SerializedFileReader::new(file).map_err(io::Error::other).map_err(at)?;
        let found = file.metadata().file_metadata().schema_descr_ptr();
        let place = |(name, kind): &(&str, ColumnKind)| {
            let is_it = |column: &ColumnDescriptor| {
                column.path().parts().first().is_some_and(|part| part == name)
                    && column.physical_type() == kind.physical()
                    && (column.max_rep_level() == 1) == (*kind == ColumnKind::Texts)
            };
            found.columns().iter().position(|column| is_it(column)).ok_or_else(|| {
                let (file, table) = (path.display().to_string(), schema.name);
                ClusterError::Table { file, table, column: (*name).to_owned() }
            })
        };
        let places = schema.columns.iter().map(place).collect::<Result<_, _>>()?;
        let (schema, open) = (*schema, Vec::new());
        Ok(TableReader { later, path, schema, file, places, group: 0, open, left: 0 })
    }

    /// Returns the next rows, up to `most`; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn next(&mut self, most: usize) -> Result<Option<Vec<Column>>, ClusterError> {
        loop {
            let read = self.read(most);
            match read.map_err(|error| ClusterError::file(&self.path, io::Error::other(error)))? {
                Some(columns) => return Ok(Some(columns)),
                None => {
                    let Some(next) = self.later.pop() else { return Ok(None) };
                    let later = std::mem::take(&mut self.later);
                    *self = TableReader::open_file(next, later, &self.schema)?;
                }
            }
        }
    }

    fn read(&mut self, most: usize) -> parquet::errors::Result<Option<Vec<Column>>> {
        while self.left == 0 {
            if self.group == self.file.num_row_groups() {
                return Ok(None);
            }
            let group = self.file.get_row_group(self.group)?;
            self.group += 1;
            self.left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
            let columns = self.schema.columns.iter().zip(&self.places);
            let open = columns.map(|((_, kind), place)| {
                let column = group.get_column_reader(*place)?;
                Ok(match kind {
                    ColumnKind::Int => OpenColumn::Int(get_typed_column_reader(column)),
                    ColumnKind::Long => OpenColumn::Long(get_typed_column_reader(column)),
                    kind => OpenColumn::Text(get_typed_column_reader(column), *kind),
                })
            });
            self.open = open.collect::<parquet::errors::Result<_>>()?;
        }
        let rows = most.min(self.left);
        self.left -= rows;
        let names = self.schema.columns.iter().map(|(name, _)| *name);
        let columns = self.open.iter_mut().zip(names).map(|(column, name)| column.read(rows, name));
        columns.collect::<parquet::errors::Result<_>>().map(Some)
    }
}

impl ColumnKind {
    fn physical(self) -> parquet::basic::Type {
        match self {
            ColumnKind::Int => parquet::basic::Type::INT32,
            ColumnKind::Long => parquet::basic::Type::INT64,
            _ => parquet::basic::Type::BYTE_ARRAY,
        }
    }
}

impl OpenColumn {
    fn read(&mut self, rows: usize, name: &str) -> parquet::errors::Result<Column> {
        let error =
            |why: &str| parquet::errors::ParquetError::General(format!("column \"{name}\": {why}"));
        let all =
            |values: usize| if values == rows { Ok(()) } else { Err(error("values are missing")) };
        match self {
            OpenColumn::Int(reader) => {
                let (values, _) = records(reader, rows)?;
                all(values.len()).map(|()| Column::Int(values))
            }
            OpenColumn::Long(reader) => {
                let (values, _) = records(reader, rows)?;
                all(values.len()).map(|()| Column::Long(values))
            }
            OpenColumn::Text(reader, kind) => {
                let (values, levels) = records(reader, rows)?;
                match kind {
                    ColumnKind::Text | ColumnKind::Bytes => {
                        all(values.len()).map(|()| Column::Text(values))
                    }
                    ColumnKind::Texts => {
                        let lengths = lengths(values.len(), &levels);
                        Ok(Column::Texts(values, lengths))
                    }
                    _ if levels.known.is_empty() => {
                        Ok(Column::SomeText(values.into_iter().map(Some).collect()))
                    }
                    _ => {
                        let mut values = values.into_iter();
                        let known = levels.known.iter().map(|level| *level == levels.most);
                        let texts = known.map(|known| if known { values.next() } else { None });
                        Ok(Column::SomeText(texts.collect()))
                    }
                }
            }
        }
    }
}

/// What belongs to the values of a column that are not all there once.
struct Levels {
    /// By value or gap: `most` if there is a value.
    known: Vec<i16>,
    most: i16,
    /// The same: 0 at the begin of a row.
    repeated: Vec<i16>,
}

fn records<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
) -> parquet::errors::Result<(Vec<T::T>, Levels)> {
    let mut levels = Levels { known: Vec::new(), most: 0, repeated: Vec::new() };
    let (mut values, mut read) = (Vec::new(), 0);
    while read < rows {
        let (more, _, _) = reader.read_records(
            rows - read,
            Some(&mut levels.known),
            Some(&mut levels.repeated),
            &mut values,
        )?;
        if more == 0 {
            break;
        }
        read += more;
    }
    levels.most = levels.known.iter().copied().max().unwrap_or(0);
    Ok((values, levels))
}

/// Returns the lengths of lists with `values` values in all.
fn lengths(values: usize, levels: &Levels) -> Vec<u32> {
    let mut lengths: Vec<u32> = Vec::new();
    let mut left = values;
    for (known, repeated) in levels.known.iter().zip(&levels.repeated) {
        if *repeated == 0 {
            lengths.push(0);
        }
        if *known == levels.most
            && left > 0
            && let Some(length) = lengths.last_mut()
        {
            *length += 1;
            left -= 1;
        }
    }
    lengths
}
