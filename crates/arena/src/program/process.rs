//! A child process whose lines arrive through a channel.
//!
//! Three threads stand between the child and the match: one writes what the child is told, one
//! reads what it says, one copies its standard error to a log. So a child that does not read, does
//! not write, or writes without end holds up nobody but itself.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::Program;
use crate::fault::{Fault, Unanswered, excerpt};
use crate::player::Stop;

/// Lines that may wait to be read; a child that says more has to wait.
const WAITING_LINES: usize = 1024;

/// No sensible line is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// What is kept of the standard error of one process.
const LONGEST_LOG: u64 = 1 << 20;

/// How long a child has to end after it was told `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    orders: Option<Sender<String>>,
    lines: Receiver<Arrival>,
}

/// Something that the child sent.
#[derive(Debug)]
enum Arrival {
    /// A whole line, and when it came.
    Line(String, Instant),
    /// More than any line should hold.
    TooLong,
}

impl Process {
    pub(super) fn start(program: &Program) -> Result<Self, Fault> {
        let [name, arguments @ ..] = &program.command[..] else {
            return Err(Fault::Start("the command is empty".to_owned()));
        };
        let failed = |what: &str, error: io::Error| Fault::Start(format!("{what}: {error}"));
        let log = match &program.log {
            None => None,
            Some(path) => Some(
                OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(path)
                    .map_err(|error| failed(&path.display().to_string(), error))?,
            ),
        };
        let mut command = Command::new(name);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if log.is_some() {
                Stdio::piped()
            } else {
                Stdio::null()
            });
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        in_own_group(&mut command);
        let mut child = command.spawn().map_err(|error| failed(name, error))?;
        let (orders, waiting_orders) = mpsc::channel();
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_orders(stdin, &waiting_orders));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(BufReader::new(stdout), &sender));
        }
        if let (Some(stderr), Some(log)) = (child.stderr.take(), log) {
            thread::spawn(move || keep_log(stderr, log));
        }
        Ok(Self {
            child,
            orders: Some(orders),
            lines,
        })
    }

    /// Sends a line; returns at once. A child that is gone is noticed when an answer is awaited.
    pub(super) fn say(&self, line: &str) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(format!("{line}\n"));
        }
    }

    /// The next line and when it came; `None` if none has come by the deadline.
    pub(super) fn next_line(
        &mut self,
        deadline: Instant,
        stop: &Stop,
    ) -> Result<Option<(String, Instant)>, Unanswered> {
        loop {
            if stop.is_set() {
                return Err(Unanswered::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(Stop::GLANCE)) {
                // Judged by when the line came, not by when somebody found the time to look.
                Ok(Arrival::Line(_, came)) if came > deadline => return Ok(None),
                Ok(Arrival::Line(line, came)) => return Ok(Some((line, came))),
                Ok(Arrival::TooLong) => {
                    let sentence = format!("a line of more than {LONGEST_LINE} bytes");
                    return Err(Fault::Nonsense(sentence).into());
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Crash(self.last_words()).into());
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The first line that `is_answer` takes, others being passed over.
    pub(super) fn answer<T>(
        &mut self,
        question: &str,
        patience: Duration,
        stop: &Stop,
        mut is_answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Unanswered> {
        let deadline = Instant::now() + patience;
        while let Some((line, _)) = self.next_line(deadline, stop)? {
            if let Some(answer) = is_answer(&line) {
                return Ok(answer);
            }
        }
        let question = excerpt(question);
        Err(Fault::Silence { question, patience }.into())
    }

    /// How the child ended, after its output did.
    fn last_words(&mut self) -> String {
        let status = self.wait_at_most(FAREWELL);
        status.map_or("it closed its output".to_owned(), |status| {
            status.to_string()
        })
    }

    fn wait_at_most(&mut self, patience: Duration) -> Option<ExitStatus> {
        const STEP: Duration = Duration::from_millis(2);
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(STEP),
                _ => return None,
            }
        }
    }
}

/// Children get a chance to leave by themselves; then they, and whatever they started, are ended.
impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        // Closes the child's input behind the last order.
        self.orders = None;
        let _ = self.wait_at_most(FAREWELL);
        end_group(&mut self.child);
        let _ = self.child.wait();
    }
}

/// In a group of its own a child can be ended together with all that it started.
#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(unix)]
fn end_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        // Nobody may be left to end.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn in_own_group(_: &mut Command) {}

#[cfg(not(unix))]
fn end_group(child: &mut Child) {
    let _ = child.kill();
}

fn write_orders(mut stdin: ChildStdin, orders: &Receiver<String>) {
    for order in orders {
        if stdin
            .write_all(order.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Hands on whole lines until the end; what stands after the last line end is no line.
fn read_lines(mut output: impl BufRead, lines: &SyncSender<Arrival>) {
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        let arrival = match read {
            Ok(_) if line.ends_with(b"\n") => {
                let text = String::from_utf8_lossy(&line);
                Arrival::Line(text.trim().to_owned(), Instant::now())
            }
            Ok(length) if length as u64 == LONGEST_LINE => Arrival::TooLong,
            _ => return,
        };
        let is_last = matches!(arrival, Arrival::TooLong);
        if lines.send(arrival).is_err() || is_last {
            return;
        }
    }
}

/// Copies what is worth keeping, and swallows the rest, so that the child never waits.
fn keep_log(mut errors: impl Read, mut log: File) {
    let _ = io::copy(&mut errors.by_ref().take(LONGEST_LOG), &mut log);
    let _ = io::copy(&mut errors, &mut io::sink());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrivals(text: &[u8]) -> Vec<String> {
        let (sender, receiver) = mpsc::sync_channel(WAITING_LINES);
        read_lines(text, &sender);
        drop(sender);
        receiver
            .into_iter()
            .map(|arrival| match arrival {
                Arrival::Line(line, _) => line,
                Arrival::TooLong => "too long".to_owned(),
            })
            .collect()
    }

    #[test]
    fn only_whole_lines_arrive() {
        assert_eq!(arrivals(b"one\r\n\ntwo\nhalf"), ["one", "", "two"]);
        assert_eq!(arrivals(b"\xff\n"), ["\u{fffd}"]);
        let mut long = vec![b'x'; LONGEST_LINE as usize];
        long.extend(b"\nafter\n");
        assert_eq!(arrivals(&long), ["too long"]);
    }
}
