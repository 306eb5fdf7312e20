//! Database of a growing book: every change is durable before it is reported.
//!
//! All records are framed with their key and a checksum in one table. A removed node leaves an empty
//! record, so that it does not come back when a damaged file is restored.

mod restore;

use std::io;
use std::path::{Path, PathBuf};

use amazons::{Game, Position};
use redb::{ReadTransaction, ReadableTable, Table, TableDefinition};
use storage::{DatabaseError, DatabaseSchema, RecordDatabase, Writer, unframe};
use thiserror::Error;

use crate::build::BookChanges;
use crate::game_results::{GameResults, ResultCount};
use crate::graph::Book;
use crate::key::{BookKey, KEY_BYTES};
use crate::node::Node;

/// Framed records by their kind and key.
type Records = TableDefinition<'static, &'static [u8], &'static [u8]>;

const RECORDS: Records = TableDefinition::new("records");

/// Kinds of records. The root is stored twice, at both ends of the table.
const ROOT_KINDS: [u8; 2] = [0, u8::MAX];
const PROVENANCE_KIND: u8 = 1;
const NODE_KIND: u8 = 2;
const RESULTS_KIND: u8 = 3;
const SIZE_KIND: u8 = 4;

/// Key of the results of imported games.
const GAMES: &str = "games";

/// Key of the results of trial games.
const TRIALS: &str = "trials";

const METADATA: TableDefinition<'_, &str, &str> = TableDefinition::new("about");

const FORMAT_KEY: &str = "format";

/// Version of the format.
const FORMAT_VERSION: &str = "2";

const INVALID_NODE: &str = "invalid node";

const SCHEMA: DatabaseSchema = DatabaseSchema {
    // Small, since the book is in memory.
    cache_bytes: 64 << 20,
    prepare: restore::prepare,
    restore: restore::restore,
    restore_unframed: restore::restore_format_1,
    report: |message| eprintln!("thermodon: {message}"),
};

/// Database of a book, open in this process only.
#[derive(Debug)]
pub struct BookDatabase {
    database: RecordDatabase,
    file: PathBuf,
}

/// Error of opening, reading or writing a [`BookDatabase`].
#[derive(Debug, Error)]
pub enum BookDatabaseError {
    /// There is no such file.
    #[error("book {} not found", .0.display())]
    Missing(PathBuf),
    /// There is such a file already.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// Another process has the file open.
    #[error("the book {} is open in another program", .0.display())]
    InUse(PathBuf),
    /// The file is not a valid book.
    #[error("{} is not a valid book database: {}", .0.display(), .1)]
    Corrupt(PathBuf, String),
    /// Another format version.
    #[error("unsupported format {} of book {} (this version reads {FORMAT_VERSION})", .1, .0.display())]
    Format(PathBuf, String),
    /// The file cannot be read or written.
    #[error("cannot access {}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// The database failed, for example because the disk is full.
    #[error("book {0}")]
    Database(DatabaseError),
}

impl From<DatabaseError> for BookDatabaseError {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::InUse(file) => Self::InUse(file),
            DatabaseError::Corrupt { file, reason } => Self::Corrupt(file, reason),
            DatabaseError::Format { file, found } => Self::Format(file, found),
            DatabaseError::Io { file, reason } => Self::File(file, reason),
            error => Self::Database(error),
        }
    }
}

impl BookDatabase {
    /// Creates an empty book with a root.
    ///
    /// # Errors
    /// If the file exists or cannot be created.
    pub fn create(file: &Path, root: &Position) -> Result<(Self, Book), BookDatabaseError> {
        if file.exists() {
            return Err(BookDatabaseError::Exists(file.to_owned()));
        }
        let book = Book::new(root);
        let root = book.root().to_text();
        let database = RecordDatabase::create(file, SCHEMA, |writer| {
            let mut records = RecordWriter::open(writer)?;
            for kind in ROOT_KINDS {
                records.put(kind, &[], root.as_bytes())?;
            }
            Ok(())
        })?;
        let file = file.to_owned();
        Ok((Self { database, file }, book))
    }

    /// Opens and reads a book.
    ///
    /// # Errors
    /// If the file does not exist, is open in another process, or is not a valid book.
    pub fn open(file: &Path) -> Result<(Self, Book), BookDatabaseError> {
        if !file.exists() {
            return Err(BookDatabaseError::Missing(file.to_owned()));
        }
        let database = RecordDatabase::open(file, SCHEMA)?;
        let file = file.to_owned();
        let database = Self { database, file };
        let book = database.read()?;
        Ok((database, book))
    }

