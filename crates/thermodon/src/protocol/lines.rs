//! Lines from a source that is not to be trusted.

use std::io::{self, BufRead};

use thiserror::Error;

/// The longest line in bytes; a whole game in any notation is a tenth of it.
pub const LONGEST: usize = 1 << 16;

/// A line was longer than [`LONGEST`]; it has been skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a line of more than {LONGEST} bytes was skipped")]
pub struct LineTooLong;

/// Reads lines of any bytes: those that are not UTF-8 become `�`, and no line takes more memory
/// than [`LONGEST`].
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    /// The lines of that input.
    pub fn new(input: R) -> Self {
        Self { input }
    }

    /// The next line without its end; `None` when the input has ended.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Result<String, LineTooLong>>> {
        let mut line = Vec::new();
        let mut too_long = false;
        let mut begun = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let newline = available.iter().position(|&byte| byte == b'\n');
            let text = &available[..newline.unwrap_or(available.len())];
            begun |= !available.is_empty();
            too_long |= line.len() + text.len() > LONGEST;
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
        Ok(begun.then(|| {
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

    /// All lines of the input, read through a small buffer so that lines straddle it.
    fn all(input: &[u8]) -> Vec<Result<String, LineTooLong>> {
        let mut lines = Lines::new(BufReader::with_capacity(7, input));
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    #[test]
    fn lines_end_in_any_way() {
        assert_eq!(
            all(b"uci\r\nposition startpos\n\nquit"),
            ["uci", "position startpos", "", "quit"].map(|line| Ok(line.to_owned()))
        );
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n"), [Ok(String::new())]);
    }

    #[test]
    fn any_bytes_are_a_line() {
        assert_eq!(all(b"a\xff\x00b\n"), [Ok("a\u{fffd}\u{0}b".to_owned())]);
    }

    #[test]
    fn endless_lines_are_skipped_and_the_next_one_is_read() {
        let mut input = vec![b'a'; LONGEST];
        input.push(b'\n');
        assert_eq!(all(&input), [Ok("a".repeat(LONGEST))]);
        input.insert(0, b'a');
        input.extend_from_slice(b"quit\n");
        assert_eq!(all(&input), [Err(LineTooLong), Ok("quit".to_owned())]);
    }
}
