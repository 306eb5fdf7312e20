//! Runs the binary as a child process.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_thermodon");

/// Runs the binary to its end.
pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that rejects its arguments may end before it reads.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Standard output of a successful command without errors.
pub fn run_ok(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Standard output of a successful command that may log progress.
pub fn run_with_progress(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// JSON output of a successful command.
pub fn run_json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run_with_progress(arguments)).expect("JSON")
}

/// The one-line error of a failed command.
pub fn run_err(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    errors.trim_end().to_owned()
}

pub fn temp_dir() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

pub fn path_text(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

/// Sends an interrupt to a process.
#[cfg(unix)]
pub fn interrupt(id: u32) {
    let sent = Command::new("kill")
        .args(["-INT", &id.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}
