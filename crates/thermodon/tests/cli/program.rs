//! Runs the binary in a temporary directory.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use arena::external::split_words;
use serde_json::Value;
use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_thermodon");

/// The working directory of the commands of a test. A command line is split at spaces; quotation
/// marks hold words together.
pub struct Sandbox(TempDir);

impl Sandbox {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A command with piped streams.
    pub fn command(&self, line: &str) -> Command {
        let words = split_words(line, char::is_whitespace, true).expect("closed quotes");
        let mut command = Command::new(PROGRAM);
        command.args(words).current_dir(self.0.path());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Starts a command without output.
    pub fn spawn(&self, line: &str) -> Child {
        let mut command = self.command(line);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the program starts")
    }

    /// Runs a command to its end.
    pub fn run(&self, line: &str, input: &str) -> Output {
        let mut child = self.command(line).spawn().expect("the program starts");
        // A program that rejects its arguments may end before it reads.
        let _ = child
            .stdin
            .take()
            .expect("a pipe")
            .write_all(input.as_bytes());
        child.wait_with_output().expect("the program ends")
    }

    /// Standard output of a successful command without errors.
    pub fn ok(&self, line: &str) -> String {
        self.ok_with_input(line, "")
    }

    pub fn ok_with_input(&self, line: &str, input: &str) -> String {
        let output = self.run(line, input);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{line}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// Standard output of a command that ends with a status and may log progress.
    pub fn output(&self, status: i32, line: &str) -> String {
        let output = self.run(line, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{line}: {errors}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// JSON output of a successful command with the option `--json`.
    pub fn json(&self, line: &str) -> Value {
        let output = self.output(0, &format!("{line} --json"));
        serde_json::from_str(&output).expect("JSON")
    }

    /// The one-line error of a failed command.
    pub fn error(&self, line: &str) -> String {
        let output = self.run(line, "");
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty(), "{line} printed something");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert_eq!(errors.lines().count(), 1, "{line}: {errors}");
        errors.trim_end().to_owned()
    }

    /// Asserts that the one-line errors of commands contain texts.
    pub fn expect_errors(&self, cases: &[(&str, &str)]) {
        for (line, expected) in cases {
            let error = self.error(line);
            assert!(error.contains(expected), "{line}: {error}");
        }
    }
}

/// Sends an interrupt to a process.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill runs").success());
}
