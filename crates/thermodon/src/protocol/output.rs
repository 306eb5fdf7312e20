//! Output of a protocol, shared by its loop and its searches.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of characters of a message, which may quote any input.
const MAX_MESSAGE_CHARS: usize = 300;

/// A writer that threads share. The text of a call stays together and is flushed.
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

    /// Writes one or several lines.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write_line(&self, text: impl AsRef<str>) -> io::Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.write_all(text.as_ref().as_bytes())?;
        writer.write_all(b"\n")?;
        writer.flush()
    }
}

/// Turns a message into a single line of bounded length.
#[must_use]
pub fn single_line(message: &str) -> String {
    let mut line: String = message
        .chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .take(MAX_MESSAGE_CHARS)
        .collect();
    if message.chars().nth(MAX_MESSAGE_CHARS).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_cut_to_one_line() {
        assert_eq!(single_line("what\nis\tthis?"), "what is this?");
        let exact = "é".repeat(MAX_MESSAGE_CHARS);
        assert_eq!(single_line(&exact), exact);
        assert_eq!(single_line(&format!("{exact}é")), format!("{exact}…"));
    }
}
