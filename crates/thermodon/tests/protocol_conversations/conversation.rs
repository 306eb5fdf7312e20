//! The other end of a protocol loop: sends lines, reads lines, and never waits for ever.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use engine::Engine;

/// Long enough for a busy machine, short enough to notice a hang.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// An engine whose moves are the same every time, and come at once.
pub fn seeded(seed: u32) -> Engine {
    let mut engine = Engine::new();
    engine.set_option("Player", "random").unwrap();
    engine.set_option("Seed", &seed.to_string()).unwrap();
    engine
}

/// Reads what somebody sends, until they hang up.
pub struct ReadEnd {
    sender: Receiver<Vec<u8>>,
    unread: Vec<u8>,
}

impl Read for ReadEnd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread.is_empty() {
            self.unread = self.sender.recv().unwrap_or_default();
        }
        let count = buffer.len().min(self.unread.len());
        for (place, byte) in buffer.iter_mut().zip(self.unread.drain(..count)) {
            *place = byte;
        }
        Ok(count)
    }
}

/// Sends what is written.
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

/// A loop that runs in a thread of its own, and this end of its streams.
pub struct Conversation<T> {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    unread: Vec<u8>,
    result: Receiver<T>,
}

impl<T: Send + 'static> Conversation<T> {
    pub fn start(run: impl FnOnce(BufReader<ReadEnd>, WriteEnd) -> T + Send + 'static) -> Self {
        let (input, sender) = mpsc::channel();
        let (writer, output) = mpsc::channel();
        let (finished, result) = mpsc::channel();
        thread::spawn(move || {
            let unread = Vec::new();
            let result = run(BufReader::new(ReadEnd { sender, unread }), WriteEnd(writer));
            finished.send(result).unwrap();
        });
        Self {
            input: Some(input),
            output,
            unread: Vec::new(),
            result,
        }
    }

    /// Sends a line; a loop that has ended does not hear it.
    pub fn send(&mut self, line: &str) {
        let input = self.input.as_ref().expect("the input is open");
        let _ = input.send(format!("{line}\n").into_bytes());
    }

    /// The next line, if one comes in time.
    pub fn line_within(&mut self, patience: Duration) -> Option<String> {
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                let line = self.unread.drain(..=end).take(end).collect();
                return Some(String::from_utf8(line).unwrap());
            }
            let more = self.output.recv_timeout(patience).ok()?;
            self.unread.extend(more);
        }
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.line_within(PATIENCE).expect("an answer")
    }

    /// The next line that starts so, those before it passed over.
    pub fn line_starting(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Ends the input; returns what was still written, and what the loop returned.
    pub fn finish(mut self) -> (String, T) {
        drop(self.input.take());
        let result = self
            .result
            .recv_timeout(PATIENCE)
            .expect("the loop ends with its input");
        let mut rest = self.unread;
        while let Ok(more) = self.output.try_recv() {
            rest.extend(more);
        }
        (String::from_utf8(rest).unwrap(), result)
    }
}

/// Sends everything at once; returns all that was written, and what the loop returned.
pub fn converse<T: Send + 'static>(
    input: impl Into<Vec<u8>>,
    run: impl FnOnce(BufReader<ReadEnd>, WriteEnd) -> T + Send + 'static,
) -> (String, T) {
    let conversation = Conversation::start(run);
    let sender = conversation.input.as_ref().expect("the input is open");
    sender.send(input.into()).unwrap();
    conversation.finish()
}

/// Follows a transcript line by line.
pub fn follow(
    transcript: &str,
    run: impl FnOnce(BufReader<ReadEnd>, WriteEnd) -> io::Result<()> + Send + 'static,
) {
    let mut conversation = Conversation::start(run);
    let mut last_sent = String::new();
    for (number, expected) in (1..).zip(transcript.lines()) {
        if let Some(command) = expected.strip_prefix("> ") {
            conversation.send(command);
            last_sent = command.to_owned();
        } else {
            let line = timeless(&conversation.line());
            assert_eq!(line, expected, "line {number}, after {last_sent:?}");
        }
    }
    let (rest, result) = conversation.finish();
    result.unwrap();
    assert_eq!(rest, "", "after the last line");
}

/// A line without what differs from run to run, or by choices that no program relies on.
fn timeless(line: &str) -> String {
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