    fn read(&self) -> Result<Book, BookDatabaseError> {
        self.read_records(|transaction| {
            let mut root = None;
            for kind in ROOT_KINDS {
                visit(transaction, kind, |_, text| {
                    root = std::str::from_utf8(text).ok().map(str::to_owned);
                    Some(())
                })?;
            }
            let root = root.ok_or_else(|| corrupt("the root is missing"))?;
            let root = Position::parse(&root).map_err(|error| corrupt(&error.to_string()))?;
            let mut book = Book::new(&root);
            visit(transaction, PROVENANCE_KIND, |number, text| {
                let number = u32::from_be_bytes(number.try_into().ok()?);
                let text = std::str::from_utf8(text).ok()?;
                (book.intern_provenance(text) == number).then_some(())
            })?;
            visit(transaction, NODE_KIND, |key, bytes| {
                let key = BookKey::from_bytes(key)?;
                if !bytes.is_empty() {
                    let node = Node::from_bytes(&key, bytes)?;
                    book.insert_node(key, node);
                }
                Some(())
            })?;
            book.recompute_values();
            Ok(book)
        })
    }

    /// Saves changes durably.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn save(&self, book: &Book, changes: &BookChanges) -> Result<(), BookDatabaseError> {
        self.write(|records| records.put_changes(book, changes))
    }

    /// Saves trial results and the corrections learned from them in one transaction.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn save_trials(
        &self,
        book: &Book,
        changes: &BookChanges,
        trials: &GameResults,
    ) -> Result<(), BookDatabaseError> {
        self.write(|records| {
            records.put_changes(book, changes)?;
            records.put_results(TRIALS, trials)
        })
    }

    /// Results of trial games.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn trials(&self) -> Result<GameResults, BookDatabaseError> {
        self.results(TRIALS)
    }

    /// Keys of all nodes.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn keys(&self) -> Result<Vec<BookKey>, BookDatabaseError> {
        self.read_records(|transaction| {
            let mut keys = Vec::new();
            visit(transaction, NODE_KIND, |key, bytes| {
                if !bytes.is_empty() {
                    keys.push(BookKey::from_bytes(key)?);
                }
                Some(())
            })?;
            Ok(keys)
        })
    }

    /// Results of imported games.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games(&self) -> Result<GameResults, BookDatabaseError> {
        self.results(GAMES)
    }

    fn results(&self, name: &str) -> Result<GameResults, BookDatabaseError> {
        self.read_records(|transaction| {
            let mut results = GameResults::new();
            visit(transaction, RESULTS_KIND, |key, bytes| {
                if key == name.as_bytes() {
                    for entry in bytes.chunks(KEY_BYTES + 8) {
                        let (key, count) = entry.split_at_checked(KEY_BYTES)?;
                        results.insert(BookKey::from_bytes(key)?, ResultCount::from_bytes(count)?);
                    }
                }
                Some(())
            })?;
            Ok(results)
        })
    }

    /// Saves the results of imported games, replacing earlier ones.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn save_games(&self, games: &GameResults) -> Result<(), BookDatabaseError> {
        self.write(|records| records.put_results(GAMES, games))
    }

    /// Reads in one transaction.
    fn read_records<T>(
        &self,
        read: impl FnOnce(&ReadTransaction) -> Result<T, DatabaseError>,
    ) -> Result<T, BookDatabaseError> {
        self.database.read(read).map_err(|error| match error {
            DatabaseError::Corrupt { reason, .. } => {
                BookDatabaseError::Corrupt(self.file.clone(), reason)
            }
            error => error.into(),
        })
    }

    /// Writes in one transaction.
    fn write(
        &self,
        write: impl FnOnce(&mut RecordWriter<'_>) -> Result<(), DatabaseError>,
    ) -> Result<(), BookDatabaseError> {
        let write = |writer: &Writer| write(&mut RecordWriter::open(writer)?);
        Ok(self.database.write(write)?)
    }
}

