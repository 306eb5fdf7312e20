//! Databases that heal: [`RecordDatabase`].
//!
//! redb notices a damaged file late or not at all, and refuses everything after an I/O error. A
//! [`RecordDatabase`]
//! - verifies all checksums of its file when it is opened,
//! - keeps a damaged file under another name and goes on with all records that are intact,
//! - opens the file again after an I/O error, such as a full disk.

mod backend;
mod intact_pages;
mod record;
mod salvage;

use std::cell::Cell;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};

use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use redb::backends::InMemoryBackend;
use redb::{
    Builder, Database, ReadTransaction, ReadableDatabase, ReadableTable, StorageError,
    TableDefinition, WriteTransaction,
};
use thiserror::Error;

use backend::{LockedFile, Overlay};
pub use intact_pages::{DamagedEntries, IntactPages};
pub use record::unframe;
pub use salvage::Salvage;

use crate::lock::try_lock;

/// Number of the last transaction.
const TRANSACTIONS: TableDefinition<'_, &str, u64> = TableDefinition::new("transactions");

const LAST: &str = "last";

/// Error of a [`RecordDatabase`].
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// Another process has the file open.
    #[error("{} is in use by another program", .0.display())]
    InUse(PathBuf),
    /// The file is not a valid database, and no record of it is intact.
    #[error("{} is corrupt: {reason}", file.display())]
    Corrupt {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file has a format that this program does not read.
    #[error("{} has format {found}, which this program does not support", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// Its format.
        found: String,
    },
    /// The file cannot be read or written.
    #[error("cannot access {}: {reason}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// A transaction failed.
    #[error("database error: {0}")]
    Transaction(Box<redb::Error>),
    /// A record cannot be serialized.
    #[error("cannot serialize a record: {0}")]
    Serialize(serde_json::Error),
    /// redb panicked.
    #[error("database error: {0}")]
    Panic(String),
}

impl<E: Into<redb::Error>> From<E> for DatabaseError {
    fn from(error: E) -> Self {
        Self::Transaction(Box::new(error.into()))
    }
}

impl DatabaseError {
    /// Whether the disk or the user's quota is full.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        let error = match self {
            Self::Io { reason, .. } => reason,
            Self::Transaction(error) => match &**error {
                redb::Error::Io(reason) => reason,
                _ => return false,
            },
            _ => return false,
        };
        use io::ErrorKind::{QuotaExceeded, StorageFull};
        matches!(error.kind(), StorageFull | QuotaExceeded)
    }
}

/// What a database contains, and how it is restored.
#[derive(Clone, Copy, Debug)]
pub struct DatabaseSchema {
    /// Size of redb's cache.
    pub cache_bytes: usize,
    /// Checks the format, creates missing tables and migrates older formats. Called in the first
    /// transaction after the file was opened.
    pub prepare: fn(&Writer) -> Result<(), DatabaseError>,
    /// Writes the intact records of a damaged file to a new database, before `prepare`. Says what
    /// was recovered and what was not.
    pub restore: fn(&Salvage, &Writer) -> Result<String, DatabaseError>,
    /// The same for a file of an older format, whose records have no frames; `None` if it is not
    /// such a file, or too damaged to say what is missing.
    pub restore_unframed: fn(&IntactPages, &Writer) -> Result<Option<String>, DatabaseError>,
    /// Tells the user what was wrong with a damaged file, what was recovered, and where it is kept.
    pub report: fn(&str),
}

/// A redb database that heals. Other processes cannot open its file at the same time.
#[derive(Debug)]
pub struct RecordDatabase {
    schema: DatabaseSchema,
    /// `None` if the database is in memory.
    file: Option<PathBuf>,
    /// `None` after an error, until the next access.
    database: RwLock<Option<Database>>,
    is_full: Arc<AtomicBool>,
}

