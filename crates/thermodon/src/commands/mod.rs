//! What each command does: from parsed arguments to text on a writer.

pub mod analysis;
pub mod analyze;
pub mod bench;
pub mod book;
pub mod convert;
pub mod endgame;
pub mod eval;
pub mod input;
pub mod lab;
pub mod learn;
pub mod manual;
pub mod matches;
pub mod opponent;
pub mod perft;
pub mod play;
pub mod serve;
pub mod shogi;
pub mod show;
pub mod solve;
pub mod thinking;

use std::path::Path;

/// Writes beside the file and moves it there, so that nobody ever sees half of it; except for what
/// is no ordinary file, such as a pipe, which must not be replaced by one.
fn write_whole(path: &Path, content: &str) -> std::io::Result<()> {
    if path.exists() && !path.is_file() {
        return std::fs::write(path, content);
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    std::fs::write(&beside, content)?;
    std::fs::rename(&beside, path).inspect_err(|_| {
        // The first error is the one to tell.
        let _ = std::fs::remove_file(&beside);
    })
}
