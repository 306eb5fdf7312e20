//! Tests on real files, with simulated full disks and flipped bits.

use parking_lot::Mutex;
use redb::ReadableTable;
use tempfile::{TempDir, tempdir};

use super::*;

const KIND: u8 = 1;
const ITEMS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("items");

const SCHEMA: DatabaseSchema = DatabaseSchema {
    cache_bytes: 1 << 20,
    prepare: |writer| {
        writer.open_table(ITEMS)?;
        Ok(())
    },
    restore: |salvage, writer| {
        let mut items = writer.open_table(ITEMS)?;
        let mut count = 0;
        for (key, _) in salvage.keys(KIND) {
            let id = u64::from_be_bytes(key.try_into().expect("key of an item"));
            let body = salvage.read(KIND, key).expect("readable file");
            let body = body.expect("found before");
            items.insert(id, writer.frame(KIND, key, &body).as_slice())?;
            count += usize::from(!body.is_empty());
        }
        Ok(format!("{count} items were recovered"))
    },
    restore_unframed: |_, _| Ok(None),
    report: |report| REPORT.set(Some(report.to_owned())),
};

thread_local! {
    /// The last report of this thread.
    static REPORT: Cell<Option<String>> = const { Cell::new(None) };
}

/// Id and body of an item; `None` if it is damaged.
type Item = (u64, Option<Vec<u8>>);

struct Items {
    directory: TempDir,
    database: RecordDatabase,
}

impl Items {
    fn new() -> Self {
        let directory = tempdir().expect("temporary directory");
        let database = RecordDatabase::open(&directory.path().join("db"), SCHEMA);
        let database = database.expect("new database");
        Self {
            directory,
            database,
        }
    }

    fn file(&self) -> PathBuf {
        self.directory.path().join("db")
    }

    /// Closes the database, runs `change` on its file and opens it again.
    fn reopen(self, change: impl FnOnce(&Path)) -> Result<Self, (TempDir, DatabaseError)> {
        let file = self.file();
        let Self {
            directory,
            database,
        } = self;
        drop(database);
        change(&file);
        match RecordDatabase::open(&file, SCHEMA) {
            Ok(database) => Ok(Self {
                directory,
                database,
            }),
            Err(error) => Err((directory, error)),
        }
    }

    fn put(&self, id: u64, body: &[u8]) -> Result<(), DatabaseError> {
        self.database.write(|writer| {
            let frame = writer.frame(KIND, &id.to_be_bytes(), body);
            writer.open_table(ITEMS)?.insert(id, frame.as_slice())?;
            Ok(())
        })
    }

    /// All items.
    fn all(&self) -> Result<Vec<Item>, DatabaseError> {
        self.database.read(|transaction| {
            let mut all = Vec::new();
            for entry in transaction.open_table(ITEMS)?.iter()? {
                let (id, bytes) = entry?;
                let id = id.value();
                let body = unframe(KIND, &id.to_be_bytes(), bytes.value());
                all.push((id, body.map(<[u8]>::to_vec)));
            }
            Ok(all)
        })
    }
}

fn body(id: u64) -> Vec<u8> {
    let unit = format!("item {id} ");
    unit.repeat(1 + id as usize * 40 % 700).into_bytes()
}

#[test]
fn writes_work_again_after_a_full_disk() {
    let items = Items::new();
    items.put(1, b"one").expect("written");
    items.database.simulate_full_disk(true);
    for _ in 0..3 {
        let error = items.put(2, b"two").expect_err("full disk");
        assert!(error.is_disk_full(), "{error:?}");
    }
    items.database.simulate_full_disk(false);
    items.put(3, b"three").expect("room again");
    let all = |items: &Items| items.all().expect("read");
    let expected = [(1, Some(b"one".to_vec())), (3, Some(b"three".to_vec()))];
    assert_eq!(all(&items), expected);
    let Ok(items) = items.reopen(|_| {}) else {
        panic!("valid file");
    };
    assert_eq!(all(&items), expected);
    assert_eq!(REPORT.take(), None);
}

#[test]
fn a_failed_transaction_changes_nothing() {
    let items = Items::new();
    items.put(1, b"one").expect("written");
    let failed = items.database.write(|writer| {
        writer.open_table(ITEMS)?.remove(1)?;
        Err::<(), DatabaseError>(corrupt(Path::new("x"), "refused"))
    });
    failed.expect_err("refused");
    assert_eq!(items.all().expect("read").len(), 1);
    let panicked = items
        .database
        .write(|_| -> Result<(), DatabaseError> { panic!("oops") });
    assert!(matches!(panicked, Err(DatabaseError::Panic(message)) if message == "oops"));
    assert_eq!(items.all().expect("read").len(), 1);
}

