//! The embedded book and the user's book.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use book::{Book, BookChanges, BookDatabase, BookDatabaseError, BookKey, CompactBook, Provenance};
use parking_lot::Mutex;

use crate::data_dir::DataDir;

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

/// The user's book. Errors are messages.
#[derive(Debug)]
pub struct BookStore {
    file: PathBuf,
    /// `None` until it is opened, and if it does not exist.
    user_book: Mutex<Option<OpenBook>>,
}

/// The user's book in the data directory and its snapshot.
#[derive(Debug)]
struct OpenBook {
    database: Arc<BookDatabase>,
    snapshot: Arc<BookSnapshot>,
}

impl BookStore {
    pub fn new(data_dir: &DataDir) -> Self {
        Self {
            file: data_dir.join(FILE),
            user_book: Mutex::default(),
        }
    }

    /// The user's book; `None` if it does not exist.
    pub fn user_book(&self) -> Result<Option<Arc<BookSnapshot>>, String> {
        let mut user_book = self.user_book.lock();
        if user_book.is_none() {
            match BookDatabase::open(&self.file) {
                Ok((database, book)) => {
                    *user_book = Some(OpenBook {
                        database: Arc::new(database),
                        snapshot: BookSnapshot::new(book),
                    });
                }
                Err(BookDatabaseError::Missing(_)) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(user_book.as_ref().map(|open| Arc::clone(&open.snapshot)))
    }

    /// The user's book and its database. Creates it from the embedded book if it does not exist.
    pub fn user_book_for_building(&self) -> Result<(Arc<BookDatabase>, Book), String> {
        // The book is empty if its creation was interrupted.
        let user_book = self.user_book()?;
        if user_book.is_none_or(|snapshot| snapshot.book.is_empty()) {
            self.create_from_embedded()?;
        }
        let open = self.user_book.lock();
        let open = open.as_ref().ok_or("the book cannot be opened")?;
        Ok((Arc::clone(&open.database), open.snapshot.book.clone()))
    }

    fn create_from_embedded(&self) -> Result<(), String> {
        let to_message = |error: BookDatabaseError| error.to_string();
        let book = embedded_book().book.clone();
        let mut user_book = self.user_book.lock();
        let database = match &*user_book {
            Some(open) => Arc::clone(&open.database),
            None => {
                let created = BookDatabase::create(&self.file, book.root());
                Arc::new(created.map_err(to_message)?.0)
            }
        };
        let changes = BookChanges {
            updated: book.nodes().map(|(key, _)| *key).collect(),
            removed: Vec::new(),
        };
        database.save(&book, &changes).map_err(to_message)?;
        let snapshot = BookSnapshot::new(book);
        *user_book = Some(OpenBook { database, snapshot });
        Ok(())
    }

    /// Replaces the snapshot that the explorer uses.
    pub fn publish(&self, book: &Book) {
        // Copied without the lock, so that readers need not wait.
        let new = BookSnapshot::new(book.clone());
        if let Some(open) = self.user_book.lock().as_mut() {
            open.snapshot = new;
        }
    }
}
