//! The output of a protocol, shared by its loop and the searches that it started.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Longer sentences are cut: they quote what somebody sent, and that may be anything.
const LONGEST_SENTENCE: usize = 300;

/// A writer that several threads may hold: what one of them writes in a call stays in one piece and
/// goes out at once.
#[derive(Debug)]
pub struct SharedOutput<W> {
    writer: Arc<Mutex<W>>,
}

impl<W> Clone for SharedOutput<W> {
    fn clone(&self) -> Self {
        Self {
            writer: Arc::clone(&self.writer),
        }
    }
}

impl<W: Write> SharedOutput<W> {
    /// Shares a writer.
    pub fn new(writer: W) -> Self {
        Self {
            writer: Arc::new(Mutex::new(writer)),
        }
    }

    /// Writes a line, or several lines at once.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn line(&self, text: impl AsRef<str>) -> io::Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.write_all(text.as_ref().as_bytes())?;
        writer.write_all(b"\n")?;
        writer.flush()
    }
}

/// A sentence that fits on a line, whatever it quotes.
#[must_use]
pub fn one_line(sentence: &str) -> String {
    let mut line: String = sentence
        .chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .take(LONGEST_SENTENCE)
        .collect();
    if sentence.chars().nth(LONGEST_SENTENCE).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_kept_to_a_line() {
        assert_eq!(one_line("what\nis\tthis?"), "what is this?");
        let exact = "é".repeat(LONGEST_SENTENCE);
        assert_eq!(one_line(&exact), exact);
        assert_eq!(one_line(&format!("{exact}é")), format!("{exact}…"));
    }
}
