//! The protocols through the program itself: its streams, its threads and its exit status.

use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for a busy machine, short enough to notice a hang.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs a command on some input; returns its exit status, output and complaints.
fn thermodon(command: &str, input: &str) -> (ExitStatus, String, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_thermodon"))
        .arg(command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends without reading everything closes the pipe, which is its right.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    let mut stdout = process.stdout.take().unwrap();
    let mut stderr = process.stderr.take().unwrap();
    let read_all = |stream: &mut dyn Read| {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    let output = thread::spawn(move || read_all(&mut stdout));
    let complaints = thread::spawn(move || read_all(&mut stderr));
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = process.try_wait().unwrap() {
            break status;
        }
        if begin.elapsed() > PATIENCE {
            process.kill().unwrap();
            panic!("thermodon {command} does not end with its input {input:?}");
        }
        thread::sleep(Duration::from_millis(5));
    };
    (status, output.join().unwrap(), complaints.join().unwrap())
}

#[test]
fn uci_answers_from_its_search_thread() {
    let (status, output, complaints) = thermodon("uci", "uci\nposition startpos\ngo depth 1\n");
    assert!(status.success());
    assert!(output.contains("\nuciok\n"), "{output}");
    assert_eq!(output.matches("\nbestmove ").count(), 1, "{output}");
    assert_eq!(complaints, "");
}

#[test]
fn gtp_answers() {
    let (status, output, complaints) = thermodon("gtp", "1 name\nnonsense\nquit\n");
    assert!(status.success());
    assert_eq!(output, "=1 Thermodon\n\n? unknown command\n\n=\n\n");
    assert_eq!(complaints, "");
}

#[test]
fn botzone_answers_or_complains() {
    let (status, output, complaints) = thermodon("botzone", "1\n-1 -1 -1 -1 -1 -1\n");
    assert!(status.success());
    assert_eq!(output.split_whitespace().count(), 6, "{output}");
    assert_eq!(complaints, "");

    let (status, output, complaints) = thermodon("botzone", "nonsense\n");
    assert_eq!(status.code(), Some(2));
    assert_eq!(output, "");
    assert_eq!(complaints.lines().count(), 1, "{complaints}");
    assert!(complaints.contains("\"nonsense\""), "{complaints}");
}
