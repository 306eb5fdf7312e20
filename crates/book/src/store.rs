//! A book on the disk: an embedded database in which every change is safe before it is reported.

use std::io;
use std::path::{Path, PathBuf};

use amazons::{Game, Position};
use redb::{
    Builder, Database, DatabaseError, ReadableDatabase, ReadableTable, StorageError,
    TableDefinition, WriteTransaction,
};
use thiserror::Error;

use crate::builder::Changes;
use crate::games::{Games, Played};
use crate::graph::Book;
use crate::key::Key;
use crate::node::Node;

/// What searches said, by position.
const NODES: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("nodes");

/// Who searched, by the number that nodes have.
const PROVENANCES: TableDefinition<'_, u32, &str> = TableDefinition::new("provenances");

/// Results of games, by position.
type GamesTable = TableDefinition<'static, &'static [u8], &'static [u8]>;

/// What people played, by position.
const GAMES: GamesTable = TableDefinition::new("games");

/// How games from positions ended that were played to try them.
const TRIALS: GamesTable = TableDefinition::new("trials");

/// Facts about the book itself.
const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");

const FORMAT_KEY: &str = "format";

/// The version of what is written here. Another one is left alone.
const FORMAT: &str = "1";

const ROOT_KEY: &str = "root";

/// The book is in memory already; the database needs little.
const CACHE_BYTES: usize = 64 << 20;

/// A book's database, open for this process alone.
#[derive(Debug)]
pub struct Store {
    database: Database,
    file: PathBuf,
}

/// Why a book cannot be read or kept.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is none.
    #[error("there is no book {}", .0.display())]
    Missing(PathBuf),
    /// There is one.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// Another process has the file open.
    #[error("the book {} is open in another program", .0.display())]
    InUse(PathBuf),
    /// The file is not what was written.
    #[error("{} is no book, or damaged: {reason}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file is of another version.
    #[error("the book {} is in format {found}, which this version of the program does not know", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// Its format.
        found: String,
    },
    /// The file cannot be read or written.
    #[error("cannot use {}: {reason}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The database failed at its work: a full disk, for one.
    #[error("the database of the book failed: {0}")]
    Database(#[from] Box<redb::Error>),
}

impl StoreError {
    fn damaged(file: &Path, reason: impl ToString) -> Self {
        Self::Damaged {
            file: file.to_owned(),
            reason: reason.to_string(),
        }
    }

    fn opening(file: &Path, error: DatabaseError) -> Self {
        match error {
            DatabaseError::DatabaseAlreadyOpen => Self::InUse(file.to_owned()),
            DatabaseError::Storage(StorageError::Io(reason))
                if reason.kind() != io::ErrorKind::InvalidData
                    && reason.kind() != io::ErrorKind::UnexpectedEof =>
            {
                Self::File {
                    file: file.to_owned(),
                    reason,
                }
            }
            other => Self::damaged(file, other),
        }
    }
}

macro_rules! from_database {
    ($($error:ty),*) => {
        $(impl From<$error> for StoreError {
            fn from(error: $error) -> Self {
                Self::Database(Box::new(error.into()))
            }
        })*
    };
}

from_database!(
    redb::TransactionError,
    redb::TableError,
    StorageError,
    redb::CommitError
);

impl Store {
    /// Makes an empty book that begins at a position.
    ///
    /// # Errors
    /// If there is a file of that name, or it cannot be made.
    pub fn create(file: &Path, root: &Position) -> Result<(Self, Book), StoreError> {
        if file.exists() {
            return Err(StoreError::Exists(file.to_owned()));
        }
        // Made beside its place and moved there, so that a file of that name is always a whole book.
        let mut beside = file.as_os_str().to_owned();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let _ = std::fs::remove_file(&beside);
        let book = Book::new(root);
        let database = builder()
            .create(&beside)
            .map_err(|error| StoreError::opening(&beside, error))?;
        let transaction = database.begin_write()?;
        {
            let mut about = transaction.open_table(ABOUT)?;
            about.insert(FORMAT_KEY, FORMAT)?;
            about.insert(ROOT_KEY, book.root().to_text().as_str())?;
            transaction.open_table(NODES)?;
            transaction.open_table(PROVENANCES)?;
            transaction.open_table(GAMES)?;
        }
        transaction.commit()?;
        std::fs::rename(&beside, file).map_err(|reason| StoreError::File {
            file: file.to_owned(),
            reason,
        })?;
        let file = file.to_owned();
        Ok((Self { database, file }, book))
    }

    /// Opens a book and reads it.
    ///
    /// # Errors
    /// If there is none, another program has it open, it is damaged, or of another version.
    pub fn open(file: &Path) -> Result<(Self, Book), StoreError> {
        if !file.exists() {
            return Err(StoreError::Missing(file.to_owned()));
        }
        // A damaged file can make the library panic on its way; that is a sentence as well.
        let opened = std::panic::catch_unwind(|| builder().open(file));
        let database = match opened {
            Ok(Ok(database)) => database,
            Ok(Err(error)) => return Err(StoreError::opening(file, error)),
            Err(_) => return Err(StoreError::damaged(file, "it makes no sense")),
        };
        let file = file.to_owned();
        let store = Self { database, file };
        let book = store.read()?;
        Ok((store, book))
    }