impl RecordDatabase {
    /// Opens or creates a database.
    ///
    /// # Errors
    /// If the file cannot be opened, or is not a valid database and none of its records is intact.
    /// The file is not changed then.
    pub fn open(file: &Path, schema: DatabaseSchema) -> Result<Self, DatabaseError> {
        Self::new(Some(file.to_owned()), schema)
    }

    /// Creates a database with a first transaction. The file is always complete.
    ///
    /// # Errors
    /// If the file exists, is being created by another process, or cannot be written.
    pub fn create(
        file: &Path,
        schema: DatabaseSchema,
        write: impl FnOnce(&Writer) -> Result<(), DatabaseError>,
    ) -> Result<Self, DatabaseError> {
        let temporary = with_suffix(file, ".part");
        let io_error = |reason| io_error(file, reason);
        // Removes what an interrupted creation left.
        lock(&temporary)?.set_len(0).map_err(io_error)?;
        let created = Self::open(&temporary, schema).and_then(|created| created.write(write));
        let created = created.and_then(|()| {
            match std::fs::hard_link(&temporary, file) {
                // Not every file system has links. Renaming would replace an existing file.
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !file.exists() => {
                    std::fs::rename(&temporary, file)
                }
                linked => linked,
            }
            .map_err(io_error)
        });
        let _ = std::fs::remove_file(&temporary);
        created?;
        Self::open(file, schema)
    }

    /// An empty database in memory.
    ///
    /// # Errors
    /// If `schema` fails.
    pub fn in_memory(schema: DatabaseSchema) -> Result<Self, DatabaseError> {
        Self::new(None, schema)
    }

    fn new(file: Option<PathBuf>, schema: DatabaseSchema) -> Result<Self, DatabaseError> {
        let database = Self {
            schema,
            file,
            database: RwLock::default(),
            is_full: Arc::default(),
        };
        *database.database.write() = Some(database.open_again()?);
        Ok(database)
    }

    /// Runs a read transaction.
    ///
    /// # Errors
    /// If `read` fails or the database cannot be read. It is opened again then.
    pub fn read<T, E: From<DatabaseError>>(
        &self,
        read: impl FnOnce(&ReadTransaction) -> Result<T, E>,
    ) -> Result<T, E> {
        self.access(|database| {
            let transaction = database.begin_read().map_err(DatabaseError::from)?;
            read(&transaction)
        })
    }

    /// Runs a write transaction and commits it. It is durable when this returns.
    ///
    /// # Errors
    /// If `write` fails or the database cannot be written. Nothing is changed then, and the
    /// database is opened again.
    pub fn write<T, E: From<DatabaseError>>(
        &self,
        write: impl FnOnce(&Writer) -> Result<T, E>,
    ) -> Result<T, E> {
        self.access(|database| {
            let writer = Writer::begin(database, 0)?;
            let result = write(&writer)?;
            writer.commit()?;
            Ok(result)
        })
    }

    /// Makes all writes fail as on a full disk, for tests.
    #[doc(hidden)]
    pub fn simulate_full_disk(&self, is_full: bool) {
        self.is_full.store(is_full, Ordering::Relaxed);
    }

    fn access<T, E: From<DatabaseError>>(
        &self,
        access: impl FnOnce(&Database) -> Result<T, E>,
    ) -> Result<T, E> {
        let guard = self.opened()?;
        let database = guard.as_ref().expect("it is open");
        let result = catch_panic(|| access(database));
        drop(guard);
        let result = result.unwrap_or_else(|message| Err(DatabaseError::Panic(message).into()));
        if result.is_err() && self.file.is_some() {
            self.close();
        }
        result
    }

    /// Closes the file, until the next access.
    fn close(&self) {
        let mut database = self.database.write();
        // Whatever is wrong is found when the file is opened again.
        let _ = catch_panic(|| drop(database.take()));
    }

