//! Database of a growing book: every change is durable before it is reported.

use std::io;
use std::path::{Path, PathBuf};

use amazons::{Game, Position};
use redb::{
    Builder, Database, DatabaseError, ReadableDatabase, ReadableTable, StorageError,
    TableDefinition, WriteTransaction,
};
use thiserror::Error;

use crate::build::BookChanges;
use crate::game_results::{GameResults, ResultCount};
use crate::graph::Book;
use crate::key::BookKey;
use crate::node::Node;

/// Nodes by key.
const NODES: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("nodes");

/// Provenances by index.
const PROVENANCES: TableDefinition<'_, u32, &str> = TableDefinition::new("provenances");

/// Game results by key.
type ResultsTable = TableDefinition<'static, &'static [u8], &'static [u8]>;

/// Results of imported games.
const GAMES: ResultsTable = TableDefinition::new("games");

/// Results of trial games.
const TRIALS: ResultsTable = TableDefinition::new("trials");

const METADATA: TableDefinition<'_, &str, &str> = TableDefinition::new("about");

const FORMAT_KEY: &str = "format";

/// Version of the format; others are rejected.
const FORMAT_VERSION: &str = "1";

const ROOT_KEY: &str = "root";

const INVALID_NODE: &str = "invalid node";

/// Small, since the book is in memory.
const CACHE_BYTES: usize = 64 << 20;

/// Database of a book, open in this process only.
#[derive(Debug)]
pub struct BookDatabase {
    database: Database,
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
    #[error("book database error: {0}")]
    Database(Box<redb::Error>),
}

impl BookDatabaseError {
    fn corrupt(file: &Path, reason: impl ToString) -> Self {
        Self::Corrupt(file.to_owned(), reason.to_string())
    }

    fn from_open_error(file: &Path, error: DatabaseError) -> Self {
        match error {
            DatabaseError::DatabaseAlreadyOpen => Self::InUse(file.to_owned()),
            DatabaseError::Storage(StorageError::Io(reason))
                if reason.kind() != io::ErrorKind::InvalidData
                    && reason.kind() != io::ErrorKind::UnexpectedEof =>
            {
                Self::File(file.to_owned(), reason)
            }
            other => Self::corrupt(file, other),
        }
    }
}

impl<E: Into<redb::Error>> From<E> for BookDatabaseError {
    fn from(error: E) -> Self {
        Self::Database(Box::new(error.into()))
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
        // Created under another name and renamed, so that the file is always a complete book.
        let mut temporary = file.as_os_str().to_owned();
        temporary.push(".part");
        let temporary = PathBuf::from(temporary);
        let _ = std::fs::remove_file(&temporary);
        let book = Book::new(root);
        let database = builder()
            .create(&temporary)
            .map_err(|error| BookDatabaseError::from_open_error(&temporary, error))?;
        let transaction = database.begin_write()?;
        {
            let mut metadata = transaction.open_table(METADATA)?;
            metadata.insert(FORMAT_KEY, FORMAT_VERSION)?;
            metadata.insert(ROOT_KEY, book.root().to_text().as_str())?;
            transaction.open_table(NODES)?;
            transaction.open_table(PROVENANCES)?;
            transaction.open_table(GAMES)?;
        }
        transaction.commit()?;
        let file = file.to_owned();
        std::fs::rename(&temporary, &file)
            .map_err(|reason| BookDatabaseError::File(file.clone(), reason))?;
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
        // redb can panic on corrupt files.
        let opened = std::panic::catch_unwind(|| builder().open(file));
        let database = match opened {
            Ok(Ok(database)) => database,
            Ok(Err(error)) => return Err(BookDatabaseError::from_open_error(file, error)),
            Err(_) => {
                let reason = "the database cannot be opened (corrupt pages)";
                return Err(BookDatabaseError::corrupt(file, reason));
            }
        };
        let file = file.to_owned();
        let database = Self { database, file };
        let book = database.read()?;
        Ok((database, book))
    }

