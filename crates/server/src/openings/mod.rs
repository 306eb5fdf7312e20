//! Openings to explore: what books and people's games say of a position.
//!
//! | file | what lives there |
//! |---|---|
//! | `people` | games that people played, found by position; each batch is safe before it is reported |
//! | `importing` | takes such games in, in the background |
//! | `shelf` | the book that ships, and the owner's own, as they are looked into |
//! | `growth` | lets the owner's book grow, by searches in the [pool](crate::pool)'s background |
//! | `exploring` | puts it all together |

mod exploring;
mod growth;
mod importing;
mod people;
mod shelf;

pub use exploring::explore;
pub use growth::Growth;
pub use importing::Importing;
pub use people::{Endings, Found, People};
pub use shelf::{Shelf, Volume, shipped};