    /// The database, opened again if necessary.
    fn opened(&self) -> Result<RwLockReadGuard<'_, Option<Database>>, DatabaseError> {
        let guard = self.database.read();
        if guard.is_some() {
            return Ok(guard);
        }
        drop(guard);
        let mut guard = self.database.write();
        if guard.is_none() {
            *guard = Some(self.open_again()?);
        }
        Ok(RwLockWriteGuard::downgrade(guard))
    }

    fn open_again(&self) -> Result<Database, DatabaseError> {
        let database = match &self.file {
            None => self.builder().create_with_backend(InMemoryBackend::new())?,
            Some(path) => self.open_file(path)?,
        };
        let writer = Writer::begin(&database, 0)?;
        (self.schema.prepare)(&writer).map_err(|error| self.name_file(error))?;
        writer.commit()?;
        Ok(database)
    }

    fn open_file(&self, path: &Path) -> Result<Database, DatabaseError> {
        let mut file = lock(path)?;
        if let Verdict::Damaged(damage) = self.verify(path, &mut file)? {
            self.restore(path, &file, damage)?;
            file = lock(path)?;
        }
        let backend = LockedFile::new(file, Arc::clone(&self.is_full));
        let opened = catch_panic(|| self.builder().create_with_backend(backend?));
        let opened = opened.map_err(|reason| corrupt(path, reason))?;
        opened.map_err(|error| open_error(path, error))
    }

    /// Verifies all checksums without changing the file, except that the newer one of redb's two
    /// commit slots becomes the current one if it is intact.
    fn verify(&self, path: &Path, file: &mut File) -> Result<Verdict, DatabaseError> {
        let io_error = |reason| io_error(path, reason);
        if file.metadata().map_err(io_error)?.len() == 0 {
            return Ok(Verdict::Intact);
        }
        let newer_slot = newer_slot(file).map_err(io_error)?;
        let verdict = self.verify_slot(path, file, newer_slot)?;
        let Some(byte) = newer_slot else {
            return Ok(verdict);
        };
        if let Verdict::Intact = verdict {
            let changed = file.seek(SeekFrom::Start(SLOT_BYTE_OFFSET));
            let changed = changed.and_then(|_| file.write_all(&[byte]));
            changed.and_then(|()| file.sync_data()).map_err(io_error)?;
            return Ok(verdict);
        }
        // A commit that was interrupted: its slot was written, but not all of its pages. Nobody was
        // told that it is stored, and the current slot has everything else.
        match self.verify_slot(path, file, None)? {
            Verdict::Intact => Ok(Verdict::Intact),
            Verdict::Damaged(_) => Ok(verdict),
        }
    }

    /// Verifies all checksums, with another [slot byte](SLOT_BYTE_OFFSET) if one is given.
    fn verify_slot(
        &self,
        path: &Path,
        file: &File,
        slot_byte: Option<u8>,
    ) -> Result<Verdict, DatabaseError> {
        let io_error = |reason| io_error(path, reason);
        let copy = Overlay::new(file.try_clone().map_err(io_error)?)?;
        if let Some(byte) = slot_byte {
            redb::StorageBackend::write(&copy, SLOT_BYTE_OFFSET, &[byte]).map_err(io_error)?;
        }
        let verified = catch_panic(|| -> Result<bool, redb::DatabaseError> {
            self.builder().create_with_backend(copy)?.check_integrity()
        });
        match verified {
            Ok(Ok(true)) => Ok(Verdict::Intact),
            Ok(Ok(false)) => Ok(Verdict::Damaged(corrupt(path, BAD_CHECKSUM))),
            Ok(Err(error)) => match open_error(path, error) {
                // An old format can also be a flipped bit in the version.
                damage @ (DatabaseError::Corrupt { .. } | DatabaseError::Format { .. }) => {
                    Ok(Verdict::Damaged(damage))
                }
                error => Err(error),
            },
            Err(message) => Ok(Verdict::Damaged(corrupt(path, message))),
        }
    }

    /// Keeps the damaged file under another name and replaces it by its intact records. Fails with
    /// `damage` if there are none.
    fn restore(
        &self,
        path: &Path,
        file: &File,
        damage: DatabaseError,
    ) -> Result<(), DatabaseError> {
        let io_error = |reason| io_error(path, reason);
        let salvage = file.try_clone().and_then(Salvage::scan).map_err(io_error)?;
        let temporary = with_suffix(path, ".part");
        let _ = std::fs::remove_file(&temporary);
        let restored = (|| {
            let backend = LockedFile::new(lock(&temporary)?, Arc::clone(&self.is_full))?;
            let database = self.builder().create_with_backend(backend)?;
            let writer = Writer::begin(&database, salvage.last_transaction())?;
            let restored = if salvage.is_empty() {
                let pages = IntactPages::open(file.try_clone().map_err(io_error)?)?;
                (self.schema.restore_unframed)(&pages, &writer)?
            } else {
                Some((self.schema.restore)(&salvage, &writer)?)
            };
            writer.commit()?;
            Ok(restored)
        })();
        let restored = match restored {
            Ok(Some(restored)) => restored,
            failed => {
                // The first error is the one to report.
                let _ = std::fs::remove_file(&temporary);
                return Err(failed.err().unwrap_or(damage));
            }
        };
        let kept = keep(path).map_err(io_error)?;
        std::fs::rename(&temporary, path).map_err(io_error)?;
        let reason = match damage {
            DatabaseError::Corrupt { reason, .. } => reason,
            _ => BAD_CHECKSUM.to_owned(),
        };
        (self.schema.report)(&format!(
            "{} was damaged ({reason}): {restored}; the damaged file is kept as {}",
            path.display(),
            kept.display(),
        ));
        Ok(())
    }

    fn builder(&self) -> Builder {
        let mut builder = Builder::new();
        builder.set_cache_size(self.schema.cache_bytes);
        builder
    }

    /// Names the file in an error of the schema.
    fn name_file(&self, error: DatabaseError) -> DatabaseError {
        let path = self.file.clone().unwrap_or_default();
        match error {
            DatabaseError::Format { found, .. } => DatabaseError::Format { file: path, found },
            DatabaseError::Corrupt { reason, .. } => DatabaseError::Corrupt { file: path, reason },
            error => error,
        }
    }
}

