//! `thermodon lab`: lists, runs, interruption, report.

use std::collections::BTreeMap;
use std::time::Duration;

use game::SplitMix64;
use serde_json::Value;

use crate::program::Sandbox;
#[cfg(unix)]
use crate::program::interrupt;

/// The units file (one result per line) of `game/first-mover` in a results directory.
fn units_file(results: &str) -> String {
    format!("{results}/game/first-mover/units.jsonl")
}

/// The results by number of the unit of work, without times.
fn units(dir: &Sandbox, results: &str) -> BTreeMap<u64, Value> {
    let mut units = BTreeMap::new();
    for line in dir.read(&units_file(results)).lines().skip(1) {
        let mut entry: Value = serde_json::from_str(line).expect("a unit");
        let number = entry["unit"].as_u64().expect("a number");
        let previous = units.insert(number, entry["result"].take());
        assert!(previous.is_none(), "unit {number} occurs twice");
    }
    units
}

/// A run that is killed and resumed has the same results as an uninterrupted one.
#[test]
fn killed_runs_resume_to_the_same_results() {
    const KILLS: usize = 8;
    let dir = Sandbox::new();
    let report = dir.output(1, "lab report --dir killed");
    assert!(report.starts_with("there are no runs"));
    assert_eq!(dir.json("lab list --dir killed")[0]["run"], Value::Null);
    let run = "lab run game/first-mover --seed 5 --dir killed";
    let mut rng = SplitMix64::from_seed(3);
    let mut max_millis = 40;
    for _ in 0..KILLS {
        let mut child = dir.spawn(run);
        std::thread::sleep(Duration::from_millis(rng.below(max_millis) as u64));
        // The run may have ended already.
        let _ = child.kill();
        child.wait().expect("the run ends");
        // The delay grows, so that some kills come before the first unit and some after.
        max_millis += max_millis / 3;
    }
    let resumed = dir.json(run);
    let uninterrupted =
        dir.json("lab run game/first-mover --seed 5 --dir uninterrupted --threads 1");
    assert_eq!(units(&dir, "killed"), units(&dir, "uninterrupted"));
    assert_eq!(resumed["findings"], uninterrupted["findings"]);
    assert_eq!(resumed["units"]["done"], resumed["units"]["total"]);
    let columns = resumed["findings"]["tables"][0]["columns"].as_array();
    let mut columns = columns.expect("columns").iter();
    assert!(columns.any(|column| column["is_paper"] == true));
    for name in [
        "settings.json",
        "findings.json",
        "choice.svg",
        "first-mover.svg",
    ] {
        let file = dir.path("killed/game/first-mover").join(name);
        assert!(file.exists(), "{name}");
    }
    let listed = dir.ok("lab list --dir killed");
    assert!(listed.contains("complete, scale small, seed 5"), "{listed}");
    expect_self_contained_report(&dir);
    expect_error_for_another_seed(&dir);
}

/// The report is one self-contained page.
fn expect_self_contained_report(dir: &Sandbox) {
    let report = dir.ok("lab report --dir killed");
    assert_eq!(report, "1 experiment written to killed/report.html\n");
    let page = dir.read("killed/report.html");
    for part in [
        "<svg",
        // The mean number of moves in the paper.
        "479",
        "prefers-color-scheme:dark",
        "thermodon lab run game/first-mover --scale small --seed 5",
        "width=device-width",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // The SVG namespace is not loaded.
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for external in [
        "http:", "https:", "<script", "src=", "<link", "@import", "url(",
    ] {
        assert!(!page.contains(external), "{external}");
    }
}

fn expect_error_for_another_seed(dir: &Sandbox) {
    let before = dir.read(&units_file("killed"));
    dir.expect_errors(&[(
        "lab run game/first-mover --seed 6 --dir killed",
        "holds a run whose seed is 5, not 6; use --restart",
    )]);
    // A finished run is not repeated.
    dir.ok("lab run game/first-mover --seed 5 --dir killed");
    assert_eq!(dir.read(&units_file("killed")), before);
}

#[test]
fn invalid_uses_report_one_line() {
    let dir = Sandbox::new();
    dir.expect_errors(&[(
        "lab run game/nothing --dir results",
        "there is no experiment \"game/nothing\"; experiments: game/first-mover, ",
    )]);
    assert!(!dir.path("results").exists());
    std::fs::create_dir_all(dir.path("results/game/first-mover")).unwrap();
    dir.write(&units_file("results"), "nonsense\n");
    dir.write("file", "");
    dir.expect_errors(&[
        ("lab run game/first-mover --dir results", "line 1 of"),
        ("lab run game/first-mover --dir results", "is corrupt"),
        ("lab report --dir results", "is corrupt"),
        ("lab run game/first-mover --dir file", "cannot use"),
    ]);
    // `lab list` succeeds and reports the error of the corrupt run.
    let problem = dir.json("lab list --dir results")[0]["problem"].to_string();
    assert!(problem.contains("is corrupt"), "{problem}");
}

#[cfg(unix)]
#[test]
fn interrupted_runs_keep_their_results() {
    let dir = Sandbox::new();
    // More work than can be done before the interrupt.
    let child = dir
        .command("lab run game/first-mover --scale paper --dir results")
        .spawn()
        .expect("the program starts");
    // Interrupts are handled once the file has its header and the first unit.
    let file = dir.path(&units_file("results"));
    while std::fs::read_to_string(&file).map_or(0, |text| text.matches('\n').count()) < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    let output = child.wait_with_output().expect("the run ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("interrupted after"), "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("By board size"));
    let units = &dir.json("lab list --dir results")[0]["run"]["units"];
    let [done, total] = ["done", "total"].map(|key| units[key].as_u64().expect("a number"));
    assert!(done >= 1 && done < total);
}
