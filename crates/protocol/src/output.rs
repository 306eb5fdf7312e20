//! Output of a protocol, shared by its loop and its searches.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::bounded_lines::BoundedLines;

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

/// Handles the lines of the input until the session breaks or the input ends. Errors are written as
/// `info string`; a failure of the output ends the session.
pub fn run_session<W: Write>(
    input: impl BufRead,
    output: &SharedOutput<W>,
    mut handle: impl FnMut(&str) -> anyhow::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let mut lines = BoundedLines::new(input);
    while let Some(line) = lines.next_line()? {
        let handled = line.map_err(anyhow::Error::new);
        let handled = handled.and_then(|line| handle(&line));
        match handled.map_err(|error| error.downcast::<io::Error>()) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(Ok(error)) => return Err(error),
            Err(Err(error)) => {
                let message = single_line(&format!("{error:#}"));
                output.write_line(format!("info string {message}"))?;
            }
        }
    }
    Ok(())
}

/// Nodes, nodes per second and milliseconds of an `info` line.
pub fn search_counters(nodes: u64, time: Duration) -> String {
    let milliseconds = time.as_millis();
    match (u128::from(nodes) * 1000).checked_div(milliseconds) {
        Some(nps) => format!("nodes {nodes} nps {nps} time {milliseconds}"),
        None => format!("nodes {nodes} time {milliseconds}"),
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