impl Drop for RecordDatabase {
    fn drop(&mut self) {
        self.close();
    }
}

/// A write transaction. Its records are framed with their key, its number and a checksum.
pub struct Writer {
    transaction: WriteTransaction,
    number: u64,
}

impl Writer {
    /// Begins a transaction with a number above `last` and those of all earlier ones.
    fn begin(database: &Database, last: u64) -> Result<Self, DatabaseError> {
        let mut transaction = database.begin_write()?;
        // With one phase, redb takes a damaged last transaction for an unfinished one and drops it.
        transaction.set_two_phase_commit(true);
        let number = {
            let mut table = transaction.open_table(TRANSACTIONS)?;
            let stored = table.get(LAST)?.map_or(0, |last| last.value());
            let number = stored.max(last) + 1;
            table.insert(LAST, number)?;
            number
        };
        Ok(Self {
            transaction,
            number,
        })
    }

    fn commit(self) -> Result<(), DatabaseError> {
        Ok(self.transaction.commit()?)
    }

    /// Number of the transaction; those of a file are consecutive.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Frames a record of a kind, to be stored under a key of at most 255 bytes. An empty body
    /// stands for a deleted record: without it, an earlier version could be restored.
    #[must_use]
    pub fn frame(&self, kind: u8, key: &[u8], body: &[u8]) -> Vec<u8> {
        record::frame(kind, key, self.number, body)
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Writer({})", self.number)
    }
}

impl Deref for Writer {
    type Target = WriteTransaction;

    fn deref(&self) -> &WriteTransaction {
        &self.transaction
    }
}

/// Result of a verification.
enum Verdict {
    Intact,
    /// The error to report if nothing can be restored.
    Damaged(DatabaseError),
}

