//! Books of either kind: compact files and databases.

use std::borrow::Cow;
use std::path::Path;

use anyhow::Context;
use book::{Book, BookDatabase, CompactBook, CompactError, GameResults};

/// An open book.
pub(super) enum OpenBook {
    Compact(Cow<'static, CompactBook>),
    Database(BookDatabase, Box<Book>),
}

/// Results of games through the positions of a book, for the side to move.
#[derive(Default)]
pub(super) struct BookResults {
    pub(super) imported: GameResults,
    pub(super) trials: GameResults,
}

/// Opens a book of either kind, or the built-in one.
pub(super) fn open(file: Option<&Path>) -> anyhow::Result<OpenBook> {
    let Some(file) = file else {
        return Ok(OpenBook::Compact(Cow::Borrowed(CompactBook::embedded())));
    };
    match CompactBook::load(file) {
        Ok(book) => Ok(OpenBook::Compact(Cow::Owned(book))),
        // A missing file is reported by the database.
        Err(CompactError::NotABook | CompactError::File(_)) => {
            let (store, book) = BookDatabase::open(file)?;
            Ok(OpenBook::Database(store, Box::new(book)))
        }
        Err(error) => Err(error).with_context(|| format!("cannot open {}", file.display())),
    }
}

impl OpenBook {
    /// As a compact book, with the results of games if it has them.
    pub(super) fn into_compact(self) -> anyhow::Result<(Cow<'static, CompactBook>, BookResults)> {
        match self {
            Self::Compact(book) => Ok((book, BookResults::default())),
            Self::Database(store, book) => {
                let bytes = book.to_compact(&super::export::provenance(&book));
                let compact = CompactBook::from_bytes(Cow::Owned(bytes));
                let compact = compact.context("cannot convert the book")?;
                let results = BookResults {
                    imported: store.games()?,
                    trials: store.trials()?,
                };
                Ok((Cow::Owned(compact), results))
            }
        }
    }

    /// As a graph, with its database if it has one.
    pub(super) fn into_book(self) -> anyhow::Result<(Book, Option<BookDatabase>)> {
        Ok(match self {
            Self::Compact(compact) => (Book::from_compact(&compact)?, None),
            Self::Database(store, book) => (*book, Some(store)),
        })
    }
}