/// Bits of the header and of all pages are flipped, one at a time. Each item is then as it was, or missing and reported.
#[test]
fn no_flipped_bit_is_served() {
    let items = Items::new();
    for id in 0..40 {
        items.put(id, b"old").expect("written");
    }
    for id in 0..40 {
        items.put(id, &body(id)).expect("written");
    }
    items.put(7, b"").expect("deleted");
    let expected = items.all().expect("read");
    let Items {
        directory,
        database,
    } = items;
    drop(database);
    let file = directory.path().join("db");
    let bytes = std::fs::read(&file).expect("read");
    let (mut intact, mut recovered, mut refused, mut lost) = (0, 0, 0, 0);
    for bit in (0..320 * 8)
        .step_by(41)
        .chain((4096 * 8..bytes.len() * 8).step_by(65_521))
    {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let directory = tempdir().expect("temporary directory");
        let file = directory.path().join("db");
        std::fs::write(&file, &damaged).expect("written");
        let database = match RecordDatabase::open(&file, SCHEMA) {
            Ok(database) => database,
            Err(error) => {
                assert!(!error.to_string().contains('\n'), "{error}");
                assert_eq!(std::fs::read(&file).expect("read"), damaged);
                refused += 1;
                continue;
            }
        };
        let items = Items {
            directory,
            database,
        };
        let found = items.all().expect("read");
        match REPORT.take() {
            None => {
                assert_eq!(found, expected, "bit {bit}");
                intact += 1;
            }
            Some(report) => {
                assert!(report.contains("items were recovered"), "{report}");
                let kept = std::fs::read(items.directory.path().join("db.damaged"));
                assert_eq!(kept.expect("kept"), damaged);
                recovered += 1;
            }
        }
        // An older version may stand for a damaged one: owners of a schema compare versions.
        let is_old = |body: &Option<Vec<u8>>| body.as_deref() == Some(b"old");
        for (id, body) in &found {
            let (_, right) = &expected[*id as usize];
            assert!(body == right || is_old(body), "bit {bit}, item {id}");
            lost += usize::from(body != right);
        }
        assert!(found.len() + 1 >= expected.len(), "bit {bit}");
        lost += expected.len() - found.len();
    }
    let counts = format!("{intact} intact, {recovered} recovered, {refused} refused, {lost} lost");
    assert!(intact > 10 && recovered > 10 && refused == 0, "{counts}");
    assert!(lost <= recovered, "{counts}");
}

#[test]
fn the_newer_commit_is_used() {
    let items = Items::new();
    items.put(1, b"one").expect("written");
    let flip = |file: &Path| {
        let mut bytes = std::fs::read(file).expect("read");
        bytes[SLOT_BYTE_OFFSET as usize] ^= 1;
        std::fs::write(file, bytes).expect("written");
    };
    let Ok(items) = items.reopen(flip) else {
        panic!("both slots are complete");
    };
    assert_eq!(items.all().expect("read"), [(1, Some(b"one".to_vec()))]);
}

/// A file whose states after every write are kept.
#[derive(Clone, Debug, Default)]
struct RecordedFile(Arc<Mutex<Vec<Vec<u8>>>>);

impl RecordedFile {
    fn change(&self, change: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        let mut states = self.0.lock();
        let mut bytes = states.last().cloned().unwrap_or_default();
        change(&mut bytes);
        states.push(bytes);
        Ok(())
    }
}

impl redb::StorageBackend for RecordedFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().last().map_or(0, Vec::len) as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let states = self.0.lock();
        let bytes = states.last().and_then(|bytes| bytes.get(offset as usize..));
        let bytes = bytes.and_then(|bytes| bytes.get(..out.len()));
        out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.change(|bytes| bytes.resize(len as usize, 0))
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.change(|bytes| bytes[offset as usize..][..data.len()].copy_from_slice(data))
    }
}

/// A process may be killed between any two writes.
#[test]
fn a_kill_at_any_moment_loses_nothing() {
    let recorded = RecordedFile::default();
    let backend = recorded.clone();
    let database = Builder::new().create_with_backend(backend).expect("new");
    // How many states there were when each transaction was acknowledged.
    let mut acknowledged = Vec::new();
    for id in 0..6 {
        let writer = Writer::begin(&database, 0).expect("begun");
        let frame = writer.frame(KIND, &u64::to_be_bytes(id), &body(id));
        let mut table = writer.open_table(ITEMS).expect("a table");
        table.insert(id, frame.as_slice()).expect("inserted");
        drop(table);
        writer.commit().expect("committed");
        acknowledged.push(recorded.0.lock().len());
    }
    drop(database);
    let states = std::mem::take(&mut *recorded.0.lock());
    let directory = tempdir().expect("temporary directory");
    let file = directory.path().join("db");
    for (moment, bytes) in states.iter().enumerate().skip(acknowledged[0] - 1) {
        std::fs::write(&file, bytes).expect("written");
        let database = RecordDatabase::open(&file, SCHEMA).expect("opened");
        let directory = tempdir().expect("temporary directory");
        let items = Items {
            directory,
            database,
        };
        assert_eq!(REPORT.take(), None, "moment {moment}");
        let found = items.all().expect("read");
        let all: Vec<Item> = (0..found.len() as u64)
            .map(|id| (id, Some(body(id))))
            .collect();
        assert_eq!(found, all, "moment {moment}");
        let expected = acknowledged
            .iter()
            .filter(|&&count| count <= moment + 1)
            .count();
        assert!(
            (expected..=expected + 1).contains(&found.len()),
            "moment {moment}"
        );
    }
}

