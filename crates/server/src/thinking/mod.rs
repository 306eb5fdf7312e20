//! What is thought about, as jobs for the [pool](crate::pool).
//!
//! | file | what it thinks about |
//! |---|---|
//! | `engines` | nothing yet: makes engines and studies |
//! | `asked` | questions with one answer: a move, a hint, a position of a review |
//! | `live` | analyses that go on while somebody looks on, shared by all who look at the same position |

mod asked;
mod engines;
mod live;

pub use asked::{Enough, LevelMove, StudyJob};
pub use engines::{Engines, expected_margin};
pub use live::{Found, LiveAnalysis, Subject};
