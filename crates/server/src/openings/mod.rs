//! Opening explorer: books and the game database by position.
//!
//! | module | content |
//! |---|---|
//! | `game_database` | imported games, found by position |
//! | `importer` | imports games in the background |
//! | `books` | the embedded book and the user's book |
//! | `book_builder` | builds the user's book with background jobs of the [pool](crate::pool) |
//! | `explorer` | looks up a position in all of them |

mod book_builder;
mod books;
mod explorer;
mod game_database;
mod importer;

pub use book_builder::BookBuilder;
pub use books::BookStore;
pub use explorer::explore;
pub use game_database::GameDatabase;
pub use importer::GameImporter;
