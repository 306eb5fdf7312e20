//! An external engine as a child process with line-based input and output.
//!
//! Three threads separate the child from the match: one writes its standard input, one reads its
//! standard output, one copies its standard error to a log. So a child that does not read, does not
//! write, or writes without end never blocks the match.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::ExternalEngine;
use crate::forfeit::{Forfeit, PlayerError, excerpt};
use crate::player::StopToken;

/// Maximum number of unread output lines; a child that writes more is blocked.
const MAX_BUFFERED_LINES: usize = 1024;

/// Maximum length of an output line.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Maximum size of the standard error log of one process.
const MAX_LOG_BYTES: u64 = 1 << 20;

/// Time to wait for the exit of a child that was sent `quit` or has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Time to wait for the end of the standard error of a killed child. Only a process that has left
/// the child's group can keep it open.
const LOG_TIMEOUT: Duration = Duration::from_secs(5);

/// A running engine.
#[derive(Debug)]
pub(super) struct EngineProcess {
    child: Child,
    stdin_lines: Option<Sender<String>>,
    stdout_lines: Receiver<OutputLine>,
    /// Disconnected once the log of standard error is complete.
    log_written: Receiver<()>,
}

/// A line of standard output.
#[derive(Debug)]
enum OutputLine {
    /// A complete line and its time of arrival.
    Line(String, Instant),
    /// A line of more than [`MAX_LINE_BYTES`] bytes.
    TooLong,
}

impl EngineProcess {
    pub(super) fn start(engine: &ExternalEngine) -> Result<Self, Forfeit> {
        let [program, arguments @ ..] = &engine.command[..] else {
            return Err(Forfeit::StartFailed("the command is empty".to_owned()));
        };
        let start_failed =
            |what: &str, error: io::Error| Forfeit::StartFailed(format!("{what}: {error}"));
        let log = match &engine.stderr_log {
            None => None,
            Some(path) => Some(
                OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(path)
                    .map_err(|error| start_failed(&path.display().to_string(), error))?,
            ),
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if log.is_some() {
                Stdio::piped()
            } else {
                Stdio::null()
            });
        if let Some(dir) = &engine.working_dir {
            command.current_dir(dir);
        }
        set_process_group(&mut command);
        let mut child = command
            .spawn()
            .map_err(|error| start_failed(program, error))?;
        let (stdin_lines, stdin_receiver) = mpsc::channel();
        let (stdout_sender, stdout_lines) = mpsc::sync_channel(MAX_BUFFERED_LINES);
        let (log_sender, log_written) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_stdin(stdin, &stdin_receiver));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(BufReader::new(stdout), &stdout_sender));
        }
        if let (Some(stderr), Some(log)) = (child.stderr.take(), log) {
            thread::spawn(move || {
                let _log_sender = log_sender;
                copy_stderr(stderr, log);
            });
        }
        Ok(Self {
            child,
            stdin_lines: Some(stdin_lines),
            stdout_lines,
            log_written,
        })
    }

    /// Sends a line without blocking. If the child has ended, the next read reports it.
    pub(super) fn send_line(&self, line: &str) {
        if let Some(lines) = &self.stdin_lines {
            let _ = lines.send(format!("{line}\n"));
        }
    }

    /// The next line and its time of arrival; `None` at the deadline.
    pub(super) fn next_line(
        &mut self,
        deadline: Instant,
        stop: &StopToken,
    ) -> Result<Option<(String, Instant)>, PlayerError> {
        loop {
            if stop.is_stopped() {
                return Err(PlayerError::Stopped);
            }
            let remaining = deadline.saturating_duration_since(Instant::now());
            match self
                .stdout_lines
                .recv_timeout(remaining.min(StopToken::POLL_INTERVAL))
            {
                // The time of arrival counts, not the time of this read.
                Ok(OutputLine::Line(_, arrival)) if arrival > deadline => return Ok(None),
                Ok(OutputLine::Line(line, arrival)) => return Ok(Some((line, arrival))),
                Ok(OutputLine::TooLong) => {
                    let reason = format!("a line of more than {MAX_LINE_BYTES} bytes");
                    return Err(Forfeit::ProtocolViolation(reason).into());
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Forfeit::Crash(self.exit_reason()).into());
                }
                Err(RecvTimeoutError::Timeout) if remaining.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Sends a command and waits for the first line that `parse_response` accepts. Skips the
    /// lines before it.
    pub(super) fn request<T>(
        &mut self,
        command: &str,
        timeout: Duration,
        stop: &StopToken,
        mut parse_response: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, PlayerError> {
        self.send_line(command);
        let deadline = Instant::now() + timeout;
        while let Some((line, _)) = self.next_line(deadline, stop)? {
            if let Some(response) = parse_response(&line) {
                return Ok(response);
            }
        }
        let command = excerpt(command);
        Err(Forfeit::Stalled { command, timeout }.into())
    }

    /// How the child ended, after its output was closed.
    fn exit_reason(&mut self) -> String {
        let status = self.wait_timeout(EXIT_TIMEOUT);
        status.map_or("closed its output".to_owned(), |status| status.to_string())
    }

    fn wait_timeout(&mut self, timeout: Duration) -> Option<ExitStatus> {
        const POLL_INTERVAL: Duration = Duration::from_millis(2);
        let deadline = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
                _ => return None,
            }
        }
    }
}

