//! Players with and without a book, and games between them.

use std::io::Write;

use amazons::{Move, Position};
use book::Book;
use engine::book_trials::{PlayConfig, SearchPlayer};
use game::Game;
use tempfile::NamedTempFile;

use crate::prelude::*;

/// Play settings of the paper's scale.
pub(super) fn paper_play() -> PlayConfig {
    PlayConfig {
        player: "network".to_owned(),
        nodes: 200,
        varied_plies: 12,
        temperature: 60.0,
    }
}

/// Play settings for a first look.
pub(super) fn small_play() -> PlayConfig {
    PlayConfig {
        player: "alpha-beta".to_owned(),
        nodes: 20,
        ..paper_play()
    }
}

/// Which book a player uses.
#[derive(Clone, Copy)]
pub(super) enum BookSource<'a> {
    Built(&'a Book),
    /// Values of the engine options `Book` and `BookVariety`.
    EngineOption {
        book: &'a str,
        variety: &'a str,
    },
}

/// A player that plays from its book while it can.
pub(super) struct BookPlayer {
    player: SearchPlayer,
    /// Deleted with the player.
    _book: Option<NamedTempFile>,
}

impl BookPlayer {
    pub(super) fn new(
        config: &PlayConfig,
        source: Option<BookSource<'_>>,
        seed: u64,
    ) -> Result<Self, BoxError> {
        let mut player = SearchPlayer::new(config, seed)?;
        let mut file = None;
        let mut set_book = |book: &str, variety: &str| -> Result<(), BoxError> {
            player.engine().set_option("Book", book)?;
            player.engine().set_option("BookVariety", variety)?;
            Ok(())
        };
        match source {
            None => {}
            Some(BookSource::EngineOption { book, variety }) => set_book(book, variety)?,
            Some(BookSource::Built(book)) => {
                let mut compact = NamedTempFile::new()?;
                compact.write_all(&book.to_compact("lab"))?;
                set_book(&compact.path().to_string_lossy(), "varied")?;
                file = Some(compact);
            }
        }
        Ok(Self {
            player,
            _book: file,
        })
    }

    /// The book's move, if it has one.
    pub(super) fn book_move(&mut self, position: &Position) -> Option<Move> {
        self.player.engine().book_move(position)
    }
}

/// Result of a game for the book player.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct BookGame {
    pub(super) won: bool,
    /// Moves played from the book.
    pub(super) from_book: u32,
}

/// Plays a game of a book player against the same engine without a book.
pub(super) fn play_game(
    config: &PlayConfig,
    start: &Position,
    source: Option<BookSource<'_>>,
    is_first: bool,
    rng: &mut SplitMix64,
) -> Result<BookGame, BoxError> {
    let mut with = BookPlayer::new(config, source, rng.next_u64())?;
    let mut without = SearchPlayer::new(config, rng.next_u64())?;
    let mut position = *start;
    let first = position.to_move();
    let mut from_book = 0;
    let mut ply = 0;
    loop {
        if let Some(outcome) = position.proven_outcome() {
            let won = (outcome.winner() == Some(first)) == is_first;
            return Ok(BookGame { won, from_book });
        }
        let is_ours = (ply % 2 == 0) == is_first;
        let book_move = is_ours.then(|| with.book_move(&position)).flatten();
        from_book += u32::from(book_move.is_some());
        let player = if is_ours {
            &mut with.player
        } else {
            &mut without
        };
        let mv = match book_move {
            Some(mv) => mv,
            None => player.search_move(&position, ply, rng)?,
        };
        position.play(mv);
        ply += 1;
    }
}