    fn read(&self) -> Result<Book, BookDatabaseError> {
        let corrupt = |reason: &str| BookDatabaseError::corrupt(&self.file, reason);
        let transaction = self.database.begin_read()?;
        let metadata = transaction
            .open_table(METADATA)
            .map_err(|_| corrupt("it is a redb database, but not of a book"))?;
        let read = |key| -> Result<String, BookDatabaseError> {
            let text = metadata.get(key)?.map(|text| text.value().to_owned());
            text.ok_or_else(|| corrupt("format or root is missing"))
        };
        let format = read(FORMAT_KEY)?;
        if format != FORMAT_VERSION {
            return Err(BookDatabaseError::Format(self.file.clone(), format));
        }
        let root = Position::parse(&read(ROOT_KEY)?)
            .map_err(|error| BookDatabaseError::corrupt(&self.file, error))?;
        let mut book = Book::new(&root);
        for entry in transaction.open_table(PROVENANCES)?.iter()? {
            let (number, text) = entry?;
            if book.intern_provenance(text.value()) != number.value() {
                return Err(corrupt("the provenances are inconsistent"));
            }
        }
        for entry in transaction.open_table(NODES)?.iter()? {
            let (key, bytes) = entry?;
            let node = BookKey::from_bytes(key.value())
                .and_then(|key| Some((key, Node::from_bytes(&key, bytes.value())?)));
            let Some((key, node)) = node else {
                return Err(corrupt(INVALID_NODE));
            };
            book.insert_node(key, node);
        }
        book.recompute_values();
        Ok(book)
    }

    /// Saves changes durably.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn save(&self, book: &Book, changes: &BookChanges) -> Result<(), BookDatabaseError> {
        self.write(|transaction| write_changes(transaction, book, changes))
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
        self.write(|transaction| {
            write_changes(transaction, book, changes)?;
            write_results(transaction, TRIALS, trials)
        })
    }

    /// Results of trial games.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn trials(&self) -> Result<GameResults, BookDatabaseError> {
        self.read_results(TRIALS)
    }

    /// Keys of all nodes.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn keys(&self) -> Result<Vec<BookKey>, BookDatabaseError> {
        let nodes = self.database.begin_read()?.open_table(NODES)?;
        let keys = nodes.iter()?.map(|entry| {
            let (key, _) = entry?;
            BookKey::from_bytes(key.value())
                .ok_or_else(|| BookDatabaseError::corrupt(&self.file, INVALID_NODE))
        });
        keys.collect()
    }

    /// Results of imported games.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games(&self) -> Result<GameResults, BookDatabaseError> {
        self.read_results(GAMES)
    }

    fn read_results(&self, table: ResultsTable) -> Result<GameResults, BookDatabaseError> {
        let mut results = GameResults::new();
        let table = match self.database.begin_read()?.open_table(table) {
            // The book is older than the table.
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(results),
            table => table?,
        };
        for entry in table.iter()? {
            let (key, bytes) = entry?;
            let read = BookKey::from_bytes(key.value()).zip(ResultCount::from_bytes(bytes.value()));
            let (key, count) =
                read.ok_or_else(|| BookDatabaseError::corrupt(&self.file, "invalid game result"))?;
            results.insert(key, count);
        }
        Ok(results)
    }

    /// Saves the results of imported games, replacing earlier ones.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn save_games(&self, games: &GameResults) -> Result<(), BookDatabaseError> {
        self.write(|transaction| write_results(transaction, GAMES, games))
    }

    /// Writes in one transaction.
    fn write(
        &self,
        write: impl FnOnce(&WriteTransaction) -> Result<(), BookDatabaseError>,
    ) -> Result<(), BookDatabaseError> {
        let transaction = self.database.begin_write()?;
        write(&transaction)?;
        transaction.commit()?;
        Ok(())
    }
}

/// Replaces a table of results.
fn write_results(
    transaction: &WriteTransaction,
    table: ResultsTable,
    results: &GameResults,
) -> Result<(), BookDatabaseError> {
    let mut table = transaction.open_table(table)?;
    table.retain(|_, _| false)?;
    for (key, count) in results {
        table.insert(key.bytes().as_slice(), count.to_bytes().as_slice())?;
    }
    Ok(())
}

/// Writes changed nodes and all new provenances.
fn write_changes(
    transaction: &WriteTransaction,
    book: &Book,
    changes: &BookChanges,
) -> Result<(), BookDatabaseError> {
    let mut provenances = transaction.open_table(PROVENANCES)?;
    for (number, text) in (0..).zip(book.provenances()) {
        if provenances.get(number)?.is_none() {
            provenances.insert(number, text.as_str())?;
        }
    }
    let mut nodes = transaction.open_table(NODES)?;
    for key in &changes.removed {
        nodes.remove(key.bytes().as_slice())?;
    }
    for key in &changes.updated {
        if let Some(node) = book.node(key) {
            nodes.insert(key.bytes().as_slice(), node.to_bytes().as_slice())?;
        }
    }
    Ok(())
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}
