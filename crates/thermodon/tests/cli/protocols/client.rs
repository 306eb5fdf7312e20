//! A client of a protocol: sends and receives lines with a timeout.

use std::io::{self, BufReader, PipeReader, PipeWriter, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use engine::Engine;

/// Timeout of a response, long enough for a busy machine.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Time in which a premature response would arrive.
pub const SHORT_WAIT: Duration = Duration::from_millis(50);

/// An engine with reproducible moves without search.
pub fn seeded(seed: u32) -> Engine {
    let mut engine = Engine::new();
    engine.set_option("Player", "random").unwrap();
    engine.set_option("Seed", &seed.to_string()).unwrap();
    engine
}

/// Writes to a channel.
pub struct WriteEnd(Sender<Vec<u8>>);

impl Write for WriteEnd {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        self.0.send(bytes.to_vec()).map_err(gone)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A protocol in its own thread, and the other end of its streams.
pub struct ProtocolClient<T> {
    input: Option<PipeWriter>,
    output: Receiver<Vec<u8>>,
    unread: Vec<u8>,
    result: Receiver<T>,
}

impl<T: Send + 'static> ProtocolClient<T> {
    pub fn start(run: impl FnOnce(BufReader<PipeReader>, WriteEnd) -> T + Send + 'static) -> Self {
        let (reader, input) = io::pipe().expect("a pipe");
        let (writer, output) = mpsc::channel();
        let (finished, result) = mpsc::channel();
        thread::spawn(move || {
            let result = run(BufReader::new(reader), WriteEnd(writer));
            finished.send(result).unwrap();
        });
        Self {
            input: Some(input),
            output,
            unread: Vec::new(),
            result,
        }
    }

    /// Sends a line; ignored if the protocol has ended.
    pub fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = input.write_all(format!("{line}\n").as_bytes());
    }

    /// The next line, if it arrives in time.
    pub fn line_within(&mut self, timeout: Duration) -> Option<String> {
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                let line = self.unread.drain(..=end).take(end).collect();
                return Some(String::from_utf8(line).unwrap());
            }
            let more = self.output.recv_timeout(timeout).ok()?;
            self.unread.extend(more);
        }
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.line_within(TEST_TIMEOUT).expect("an answer")
    }

    /// The next line with a prefix; others are skipped.
    pub fn line_starting(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Ends the input; returns the remaining output and the result.
    pub fn finish(mut self) -> (String, T) {
        drop(self.input.take());
        let result = self
            .result
            .recv_timeout(TEST_TIMEOUT)
            .expect("the protocol ends with its input");
        let mut rest = self.unread;
        while let Ok(more) = self.output.try_recv() {
            rest.extend(more);
        }
        (String::from_utf8(rest).unwrap(), result)
    }
}

/// Sends an input at once; returns the output and the result.
pub fn run_transcript<T: Send + 'static>(
    input: impl Into<Vec<u8>>,
    run: impl FnOnce(BufReader<PipeReader>, WriteEnd) -> T + Send + 'static,
) -> (String, T) {
    let mut client = ProtocolClient::start(run);
    let writer = client.input.as_mut().expect("the input is open");
    // The protocol may end without reading all of its input.
    let _ = writer.write_all(&input.into());
    client.finish()
}

/// Compares a session with a transcript line by line.
pub fn check_transcript(
    transcript: &str,
    run: impl FnOnce(BufReader<PipeReader>, WriteEnd) -> io::Result<()> + Send + 'static,
) {
    let mut client = ProtocolClient::start(run);
    let mut last_sent = String::new();
    for (number, expected) in (1..).zip(transcript.lines()) {
        if let Some(command) = expected.strip_prefix("> ") {
            client.send(command);
            last_sent = command.to_owned();
        } else {
            let line = mask_times(&client.line());
            assert_eq!(line, expected, "line {number}, after {last_sent:?}");
        }
    }
    let (rest, result) = client.finish();
    result.unwrap();
    assert_eq!(rest, "", "after the last line");
}

/// Masks times, keys and the version.
fn mask_times(line: &str) -> String {
    if let Some(key) = line.strip_prefix("Key: ") {
        assert!(
            key.len() == 16 && u64::from_str_radix(key, 16).is_ok(),
            "{line}"
        );
        return "Key: K".to_owned();
    }
    let mut words = Vec::new();
    let mut rest = line.split(' ');
    while let Some(word) = rest.next() {
        match word {
            "nps" => drop(rest.next()),
            "time" => {
                rest.next();
                words.extend(["time", "T"]);
            }
            _ => words.push(word),
        }
    }
    words
        .join(" ")
        .replace(env!("CARGO_PKG_VERSION"), "VERSION")
}
