//! The embedded book and the user's book.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use book::{Book, BookChanges, BookDatabase, BookDatabaseError, BookKey, CompactBook, Provenance};

use crate::data_dir::DataDir;
use crate::sync::lock;

/// File name in the data directory.
const FILE: &str = "book.redb";

/// Immutable copy of a book.
#[derive(Debug)]
pub struct BookSnapshot {
    pub book: Book,
    /// Plies that the book continues below each position.
    pub depths: HashMap<BookKey, u32>,
}

impl BookSnapshot {
    fn new(book: Book) -> Arc<Self> {
        let depths = book.heights();
        Arc::new(Self { book, depths })
    }

    /// Engine and settings that searched a position.
    pub fn provenance(&self, key: &BookKey) -> Option<String> {
        let node = self.book.node(key)?;
        let text = Provenance::from_text(self.book.provenance(node)).to_string();
        (!text.is_empty()).then_some(text)
    }
}

/// The embedded book, unpacked at first use.
pub fn embedded_book() -> &'static Arc<BookSnapshot> {
    static EMBEDDED: OnceLock<Arc<BookSnapshot>> = OnceLock::new();
    EMBEDDED.get_or_init(|| {
        let book = Book::from_compact(CompactBook::embedded());
        BookSnapshot::new(book.expect("the embedded book is valid"))
    })
}

/// Handle to the user's book; clones share state. Errors are messages.
#[derive(Clone, Debug)]
pub struct BookStore(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    data_dir: DataDir,
    user_book: Mutex<UserBook>,
}

#[derive(Debug, Default)]
enum UserBook {
    /// Not opened yet, or it does not exist.
    #[default]
    NotOpened,
    Open {
        store: Arc<BookDatabase>,
        snapshot: Arc<BookSnapshot>,
    },
}

impl BookStore {
    pub fn new(data_dir: DataDir) -> Self {
        Self(Arc::new(Inner {
            data_dir,
            user_book: Mutex::default(),
        }))
    }

    fn file(&self) -> Result<PathBuf, String> {
        let directory = self.0.data_dir.path().map_err(|error| error.to_string())?;
        Ok(directory.join(FILE))
    }

    /// The user's book; `None` if it does not exist.
    pub fn user_book(&self) -> Result<Option<Arc<BookSnapshot>>, String> {
        let mut user_book = self.lock();
        if let UserBook::NotOpened = *user_book {
            match BookDatabase::open(&self.file()?) {
                Ok((store, book)) => {
                    *user_book = UserBook::Open {
                        store: Arc::new(store),
                        snapshot: BookSnapshot::new(book),
                    }
                }
                Err(BookDatabaseError::Missing(_)) => return Ok(None),
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(match &*user_book {
            UserBook::NotOpened => None,
            UserBook::Open { snapshot, .. } => Some(Arc::clone(snapshot)),
        })
    }

    /// The user's book and its store. Creates it from the embedded book if it does not exist.
    pub fn user_book_for_building(&self) -> Result<(Arc<BookDatabase>, Book), String> {
        // The book is empty if its creation was interrupted.
        let user_book = self.user_book()?;
        if user_book.is_none_or(|snapshot| snapshot.book.is_empty()) {
            self.create_from_embedded()?;
        }
        match &*self.lock() {
            UserBook::NotOpened => Err("the book cannot be opened".to_owned()),
            UserBook::Open { store, snapshot } => Ok((Arc::clone(store), snapshot.book.clone())),
        }
    }

    fn create_from_embedded(&self) -> Result<(), String> {
        let to_message = |error: BookDatabaseError| error.to_string();
        let book = embedded_book().book.clone();
        let mut user_book = self.lock();
        let store = match &*user_book {
            UserBook::Open { store, .. } => Arc::clone(store),
            UserBook::NotOpened => {
                let (store, _) =
                    BookDatabase::create(&self.file()?, book.root()).map_err(to_message)?;
                Arc::new(store)
            }
        };
        let changes = BookChanges {
            updated: book.nodes().map(|(key, _)| *key).collect(),
            removed: Vec::new(),
        };
        store.save(&book, &changes).map_err(to_message)?;
        *user_book = UserBook::Open {
            store,
            snapshot: BookSnapshot::new(book),
        };
        Ok(())
    }

    /// Replaces the snapshot that the explorer uses.
    pub fn publish(&self, book: &Book) {
        // Copied without the lock, so that readers need not wait.
        let new = BookSnapshot::new(book.clone());
        if let UserBook::Open { snapshot, .. } = &mut *self.lock() {
            *snapshot = new;
        }
    }

    fn lock(&self) -> MutexGuard<'_, UserBook> {
        lock(&self.0.user_book)
    }
}