/// Visits the keys and bodies of all records of a kind. `visit` returns `None` if one is invalid.
fn visit(
    transaction: &ReadTransaction,
    kind: u8,
    mut visit: impl FnMut(&[u8], &[u8]) -> Option<()>,
) -> Result<(), DatabaseError> {
    let records = transaction.open_table(RECORDS)?;
    for entry in records.range::<&[u8]>([kind].as_slice()..)? {
        let (key, frame) = entry?;
        let Some(key) = key.value().strip_prefix(&[kind]) else {
            break;
        };
        let body = unframe(kind, key, frame.value());
        if body.and_then(|body| visit(key, body)).is_none() {
            return Err(corrupt(match kind {
                NODE_KIND => INVALID_NODE,
                PROVENANCE_KIND => "the provenances are inconsistent",
                _ => "invalid record",
            }));
        }
    }
    Ok(())
}

/// An error about a file, whose name is filled in by the caller.
fn corrupt(reason: &str) -> DatabaseError {
    DatabaseError::Corrupt {
        file: PathBuf::new(),
        reason: reason.to_owned(),
    }
}

/// Writes framed records.
struct RecordWriter<'a> {
    writer: &'a Writer,
    table: Table<'a, &'static [u8], &'static [u8]>,
}

impl<'a> RecordWriter<'a> {
    fn open(writer: &'a Writer) -> Result<Self, DatabaseError> {
        let table = writer.open_table(RECORDS)?;
        Ok(Self { writer, table })
    }

    /// Body of a record; `None` if it is missing or damaged.
    fn get(&self, kind: u8, key: &[u8]) -> Result<Option<Vec<u8>>, DatabaseError> {
        let frame = self.table.get(full_key(kind, key).as_slice())?;
        Ok(frame.and_then(|frame| Some(unframe(kind, key, frame.value())?.to_vec())))
    }

    fn put(&mut self, kind: u8, key: &[u8], body: &[u8]) -> Result<(), DatabaseError> {
        let frame = self.writer.frame(kind, key, body);
        self.table
            .insert(full_key(kind, key).as_slice(), frame.as_slice())?;
        Ok(())
    }

    /// Writes a provenance and a text for each damaged one from `next` to it.
    fn put_provenance(
        &mut self,
        next: &mut u32,
        number: u32,
        text: &[u8],
    ) -> Result<(), DatabaseError> {
        self.put_damaged_provenances(next, number)?;
        *next = number + 1;
        self.put(PROVENANCE_KIND, &number.to_be_bytes(), text)
    }

    fn put_damaged_provenances(&mut self, next: &mut u32, end: u32) -> Result<(), DatabaseError> {
        for lost in *next..end {
            let text = format!("damaged provenance {lost}");
            self.put(PROVENANCE_KIND, &lost.to_be_bytes(), text.as_bytes())?;
        }
        *next = end.max(*next);
        Ok(())
    }

    /// Writes a node, or removes it with an empty body. Returns the change of the number of nodes.
    fn put_node(&mut self, key: &BookKey, body: &[u8]) -> Result<i64, DatabaseError> {
        let before = self.get(NODE_KIND, key.bytes())?;
        let existed = before.is_some_and(|body| !body.is_empty());
        if existed || !body.is_empty() {
            self.put(NODE_KIND, key.bytes(), body)?;
        }
        Ok(i64::from(!body.is_empty()) - i64::from(existed))
    }

    /// Replaces the results of games.
    fn put_results(&mut self, name: &str, results: &GameResults) -> Result<(), DatabaseError> {
        let entries = results.iter();
        let body: Vec<u8> = entries
            .flat_map(|(key, count)| key.bytes().iter().copied().chain(count.to_bytes()))
            .collect();
        self.put(RESULTS_KIND, name.as_bytes(), &body)
    }

    /// Writes changed nodes and all new provenances.
    fn put_changes(&mut self, book: &Book, changes: &BookChanges) -> Result<(), DatabaseError> {
        for (number, text) in (0_u32..).zip(book.provenances()) {
            let key = number.to_be_bytes();
            if self.get(PROVENANCE_KIND, &key)?.is_none() {
                self.put(PROVENANCE_KIND, &key, text.as_bytes())?;
            }
        }
        let mut added = 0;
        for key in &changes.removed {
            added += self.put_node(key, &[])?;
        }
        for key in &changes.updated {
            if let Some(node) = book.node(key) {
                added += self.put_node(key, &node.to_bytes())?;
            }
        }
        self.add_to_size(added)
    }

