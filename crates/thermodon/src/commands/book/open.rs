//! Opens books of both kinds: compact files and databases.

use std::borrow::Cow;
use std::path::Path;

use anyhow::Context;
use book::{Book, BookDatabase, CompactBook, CompactBookError, GameResults};

pub(super) enum OpenBook {
    Compact(Cow<'static, CompactBook>),
    Database(BookDatabase, Box<Book>),
}

/// Results of games, by position.
#[derive(Default)]
pub(super) struct BookResults {
    pub(super) imported: GameResults,
    pub(super) trials: GameResults,
}

/// Opens a book of either kind; the built-in one if `file` is `None`.
pub(super) fn open(file: Option<&Path>) -> anyhow::Result<OpenBook> {
    let Some(file) = file else {
        return Ok(OpenBook::Compact(Cow::Borrowed(CompactBook::embedded())));
    };
    match CompactBook::load(file) {
        Ok(book) => Ok(OpenBook::Compact(Cow::Owned(book))),
        // `BookDatabase::open` reports files that cannot be read.
        Err(CompactBookError::BadHeader | CompactBookError::File(_)) => {
            let (database, book) = BookDatabase::open(file)?;
            Ok(OpenBook::Database(database, Box::new(book)))
        }
        Err(error) => Err(error).with_context(|| format!("cannot open {}", file.display())),
    }
}

impl OpenBook {
    /// Converts to a compact book, with results of games; a compact file has none.
    pub(super) fn into_compact(self) -> anyhow::Result<(Cow<'static, CompactBook>, BookResults)> {
        match self {
            Self::Compact(book) => Ok((book, BookResults::default())),
            Self::Database(database, book) => {
                let bytes = book.to_compact(&super::export::provenance(&book));
                let compact = CompactBook::from_bytes(Cow::Owned(bytes));
                let compact = compact.context("cannot convert the book")?;
                let results = BookResults {
                    imported: database.games()?,
                    trials: database.trials()?,
                };
                Ok((Cow::Owned(compact), results))
            }
        }
    }

    /// Converts to a book graph, with its database if it has one.
    pub(super) fn into_book(self) -> anyhow::Result<(Book, Option<BookDatabase>)> {
        Ok(match self {
            Self::Compact(compact) => (Book::from_compact(&compact)?, None),
            Self::Database(database, book) => (*book, Some(database)),
        })
    }
}
