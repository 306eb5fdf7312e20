//! Lines of bounded length from an untrusted source.

use std::io::{self, BufRead};

use thiserror::Error;

/// Maximum length of a line in bytes. A whole game takes a tenth of it.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// A line was longer than [`MAX_LINE_BYTES`] and has been skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("skipped a line of more than {MAX_LINE_BYTES} bytes")]
pub struct LineTooLong;

/// Reads lines of any bytes. Invalid UTF-8 becomes `�`, and no line takes more memory than
/// [`MAX_LINE_BYTES`].
#[derive(Debug)]
pub struct BoundedLines<R> {
    input: R,
}

impl<R: BufRead> BoundedLines<R> {
    /// Reads lines from `input`.
    pub fn new(input: R) -> Self {
        Self { input }
    }

    /// The next line without its newline; `None` at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Result<String, LineTooLong>>> {
        let mut line = Vec::new();
        let mut too_long = false;
        let mut is_started = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let newline = available.iter().position(|&byte| byte == b'\n');
            let text = &available[..newline.unwrap_or(available.len())];
            is_started |= !available.is_empty();
            too_long |= line.len() + text.len() > MAX_LINE_BYTES;
            if !too_long {
                line.extend_from_slice(text);
            }
            let at_end = available.is_empty();
            let used = text.len() + usize::from(newline.is_some());
            self.input.consume(used);
            if newline.is_some() || at_end {
                break;
            }
        }
        Ok(is_started.then(|| {
            if too_long {
                return Err(LineTooLong);
            }
            let text = String::from_utf8_lossy(&line);
            Ok(text.strip_suffix('\r').unwrap_or(&text).to_owned())
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// All lines of the input, read through a buffer that is smaller than most lines.
    fn all(input: &[u8]) -> Vec<Result<String, LineTooLong>> {
        let mut lines = BoundedLines::new(BufReader::with_capacity(7, input));
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    #[test]
    fn line_endings_are_removed() {
        assert_eq!(
            all(b"uci\r\nposition startpos\n\nquit"),
            ["uci", "position startpos", "", "quit"].map(|line| Ok(line.to_owned()))
        );
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n"), [Ok(String::new())]);
    }

    #[test]
    fn invalid_utf_8_is_replaced() {
        assert_eq!(all(b"a\xff\x00b\n"), [Ok("a\u{fffd}\u{0}b".to_owned())]);
    }

    #[test]
    fn long_lines_are_skipped() {
        let mut input = vec![b'a'; MAX_LINE_BYTES];
        input.push(b'\n');
        assert_eq!(all(&input), [Ok("a".repeat(MAX_LINE_BYTES))]);
        input.insert(0, b'a');
        input.extend_from_slice(b"quit\n");
        assert_eq!(all(&input), [Err(LineTooLong), Ok("quit".to_owned())]);
    }
}
