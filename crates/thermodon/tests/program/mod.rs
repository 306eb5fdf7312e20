//! The program as a child process that is given arguments and an input.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs it to its end.
pub fn thermodon(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_thermodon"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments may be gone before it has read anything.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// What a successful command printed.
pub fn printed(arguments: &[&str], input: &str) -> String {
    let output = thermodon(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one sentence of a command that failed.
pub fn complaint(arguments: &[&str], input: &str) -> String {
    let output = thermodon(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    errors.trim_end().to_owned()
}