    /// Number of nodes.
    fn size(&self) -> Result<u64, DatabaseError> {
        let body = self.get(SIZE_KIND, &[])?;
        let bytes = body.and_then(|body| body.try_into().ok());
        Ok(bytes.map_or(0, u64::from_be_bytes))
    }

    fn add_to_size(&mut self, added: i64) -> Result<(), DatabaseError> {
        let size = self.size()?.saturating_add_signed(added);
        self.put(SIZE_KIND, &[], &size.to_be_bytes())
    }
}

fn full_key(kind: u8, key: &[u8]) -> Vec<u8> {
    [&[kind], key].concat()
}

#[cfg(test)]
mod tests {
    use amazons::Game;

    use super::*;

    const COUNT: ResultCount = ResultCount { games: 7, wins: 3 };

    /// Creates a book of format 1, which had a table for each kind of record, without frames. Its
    /// nodes are the root and some of its children.
    fn create_format_1(file: &Path, root: &Position, children: usize) {
        let database = redb::Database::create(file).expect("a new file");
        let transaction = database.begin_write().expect("a writable file");
        let texts = |name| TableDefinition::<&str, &str>::new(name);
        let bytes = |name| TableDefinition::<&[u8], &[u8]>::new(name);
        let provenances = TableDefinition::<u32, &str>::new("provenances");
        {
            let mut about = transaction.open_table(texts("about")).expect("a table");
            about.insert("format", "1").expect("written");
            about
                .insert("root", root.to_text().as_str())
                .expect("written");
            let mut provenances = transaction.open_table(provenances).expect("a table");
            provenances.insert(0, "{}").expect("written");
            let mut nodes = transaction.open_table(bytes("nodes")).expect("a table");
            let moves = root.moves().into_iter().take(children);
            let children = moves.map(|mv| root.after(mv).expect("a legal move"));
            for position in children.chain([*root]) {
                let key = BookKey::new(&position).0;
                let node = Node::from_bytes(&key, &[0; 18]).expect("a valid node");
                nodes
                    .insert(key.bytes().as_slice(), node.to_bytes().as_slice())
                    .expect("written");
            }
            let mut games = transaction.open_table(bytes("games")).expect("a table");
            let key = BookKey::new(root).0;
            games
                .insert(key.bytes().as_slice(), COUNT.to_bytes().as_slice())
                .expect("written");
        }
        transaction.commit().expect("written");
    }

    /// One page with nodes is damaged; all other nodes are recovered.
    #[test]
    fn damaged_file_of_format_1_is_restored() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let file = directory.path().join("a.redb");
        let root = Position::parse("5x5").expect("a valid position");
        create_format_1(&file, &root, 300);
        let intact = directory.path().join("b.redb");
        std::fs::copy(&file, &intact).expect("copied");
        let mut bytes = std::fs::read(&file).expect("a file");
        let key = BookKey::new(&root.after(root.moves()[0]).expect("a legal move")).0;
        let copies: Vec<usize> = (0..bytes.len())
            .filter(|&at| bytes[at..].starts_with(key.bytes()))
            .collect();
        for at in copies {
            bytes[at] ^= 1;
        }
        std::fs::write(&file, &bytes).expect("written");
        let (_, book) = BookDatabase::open(&file).expect("a restored book");
        let (_, expected) = BookDatabase::open(&intact).expect("a valid book");
        let lost = expected.len() - book.len();
        assert!((1..60).contains(&lost), "{lost} of {}", expected.len());
        for (key, node) in book.nodes() {
            assert_eq!(expected.node(key), Some(node));
        }
        let kept = std::fs::read(directory.path().join("a.redb.damaged"));
        assert_eq!(kept.expect("kept"), bytes);
    }

    #[test]
    fn format_1_is_migrated() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let file = directory.path().join("a.redb");
        let root = Position::parse("5x5").expect("a valid position");
        create_format_1(&file, &root, 0);
        let (key, count) = (BookKey::new(&root).0, COUNT);
        for _ in 0..2 {
            let (database, book) = BookDatabase::open(&file).expect("a valid book");
            assert_eq!((book.len(), book.root_key()), (1, key));
            assert_eq!(book.provenances(), ["{}"]);
            assert_eq!(database.keys().expect("readable"), [key]);
            assert_eq!(database.games().expect("readable"), [(key, count)].into());
            assert!(database.trials().expect("readable").is_empty());
        }
    }
}