    fn read(&self) -> Result<Book, StoreError> {
        let damaged = |reason: &str| StoreError::damaged(&self.file, reason);
        let transaction = self.database.begin_read()?;
        let about = transaction
            .open_table(ABOUT)
            .map_err(|_| damaged("it is a database of something else"))?;
        let read = |key| -> Result<String, StoreError> {
            let text = about.get(key)?.map(|text| text.value().to_owned());
            text.ok_or_else(|| damaged("it does not say what it is"))
        };
        let format = read(FORMAT_KEY)?;
        if format != FORMAT {
            let file = self.file.clone();
            return Err(StoreError::Format {
                file,
                found: format,
            });
        }
        let root = Position::parse(&read(ROOT_KEY)?)
            .map_err(|error| StoreError::damaged(&self.file, error))?;
        let mut book = Book::new(&root);
        for entry in transaction.open_table(PROVENANCES)?.iter()? {
            let (number, text) = entry?;
            if book.provenance_number(text.value()) != number.value() {
                return Err(damaged("it does not say who searched"));
            }
        }
        for entry in transaction.open_table(NODES)?.iter()? {
            let (key, bytes) = entry?;
            let node = Key::from_bytes(key.value())
                .and_then(|key| Some((key, Node::from_bytes(&key, bytes.value())?)));
            let Some((key, node)) = node else {
                return Err(damaged("a position in it is none"));
            };
            book.put(key, node);
        }
        book.back_up_all();
        Ok(book)
    }

    /// Writes what has changed. It is safe when this returns.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn keep(&self, book: &Book, changes: &Changes) -> Result<(), StoreError> {
        let transaction = self.database.begin_write()?;
        write(&transaction, book, changes)?;
        transaction.commit()?;
        Ok(())
    }

    /// Writes what trials have changed together with the trials themselves, so that what was counted was also learned from.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn keep_trials(
        &self,
        book: &Book,
        changes: &Changes,
        trials: &Games,
    ) -> Result<(), StoreError> {
        let transaction = self.database.begin_write()?;
        write(&transaction, book, changes)?;
        write_games(&transaction, TRIALS, trials)?;
        transaction.commit()?;
        Ok(())
    }

    /// How games from positions of the book ended that were played to try them.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn trials(&self) -> Result<Games, StoreError> {
        self.read_games(TRIALS)
    }

    /// The keys of all positions that are kept.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn keys(&self) -> Result<Vec<Key>, StoreError> {
        let nodes = self.database.begin_read()?.open_table(NODES)?;
        let keys = nodes.iter()?.map(|entry| {
            let (key, _) = entry?;
            Key::from_bytes(key.value())
                .ok_or_else(|| StoreError::damaged(&self.file, "a position in it is none"))
        });
        keys.collect()
    }

    /// What people played, as far as it was kept.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games(&self) -> Result<Games, StoreError> {
        self.read_games(GAMES)
    }

    fn read_games(&self, table: GamesTable) -> Result<Games, StoreError> {
        let mut games = Games::new();
        let table = match self.database.begin_read()?.open_table(table) {
            // A book from before anything of the kind was kept.
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(games),
            table => table?,
        };
        for entry in table.iter()? {
            let (key, bytes) = entry?;
            let read = Key::from_bytes(key.value()).zip(Played::from_bytes(bytes.value()));
            let (key, played) =
                read.ok_or_else(|| StoreError::damaged(&self.file, "a game in it is none"))?;
            games.insert(key, played);
        }
        Ok(games)
    }

    /// Keeps what people played, in place of what was kept before.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn keep_games(&self, games: &Games) -> Result<(), StoreError> {
        let transaction = self.database.begin_write()?;
        write_games(&transaction, GAMES, games)?;
        transaction.commit()?;
        Ok(())
    }
}

/// Writes games in place of those that were kept before.
fn write_games(
    transaction: &WriteTransaction,
    table: GamesTable,
    games: &Games,
) -> Result<(), StoreError> {
    let mut table = transaction.open_table(table)?;
    table.retain(|_, _| false)?;
    for (key, played) in games {
        table.insert(key.bytes().as_slice(), played.to_bytes().as_slice())?;
    }
    Ok(())
}

/// Writes nodes that have changed, and who searched them.
fn write(transaction: &WriteTransaction, book: &Book, changes: &Changes) -> Result<(), StoreError> {
    let mut provenances = transaction.open_table(PROVENANCES)?;
    for (number, text) in (0..).zip(book.provenances()) {
        if provenances.get(number)?.is_none() {
            provenances.insert(number, text.as_str())?;
        }
    }
    let mut nodes = transaction.open_table(NODES)?;
    for key in &changes.gone {
        nodes.remove(key.bytes().as_slice())?;
    }
    for key in &changes.written {
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
