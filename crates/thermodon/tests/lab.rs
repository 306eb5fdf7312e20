//! `thermodon lab` as a user meets it: lists, runs, interruption, the page.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use engine::RandomNumbers;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_thermodon");
const EXPERIMENT: &str = "game/first-mover";

/// Runs `thermodon lab` with results in that folder.
fn lab(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments)
        .output()
        .expect("the program runs")
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("lab").args(arguments).arg("--out").arg(folder);
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

/// The JSON of a command that went well.
fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = lab(folder, &[arguments, &["--json"]].concat());
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        text(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The one sentence of a command that was refused.
fn complaint(folder: &Path, arguments: &[&str]) -> String {
    let output = lab(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    text(&output.stderr).trim_end().to_owned()
}

/// A folder of this test's own, not there yet.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn units_file(folder: &Path) -> PathBuf {
    folder.join(EXPERIMENT).join("units.jsonl")
}

/// The raw results by unit, without the times, which are never the same again.
fn units(folder: &Path) -> BTreeMap<u64, Value> {
    let journal = std::fs::read_to_string(units_file(folder)).expect("units");
    let mut units = BTreeMap::new();
    for line in journal.lines().skip(1) {
        let mut entry: Value = serde_json::from_str(line).expect("a unit");
        let number = entry["unit"].as_u64().expect("a number");
        let before = units.insert(number, entry["result"].take());
        assert!(before.is_none(), "unit {number} is there twice");
    }
    units
}

/// Killed without warning, a run goes on from there; its results are those of one that was never
/// interrupted, and both can be reported.
#[test]
fn a_run_is_killed_resumed_listed_and_reported() {
    const KILLS: usize = 12;
    let (killed, whole) = (folder("lab-killed"), folder("lab-whole"));
    let nothing = lab(&killed, &["report"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(text(&nothing.stdout).starts_with("nothing was run yet"));
    assert_eq!(json(&killed, &["list"])[0]["run"], Value::Null);
    let run = ["run", EXPERIMENT, "--seed", "5"];
    let mut numbers = RandomNumbers::from_seed(3);
    let mut longest = 40;
    for _ in 0..KILLS {
        let mut child = command(&killed, &run)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(numbers.below(longest) as u64));
        // It may have come to its end before.
        let _ = child.kill();
        child.wait().expect("an end");
        // Longer from time to time, so that some kills come before anything is done and some after.
        longest += longest / 3;
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
        "choice.png",
        "first-mover.svg",
    ] {
        assert!(killed.join(EXPERIMENT).join(name).exists(), "{name}");
    }
    let listed = text(&lab(&killed, &["list"]).stdout).to_owned();
    assert!(listed.contains("complete, scale small, seed 5"), "{listed}");
    expect_page(&killed);
    expect_refusal_of_other_settings(&killed);
}

/// One page that needs nothing from anywhere.
fn expect_page(folder: &Path) {
    let said = lab(folder, &["report"]);
    assert!(said.status.success());
    assert!(text(&said.stdout).starts_with("1 experiment on "));
    let page = std::fs::read_to_string(folder.join("report.html")).expect("a page");
    for part in [
        "<svg",
        "479",
        "prefers-color-scheme:dark",
        "thermodon lab run game/first-mover --scale small --seed 5",
        "width=device-width",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // The name of a language is no address.
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    for foreign in [
        "http:", "https:", "<script", "src=", "<link", "@import", "url(",
    ] {
        assert!(!addresses.contains(foreign), "{foreign}");
    }
}

fn expect_refusal_of_other_settings(folder: &Path) {
    let before = std::fs::read(units_file(folder)).expect("units");
    let said = complaint(folder, &["run", EXPERIMENT, "--seed", "6"]);
    assert!(
        said.contains("holds a run whose seed is 5, not 6; --fresh forgets it"),
        "{said}"
    );
    assert_eq!(std::fs::read(units_file(folder)).expect("units"), before);
    // A finished run is not measured again.
    json(folder, &["run", EXPERIMENT, "--seed", "5"]);
    assert_eq!(std::fs::read(units_file(folder)).expect("units"), before);
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let folder = folder("lab-wrong");
    let said = complaint(&folder, &["run", "game/nothing"]);
    let expected =
        "thermodon: there is no experiment \"game/nothing\"; there are: game/first-mover, ";
    assert!(said.starts_with(expected), "{said}");
    assert!(!folder.exists());
    std::fs::create_dir_all(folder.join(EXPERIMENT)).unwrap();
    std::fs::write(units_file(&folder), "nonsense\n").unwrap();
    for arguments in [&["run", EXPERIMENT][..], &["report"]] {
        let said = complaint(&folder, arguments);
        assert!(
            said.contains("line 1 of") && said.contains("is damaged"),
            "{said}"
        );
    }
    // A list says it of that one, and tells of the others.
    let problem = json(&folder, &["list"])[0]["problem"].to_string();
    assert!(problem.contains("is damaged"), "{problem}");
    let file = folder.join("file");
    std::fs::write(&file, "").unwrap();
    assert!(complaint(&file, &["run", EXPERIMENT]).contains("cannot use"));
}

/// An interrupt ends the run at once, and says how to go on.
#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = folder("lab-interrupted");
    // Far more than can be done before the interrupt.
    let child = command(&folder, &["run", EXPERIMENT, "--scale", "paper"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The first finished unit is a sign that interrupts are listened for.
    let lines = || {
        std::fs::read(units_file(&folder)).map_or(0, |bytes| {
            bytes.iter().filter(|&&byte| byte == b'\n').count()
        })
    };
    while lines() < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.expect("kill runs").success());
    let output = child.wait_with_output().expect("an end");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("interrupted after"), "{errors}");
    assert!(text(&output.stdout).contains("By board size"));
    let list = json(&folder, &["list"]);
    let done = list[0]["run"]["units"]["done"].as_u64().unwrap();
    assert!(done >= 1 && done < list[0]["run"]["units"]["total"].as_u64().unwrap());
}
