//! Books in either form.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use book::{Book, CompactBook, CompactError, Games, Store};

/// A book as it was found.
pub(super) enum Opened {
    /// Only to look into.
    Compact(Cow<'static, CompactBook>),
    /// Under construction.
    Growing(Store, Box<Book>),
}

/// How games through a book's positions ended, for the player to move there.
#[derive(Default)]
pub(super) struct Results {
    pub(super) people: Games,
    /// Of games that were played to try the book.
    pub(super) trials: Games,
}

/// Opens a file of either form; the book that ships if there is no file.
pub(super) fn open(file: Option<&Path>) -> anyhow::Result<Opened> {
    let Some(file) = file else {
        return Ok(Opened::Compact(Cow::Borrowed(CompactBook::embedded())));
    };
    match CompactBook::load(file) {
        Ok(book) => Ok(Opened::Compact(Cow::Owned(book))),
        Err(CompactError::Foreign) => {
            let (store, book) = Store::open(file)?;
            Ok(Opened::Growing(store, Box::new(book)))
        }
        Err(CompactError::File(error)) if error.kind() == io::ErrorKind::NotFound => {
            bail!("there is no book {}", file.display())
        }
        Err(error) => Err(error).with_context(|| format!("cannot use {}", file.display())),
    }
}

impl Opened {
    /// To look into, with what was played where it knows that.
    pub(super) fn into_compact(self) -> anyhow::Result<(Cow<'static, CompactBook>, Results)> {
        match self {
            Self::Compact(book) => Ok((book, Results::default())),
            Self::Growing(store, book) => {
                let bytes = book.to_compact(&super::exporting::provenance(&book));
                let compact = CompactBook::from_bytes(Cow::Owned(bytes));
                let compact = compact.context("the book cannot be looked into")?;
                let results = Results {
                    people: store.games()?,
                    trials: store.trials()?,
                };
                Ok((Cow::Owned(compact), results))
            }
        }
    }

    /// As a graph, with where it is kept if it can grow.
    pub(super) fn into_book(self) -> anyhow::Result<(Book, Option<Store>)> {
        Ok(match self {
            Self::Compact(compact) => (Book::of_compact(&compact)?, None),
            Self::Growing(store, book) => (*book, Some(store)),
        })
    }
}
