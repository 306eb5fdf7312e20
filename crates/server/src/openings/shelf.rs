//! The books that are looked into: the one that ships, and the owner's own.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use book::{Book, Changes, CompactBook, Key, Provenance, Store, StoreError};

use crate::workplace::Workplace;

/// The file in the data folder.
const FILE: &str = "book.redb";

/// A book as it is at a moment.
#[derive(Debug)]
pub struct Volume {
    /// What it knows.
    pub book: Book,
    /// How far it goes on below each position.
    pub heights: HashMap<Key, u32>,
}

impl Volume {
    fn new(book: Book) -> Arc<Self> {
        let heights = book.heights();
        Arc::new(Self { book, heights })
    }

    /// Who says what it says of a position.
    #[must_use]
    pub fn provenance(&self, key: &Key) -> Option<String> {
        let node = self.book.node(key)?;
        let text = Provenance::read(self.book.provenance(node)).to_string();
        (!text.is_empty()).then_some(text)
    }
}

/// The book that ships.
#[must_use]
pub fn shipped() -> &'static Arc<Volume> {
    static SHIPPED: OnceLock<Arc<Volume>> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let book = Book::of_compact(CompactBook::embedded());
        Volume::new(book.expect("the book that ships is whole"))
    })
}

/// Both books; clones are the same shelf.
#[derive(Clone, Debug)]
pub struct Shelf(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    workplace: Workplace,
    /// The owner's book, once it was looked for and found.
    own: Mutex<Own>,
}

#[derive(Debug, Default)]
enum Own {
    /// Nobody has asked for it yet, or there was none.
    #[default]
    Closed,
    Open {
        store: Arc<Store>,
        volume: Arc<Volume>,
    },
}

impl Shelf {
    /// The owner's book is in that workplace.
    #[must_use]
    pub fn new(workplace: Workplace) -> Self {
        Self(Arc::new(Shared {
            workplace,
            own: Mutex::default(),
        }))
    }

    fn file(&self) -> std::io::Result<PathBuf> {
        Ok(self.0.workplace.folder()?.join(FILE))
    }

    /// The owner's book as it is now; nothing if there is none.
    ///
    /// # Errors
    /// If it is there and cannot be read; the error is a sentence.
    pub fn own(&self) -> Result<Option<Arc<Volume>>, String> {
        let mut own = self.lock();
        if let Own::Closed = *own {
            let file = self.file().map_err(|error| error.to_string())?;
            match Store::open(&file) {
                Ok((store, book)) => {
                    *own = Own::Open {
                        store: Arc::new(store),
                        volume: Volume::new(book),
                    }
                }
                Err(StoreError::Missing(_)) => return Ok(None),
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(match &*own {
            Own::Closed => None,
            Own::Open { volume, .. } => Some(Arc::clone(volume)),
        })
    }

    /// The owner's book with its place on the disk; a new one begins with all that the shipped one knows.
    ///
    /// # Errors
    /// If it cannot be read or made; the error is a sentence.
    pub fn own_to_grow(&self) -> Result<(Arc<Store>, Book), String> {
        // One that is empty was killed before it had begun.
        if self.own()?.is_none_or(|volume| volume.book.is_empty()) {
            self.begin()?;
        }
        match &*self.lock() {
            Own::Closed => Err("the book cannot be opened".to_owned()),
            Own::Open { store, volume } => Ok((Arc::clone(store), volume.book.clone())),
        }
    }

    fn begin(&self) -> Result<(), String> {
        let said = |error: StoreError| error.to_string();
        let book = shipped().book.clone();
        let mut own = self.lock();
        let store = match &*own {
            Own::Open { store, .. } => Arc::clone(store),
            Own::Closed => {
                let file = self.file().map_err(|error| error.to_string())?;
                let (store, _) = Store::create(&file, book.root()).map_err(said)?;
                Arc::new(store)
            }
        };
        let changes = Changes {
            written: book.nodes().map(|(key, _)| *key).collect(),
            gone: Vec::new(),
        };
        store.keep(&book, &changes).map_err(said)?;
        *own = Own::Open {
            store,
            volume: Volume::new(book),
        };
        Ok(())
    }

    /// Shows the owner's book as it has become.
    pub fn show(&self, book: &Book) {
        // Not under the lock: whoever looks into it need not wait.
        let shown = Volume::new(book.clone());
        if let Own::Open { volume, .. } = &mut *self.lock() {
            *volume = shown;
        }
    }

    /// No panic can leave it half-changed.
    fn lock(&self) -> MutexGuard<'_, Own> {
        self.0.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