#[test]
fn a_file_without_records_is_refused_and_not_changed() {
    let items = Items::new();
    let garbage = b"not a database, and longer than any header of one".repeat(100);
    let write = |file: &Path| std::fs::write(file, &garbage).expect("written");
    let Err((directory, error)) = items.reopen(write) else {
        panic!("it is not a database");
    };
    assert!(matches!(error, DatabaseError::Corrupt { .. }), "{error:?}");
    let file = directory.path().join("db");
    assert_eq!(std::fs::read(&file).expect("read"), garbage);
    assert_eq!(
        std::fs::read_dir(directory.path()).expect("read").count(),
        1
    );
}

#[test]
fn an_open_database_is_locked() {
    let items = Items::new();
    let error = RecordDatabase::open(&items.file(), SCHEMA).expect_err("locked");
    assert!(matches!(error, DatabaseError::InUse(_)), "{error:?}");
}

const OLD_ITEMS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("old items");
const OLD_NAMES: TableDefinition<'_, &str, u64> = TableDefinition::new("old names");

/// Key and value.
type Entry = (Vec<u8>, Vec<u8>);

/// Entries of the tables of a file whose records have no frames, or `None` if the table is lost.
fn intact_entries(file: &Path, table: &str) -> Option<(Vec<Entry>, DamagedEntries)> {
    let pages = IntactPages::open(File::open(file).expect("readable file")).expect("pages");
    let mut entries = Vec::new();
    let damaged = pages.visit(table, |key, value| {
        entries.push((key.to_vec(), value.to_vec()));
        Ok(())
    });
    Some((entries, damaged.expect("readable file")?))
}

/// Entries without frames were written, replaced and deleted. Whatever bit is flipped, those that are
/// read are the last ones, and the number of the others is right.
#[test]
fn intact_pages_have_no_flipped_bit() {
    let directory = tempdir().expect("temporary directory");
    let file = directory.path().join("db");
    let database = Database::create(&file).expect("new database");
    for version in 0..3 {
        let transaction = database.begin_write().expect("writable");
        let mut items = transaction.open_table(OLD_ITEMS).expect("table");
        let mut names = transaction.open_table(OLD_NAMES).expect("table");
        for id in (version..60).step_by(1 + version as usize) {
            let value = [body(id), vec![version as u8]].concat();
            items.insert(id, value.as_slice()).expect("written");
            let name = format!("name {id}");
            names.insert(name.as_str(), version).expect("written");
        }
        items.remove(17 + version).expect("deleted");
        drop((items, names));
        transaction.commit().expect("committed");
    }
    drop(database);
    let tables = ["old items", "old names"];
    let expected = tables.map(|table| intact_entries(&file, table).expect("intact table"));
    for (entries, damaged) in &expected {
        assert!(entries.len() >= 57 && damaged.count == 0, "{damaged:?}");
    }
    let bytes = std::fs::read(&file).expect("read");
    let pages = bytes.chunks(4096).zip((0..).step_by(4096));
    let used = pages.filter(|(page, _)| page.iter().any(|&byte| byte != 0));
    let used: Vec<usize> = used.flat_map(|(_, start)| start..start + 4096).collect();
    let (mut lost, mut named) = (0, 0);
    for at in used.into_iter().step_by(997) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(&file, &damaged).expect("written");
        for (table, (all, _)) in tables.iter().zip(&expected) {
            let Some((entries, damaged)) = intact_entries(&file, table) else {
                continue;
            };
            let missing: Vec<&Vec<u8>> = all
                .iter()
                .filter(|entry| !entries.contains(entry))
                .map(|(key, _)| key)
                .collect();
            assert_eq!(entries.len() + missing.len(), all.len(), "byte {at}");
            assert_eq!(damaged.count as usize, missing.len(), "byte {at}");
            lost += missing.len();
            if let Some(keys) = damaged.keys {
                named += keys.iter().filter(|key| missing.contains(key)).count();
            }
        }
    }
    assert!(named > 20 && named * 2 > lost, "{named} of {lost}");
}

/// A database of an older major version of redb is not corrupt.
#[test]
fn old_file_format_is_named() {
    let items = Items::new();
    let make_old = |file: &Path| {
        let mut bytes = std::fs::read(file).expect("read");
        for slot in [64, 192] {
            bytes[slot] = 2;
        }
        std::fs::write(file, bytes).expect("written");
    };
    let Err((_, error)) = items.reopen(make_old) else {
        panic!("it has an old format");
    };
    let text = error.to_string();
    assert!(text.contains("has format 2 of redb"), "{text}");
}