const BAD_CHECKSUM: &str = "bad checksum";

/// Opens or creates a file and locks it until it is closed.
fn lock(path: &Path) -> Result<File, DatabaseError> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|reason| io_error(path, reason))?;
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Err(io_error(path, io::Error::other("not a regular file")));
    }
    match try_lock(&file, path) {
        Ok(()) => Ok(file),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            Err(DatabaseError::InUse(path.to_owned()))
        }
        Err(reason) => Err(io_error(path, reason)),
    }
}

/// Links the file under the first free name, or copies it where links are not supported.
fn keep(path: &Path) -> io::Result<PathBuf> {
    for number in 1.. {
        let kept = match number {
            1 => with_suffix(path, ".damaged"),
            _ => with_suffix(path, &format!(".damaged-{number}")),
        };
        match std::fs::hard_link(path, &kept) {
            Ok(()) => return Ok(kept),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) if kept.exists() => {}
            Err(_) => return std::fs::copy(path, &kept).map(|_| kept),
        }
    }
    unreachable!("some name is free")
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn corrupt(path: &Path, reason: impl ToString) -> DatabaseError {
    DatabaseError::Corrupt {
        file: path.to_owned(),
        reason: reason.to_string(),
    }
}

fn io_error(path: &Path, reason: io::Error) -> DatabaseError {
    DatabaseError::Io {
        file: path.to_owned(),
        reason,
    }
}

/// Error of a file that redb does not open.
fn open_error(path: &Path, error: redb::DatabaseError) -> DatabaseError {
    use io::ErrorKind::{InvalidData, UnexpectedEof};
    match error {
        redb::DatabaseError::DatabaseAlreadyOpen => DatabaseError::InUse(path.to_owned()),
        redb::DatabaseError::UpgradeRequired(version) => DatabaseError::Format {
            file: path.to_owned(),
            found: format!("{version} of redb"),
        },
        redb::DatabaseError::Storage(StorageError::Io(reason))
            if !matches!(reason.kind(), InvalidData | UnexpectedEof) =>
        {
            io_error(path, reason)
        }
        redb::DatabaseError::Storage(StorageError::Corrupted(_)) => corrupt(path, BAD_CHECKSUM),
        error => corrupt(path, error),
    }
}

/// Offset of the byte of redb's file header whose lowest bit is the current commit slot.
const SLOT_BYTE_OFFSET: u64 = 9;

/// Offsets of the transaction ids of the two commit slots.
const SLOT_ID_OFFSETS: [usize; 2] = [168, 296];

/// The byte at [`SLOT_BYTE_OFFSET`] that selects the newer commit slot, if it is not selected. Both
/// are complete after a two-phase commit, so that the older one would lose a transaction.
fn newer_slot(file: &mut File) -> io::Result<Option<u8>> {
    let mut header = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(512).read_to_end(&mut header)?;
    let id = |offset: usize| {
        let bytes = header.get(offset..)?.first_chunk()?;
        Some(u64::from_le_bytes(*bytes))
    };
    let [Some(first), Some(second)] = SLOT_ID_OFFSETS.map(id) else {
        return Ok(None);
    };
    let byte = header[SLOT_BYTE_OFFSET as usize];
    let newer = (byte & !1) | u8::from(second > first);
    Ok((newer != byte && first != second).then_some(newer))
}

thread_local! {
    /// Whether a panic of this thread is caught and reported as an error.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Runs code that may panic on a damaged database. Returns the message of a panic, and does not
/// print it.
fn catch_panic<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !IS_CAUGHT.get() {
                default(info);
            }
        }));
    });
    let was_caught = IS_CAUGHT.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    IS_CAUGHT.set(was_caught);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or(payload.downcast_ref::<&str>().copied());
        let line = text.and_then(|text| text.lines().next());
        line.unwrap_or("invalid pages").to_owned()
    })
}

#[cfg(test)]
mod tests;