/// Sends `quit`, waits up to [`EXIT_TIMEOUT`], then kills the child and its process group and
/// completes the log.
impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.send_line("quit");
        // Closes the child's input after the last line.
        self.stdin_lines = None;
        let _ = self.wait_timeout(EXIT_TIMEOUT);
        kill_group(&mut self.child);
        let _ = self.child.wait();
        let _ = self.log_written.recv_timeout(LOG_TIMEOUT);
    }
}

/// Gives the child its own process group, so that its children are killed with it.
#[cfg(unix)]
fn set_process_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        // The group may be empty.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn set_process_group(_: &mut Command) {}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

fn write_stdin(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Sends complete lines until the end of the output or a line that is too long.
fn read_lines(mut output: impl BufRead, lines: &SyncSender<OutputLine>) {
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line);
        let output_line = match read {
            Ok(_) if line.ends_with(b"\n") => {
                let text = String::from_utf8_lossy(&line);
                OutputLine::Line(text.trim().to_owned(), Instant::now())
            }
            Ok(length) if length as u64 == MAX_LINE_BYTES => OutputLine::TooLong,
            _ => return,
        };
        let is_last = matches!(output_line, OutputLine::TooLong);
        if lines.send(output_line).is_err() || is_last {
            return;
        }
    }
}

/// Copies up to [`MAX_LOG_BYTES`] bytes and discards the rest, so that the child never blocks.
fn copy_stderr(mut stderr: impl Read, mut log: File) {
    let _ = io::copy(&mut stderr.by_ref().take(MAX_LOG_BYTES), &mut log);
    let _ = io::copy(&mut stderr, &mut io::sink());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output_lines(text: &[u8]) -> Vec<String> {
        let (sender, receiver) = mpsc::sync_channel(MAX_BUFFERED_LINES);
        read_lines(text, &sender);
        drop(sender);
        receiver
            .into_iter()
            .map(|line| match line {
                OutputLine::Line(line, _) => line,
                OutputLine::TooLong => "too long".to_owned(),
            })
            .collect()
    }

    #[test]
    fn only_complete_lines_are_read() {
        assert_eq!(output_lines(b"one\r\n\ntwo\nhalf"), ["one", "", "two"]);
        assert_eq!(output_lines(b"\xff\n"), ["\u{fffd}"]);
        let mut long = vec![b'x'; MAX_LINE_BYTES as usize];
        long.extend(b"\nafter\n");
        assert_eq!(output_lines(&long), ["too long"]);
    }
}
