//! Files that survive a killed process, a full disk and bit flips.
//!
//! ```
//! use std::io;
//! use storage::Journal;
//!
//! let path = std::env::temp_dir().join(format!("journal-{}", std::process::id()));
//! let mut journal = Journal::open(&path, |_| Ok::<_, io::Error>(()))?;
//! journal.append("first result")?;
//! drop(journal);
//!
//! let mut lines = Vec::new();
//! Journal::open(&path, |line| Ok::<_, io::Error>(lines.push(line.to_owned())))?;
//! assert_eq!(lines, ["first result"]);
//! # std::fs::remove_file(path)?;
//! # Ok::<(), io::Error>(())
//! ```

mod atomic_write;
mod database;
mod difference;
mod journal;
mod lock;
mod read_file;

pub use atomic_write::write_atomic;
pub use database::{
    DamagedEntries, DatabaseError, DatabaseSchema, IntactPages, RecordDatabase, Salvage, Writer,
    unframe,
};
pub use difference::{Difference, first_difference};
pub use journal::Journal;
pub use lock::DirLock;
pub use read_file::{read_file, read_limited, read_text_file};
