//! `thermodon lab`: lists, runs, interruption, report.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use game::SplitMix64;
use serde_json::Value;

#[cfg(unix)]
use crate::program::interrupt;
use crate::program::{PROGRAM, temp_dir};

const EXPERIMENT: &str = "game/first-mover";

/// Runs `thermodon lab` with results in a directory.
fn lab(dir: &Path, arguments: &[&str]) -> Output {
    command(dir, arguments).output().expect("the program runs")
}

fn command(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("lab").args(arguments).arg("--dir").arg(dir);
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

/// JSON output of a successful command.
fn json(dir: &Path, arguments: &[&str]) -> Value {
    let output = lab(dir, &[arguments, &["--json"]].concat());
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        text(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The error of a failed command.
fn error_of(dir: &Path, arguments: &[&str]) -> String {
    let output = lab(dir, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    text(&output.stderr).trim_end().to_owned()
}

fn units_file(dir: &Path) -> PathBuf {
    dir.join(EXPERIMENT).join("units.jsonl")
}

/// The results by unit, without times.
fn units(dir: &Path) -> BTreeMap<u64, Value> {
    let journal = std::fs::read_to_string(units_file(dir)).expect("units");
    let mut units = BTreeMap::new();
    for line in journal.lines().skip(1) {
        let mut entry: Value = serde_json::from_str(line).expect("a unit");
        let number = entry["unit"].as_u64().expect("a number");
        let before = units.insert(number, entry["result"].take());
        assert!(before.is_none(), "unit {number} is there twice");
    }
    units
}

/// A run that is killed and continued has the results of one that was not.
#[test]
fn killed_runs_continue_to_the_same_results() {
    const KILLS: usize = 12;
    let temp = temp_dir();
    let (killed, whole) = (temp.path().join("killed"), temp.path().join("whole"));
    let nothing = lab(&killed, &["report"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(text(&nothing.stdout).starts_with("there are no runs"));
    assert_eq!(json(&killed, &["list"])[0]["run"], Value::Null);
    let run = ["run", EXPERIMENT, "--seed", "5"];
    let mut random = SplitMix64::from_seed(3);
    let mut max_millis = 40;
    for _ in 0..KILLS {
        let mut child = command(&killed, &run)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(random.below(max_millis) as u64));
        // It may have ended already.
        let _ = child.kill();
        child.wait().expect("an end");
        // Growing, so that some kills come before the first unit and some after.
        max_millis += max_millis / 3;
    }
    let (resumed, straight) = (
        json(&killed, &run),
        json(&whole, &[&run[..], &["--threads", "1"]].concat()),
    );
    assert_eq!(units(&killed), units(&whole));
    assert_eq!(resumed["findings"], straight["findings"]);
    assert_eq!(resumed["units"]["done"], resumed["units"]["total"]);
    let tables = resumed["findings"]["tables"].as_array().expect("tables");
    assert!(
        tables[0]["columns"]
            .as_array()
            .expect("columns")
            .iter()
            .any(|column| column["is_paper"] == true)
    );
    for name in [
        "settings.json",
        "findings.json",
        "choice.svg",
        "first-mover.svg",
    ] {
        assert!(killed.join(EXPERIMENT).join(name).exists(), "{name}");
    }
    let listed = text(&lab(&killed, &["list"]).stdout).to_owned();
    assert!(listed.contains("complete, scale small, seed 5"), "{listed}");
    expect_page(&killed);
    expect_error_for_other_settings(&killed);
}

/// The report is one self-contained page.
fn expect_page(dir: &Path) {
    let error = lab(dir, &["report"]);
    assert!(error.status.success());
    assert!(text(&error.stdout).starts_with("1 experiment written to "));
    let page = std::fs::read_to_string(dir.join("report.html")).expect("a page");
    for part in [
        "<svg",
        "479",
        "prefers-color-scheme:dark",
        "thermodon lab run game/first-mover --scale small --seed 5",
        "width=device-width",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // The SVG namespace is not an address.
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    for foreign in [
        "http:", "https:", "<script", "src=", "<link", "@import", "url(",
    ] {
        assert!(!addresses.contains(foreign), "{foreign}");
    }
}

fn expect_error_for_other_settings(dir: &Path) {
    let before = std::fs::read(units_file(dir)).expect("units");
    let error = error_of(dir, &["run", EXPERIMENT, "--seed", "6"]);
    assert!(
        error.contains("holds a run whose seed is 5, not 6; use --restart"),
        "{error}"
    );
    assert_eq!(std::fs::read(units_file(dir)).expect("units"), before);
    // A finished run is not repeated.
    json(dir, &["run", EXPERIMENT, "--seed", "5"]);
    assert_eq!(std::fs::read(units_file(dir)).expect("units"), before);
}

#[test]
fn invalid_uses_report_one_line() {
    let temp = temp_dir();
    let dir = temp.path().join("results");
    let error = error_of(&dir, &["run", "game/nothing"]);
    let expected =
        "thermodon: there is no experiment \"game/nothing\"; experiments: game/first-mover, ";
    assert!(error.starts_with(expected), "{error}");
    assert!(!dir.exists());
    std::fs::create_dir_all(dir.join(EXPERIMENT)).unwrap();
    std::fs::write(units_file(&dir), "nonsense\n").unwrap();
    for arguments in [&["run", EXPERIMENT][..], &["report"]] {
        let error = error_of(&dir, arguments);
        assert!(
            error.contains("line 1 of") && error.contains("is corrupt"),
            "{error}"
        );
    }
    // The list has the problem of that run, and all others.
    let problem = json(&dir, &["list"])[0]["problem"].to_string();
    assert!(problem.contains("is corrupt"), "{problem}");
    let file = dir.join("file");
    std::fs::write(&file, "").unwrap();
    assert!(error_of(&file, &["run", EXPERIMENT]).contains("cannot use"));
}

#[cfg(unix)]
#[test]
fn interrupted_runs_can_be_continued() {
    let temp = temp_dir();
    let dir = temp.path().join("results");
    // More work than can be done before the interrupt.
    let child = command(&dir, &["run", EXPERIMENT, "--scale", "paper"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // After the first unit, interrupts are handled.
    let lines = || {
        std::fs::read(units_file(&dir)).map_or(0, |bytes| {
            bytes.iter().filter(|&&byte| byte == b'\n').count()
        })
    };
    while lines() < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(child.id());
    let output = child.wait_with_output().expect("an end");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("interrupted after"), "{errors}");
    assert!(text(&output.stdout).contains("By board size"));
    let list = json(&dir, &["list"]);
    let done = list[0]["run"]["units"]["done"].as_u64().unwrap();
    assert!(done >= 1 && done < list[0]["run"]["units"]["total"].as_u64().unwrap());
}
