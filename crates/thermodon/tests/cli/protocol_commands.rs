//! Protocol commands of the binary: streams, threads and exit status.

use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::PROGRAM;
use crate::protocols::client::TEST_TIMEOUT;

/// Runs a command; returns its exit status, output and errors. Fails if it does not end.
fn run(command: &str, input: &str) -> (ExitStatus, String, String) {
    let mut process = Command::new(PROGRAM)
        .arg(command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end without reading all of its input.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    let mut stdout = process.stdout.take().unwrap();
    let mut stderr = process.stderr.take().unwrap();
    let read_all = |stream: &mut dyn Read| {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    let output = thread::spawn(move || read_all(&mut stdout));
    let errors = thread::spawn(move || read_all(&mut stderr));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = process.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > TEST_TIMEOUT {
            process.kill().unwrap();
            panic!("thermodon {command} does not end with its input {input:?}");
        }
        thread::sleep(Duration::from_millis(5));
    };
    (status, output.join().unwrap(), errors.join().unwrap())
}

#[test]
fn uci_answers_at_the_end_of_the_input() {
    let (status, output, errors) = run("uci", "uci\nposition startpos\ngo depth 1\n");
    assert!(status.success());
    assert!(output.contains("\nuciok\n"), "{output}");
    assert_eq!(output.matches("\nbestmove ").count(), 1, "{output}");
    assert_eq!(errors, "");
}

#[test]
fn gtp_answers() {
    let (status, output, errors) = run("gtp", "1 name\nnonsense\nquit\n");
    assert!(status.success());
    assert_eq!(output, "=1 Thermodon\n\n? unknown command\n\n=\n\n");
    assert_eq!(errors, "");
}

#[test]
fn botzone_answers_or_reports_an_error() {
    let (status, output, errors) = run("botzone", "1\n-1 -1 -1 -1 -1 -1\n");
    assert!(status.success());
    assert_eq!(output.split_whitespace().count(), 6, "{output}");
    assert_eq!(errors, "");

    let (status, output, errors) = run("botzone", "nonsense\n");
    assert_eq!(status.code(), Some(2));
    assert_eq!(output, "");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains("\"nonsense\""), "{errors}");
}
