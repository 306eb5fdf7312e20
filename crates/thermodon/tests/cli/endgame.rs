//! `thermodon endgame`: tables survive kills and full disks; analyses agree with the solver.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::program::{PROGRAM, Sandbox};

const BUILD: &str = "endgame build --max-squares 7 --table-dir tables";

/// Names and contents of all finished files of the table.
fn files(dir: &Sandbox) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir.path("tables")).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension != "partial")
        })
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("it can be read"))
        })
        .collect()
}

/// The files of a table that is built without interruption.
fn expected_files() -> BTreeMap<String, Vec<u8>> {
    let dir = Sandbox::new();
    dir.output(0, BUILD);
    files(&dir)
}

#[test]
fn corrupt_tables_report_one_line() {
    let dir = Sandbox::new();
    dir.output(0, "endgame build --max-squares 3 --table-dir .");
    let file = "02-shapes-0000.table";
    let mut bytes = fs::read(dir.path(file)).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    dir.write(file, &bytes);
    let expected = "is corrupt (checksum mismatch)";
    dir.expect_errors(&[
        ("endgame verify --table-dir .", expected),
        ("endgame probe xo --table-dir .", expected),
        ("endgame stats --squares 2 --table-dir .", expected),
    ]);
}

#[test]
fn killed_builds_continue_to_the_same_files() {
    let expected = expected_files();
    let killed = Sandbox::new();
    for attempt in 0..20 {
        let mut child = killed.spawn(BUILD);
        // The delays differ, so that small and large shards are interrupted.
        std::thread::sleep(Duration::from_millis(5 + 37 * attempt % 400));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        // Files without the extension `partial` are complete.
        for (name, bytes) in files(&killed) {
            assert!(bytes == expected[&name], "{name} after attempt {attempt}");
        }
    }
    killed.output(0, BUILD);
    assert!(files(&killed) == expected);
}

#[cfg(unix)]
#[test]
fn full_disks_are_reported_and_finished_files_stay() {
    let dir = Sandbox::new();
    // Simulates a full disk: files are limited to 100 KiB and SIGXFSZ is ignored, so writes fail.
    let script = format!("trap '' XFSZ; ulimit -f 100; exec {PROGRAM} {BUILD}");
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(dir.path(""))
        .output()
        .expect("bash runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("thermodon: cannot write"), "{text}");
    let finished = files(&dir).len();
    let all = fs::read_dir(dir.path("tables"))
        .expect("a directory")
        .filter(|entry| entry.as_ref().expect("a file").file_name() != "lock")
        .count();
    assert_eq!(finished, all, "no partial file is left");
    assert!(finished >= 9, "smaller sizes stay");
    dir.output(0, BUILD);
    assert!(files(&dir) == expected_files());
}

/// The endgame of a game between people.
#[test]
fn analyzed_winner_is_that_of_the_solver() {
    // An empty directory: no tables, the same on every machine.
    let dir = Sandbox::new();
    let end = "'q*3***2/*****1*q*1/*1**1****1/Q****Q***1/1**1**1**1/***1q**1*1/**1*1****1/1*1****Q*1/1Q****2**/*q2**4 w - - 59 30'";
    let analyzed = dir.json(&format!("endgame analyze {end} --table-dir ."));
    let solved = dir.json(&format!("endgame solve {end} --hash 16 --table-dir ."));
    for side in ["black_to_move", "white_to_move"] {
        assert_eq!(analyzed[side]["winner"], solved[side], "{side}");
    }
    let play = analyzed["play"].as_array().expect("moves");
    let last = play.last().expect("there are moves");
    assert_eq!(last["side"], analyzed["white_to_move"]["winner"]);
}

#[test]
fn analyzed_winning_moves_are_those_of_the_solver() {
    let dir = Sandbox::new();
    let boards = "x..#x.|..o#..|####o.|o.x#.. x..|.#o --table-dir .";
    let analyzed = dir.json(&format!("endgame analyze {boards} --to-move white"));
    let solved = dir.json(&format!("endgame solve {boards} --hash 16"));
    for side in ["black_to_move", "white_to_move"] {
        assert_eq!(analyzed[side]["winner"], solved[side], "{side}");
    }
    let sorted = |moves: &Value| {
        let text = |mv: &Value| format!("{} {}", mv["board"], mv["move"]);
        let mut moves: Vec<String> = moves.as_array().expect("moves").iter().map(text).collect();
        moves.sort();
        moves
    };
    assert_eq!(solved["white_winning_moves_complete"], true);
    let winning = sorted(&solved["white_winning_moves"]);
    assert!(!winning.is_empty());
    assert_eq!(sorted(&analyzed["winning_moves"]), winning);
    assert_eq!(analyzed["hottest"], "D");
    assert_eq!(analyzed["regions"][1]["temperature"], "13/8");
    let mut play = analyzed["play"].as_array().expect("moves").iter();
    assert!(play.all(|played| played["ahead"] == analyzed["white_to_move"]["ahead"]));
}

#[test]
fn checkpoints_are_continued() {
    let dir = Sandbox::new();
    let solve = "endgame solve x..o|....|o..x --checkpoint proof --hash";
    let first = dir.json(&format!("{solve} 16"));
    let again = dir.json(&format!("{solve} 16"));
    assert_eq!(first["black_to_move"], again["black_to_move"]);
    assert!(again["nodes"].as_u64() < first["nodes"].as_u64());
    let other = (
        &*format!("{solve} 32"),
        "was saved with another memory limit",
    );
    dir.expect_errors(&[other]);
    dir.write("proof", "something else");
    let error = dir.error(&format!("{solve} 16"));
    assert!(error.ends_with("is not a saved proof"), "{error}");
}
