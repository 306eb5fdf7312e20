//! `thermodon endgame`: building, probing and verifying tables.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::program::{PROGRAM, path_text, run_err, run_json, run_ok, run_with_progress, temp_dir};

fn build(dir: &Path, max_squares: &str) {
    run_with_progress(&[
        "endgame",
        "build",
        "--max-squares",
        max_squares,
        "--table-dir",
        path_text(dir),
    ]);
}

/// Names and contents of all finished files, sorted by name.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(dir)
        .expect("the directory exists")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension != "partial")
        })
        .map(|path| {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(&path).expect("a file that can be read"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn tables_are_built_probed_and_verified() {
    let dir = temp_dir();
    let tables = path_text(dir.path());
    let missing = run_err(&["endgame", "probe", "x.o", "--table-dir", tables], "");
    assert!(
        missing.contains("there is no endgame table in"),
        "{missing}"
    );
    build(dir.path(), "5");
    let text = run_ok(
        &["endgame", "probe", "x.o#..|####.x", "--table-dir", tables],
        "",
    );
    assert!(text.contains("Black to move: +1  a2-b2/a2"), "{text}");
    assert!(text.contains("White to move: -1  c2-b2/c2"), "{text}");
    assert!(text.contains("White has no move"), "{text}");
    let json = run_json(&["endgame", "probe", "x.o", "--json", "--table-dir", tables]);
    assert_eq!(json["regions"][0]["black_first"], 1);
    assert_eq!(json["regions"][0]["best_white"][0], "c1-b1/c1");
    let checked = run_ok(
        &[
            "endgame",
            "verify",
            "--samples",
            "50",
            "--table-dir",
            tables,
        ],
        "",
    );
    assert!(checked.contains("250 of 250 random entries"), "{checked}");
    let stats = run_ok(&["endgame", "stats", "--table-dir", tables], "");
    assert!(
        stats.contains("13,724 placements on shapes of 5 squares"),
        "{stats}"
    );
    let verify = ["endgame", "verify", "--samples", "5", "--json"];
    let report = run_json(&[&verify[..], &["--table-dir", tables]].concat());
    assert_eq!(report["checked"], 25);
    assert_eq!(report["differences"], json!([]));
    let counted = run_json(&["endgame", "count", "--max-squares", "6", "--json"]);
    assert_eq!(counted["rows"][0]["counts"], json!([1, 2, 5, 22, 94, 524]));
}

#[test]
fn corrupt_tables_report_one_line() {
    let dir = temp_dir();
    let tables = path_text(dir.path());
    build(dir.path(), "3");
    let path = dir.path().join("02-shapes-0000.table");
    let mut bytes = fs::read(&path).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).expect("it can be written");
    for command in [
        &["verify"][..],
        &["probe", "xo"],
        &["stats", "--squares", "2"],
    ] {
        let arguments = [&["endgame"], command, &["--table-dir", tables]].concat();
        let error = run_err(&arguments, "");
        assert!(error.contains("is corrupt (checksum mismatch)"), "{error}");
    }
}

#[test]
fn killed_builds_continue_to_the_same_files() {
    let whole = temp_dir();
    build(whole.path(), "7");
    let expected = files(whole.path());
    let killed = temp_dir();
    for attempt in 0..20 {
        let mut child = Command::new(PROGRAM)
            .args([
                "endgame",
                "build",
                "--max-squares",
                "7",
                "--table-dir",
                path_text(killed.path()),
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // The delays differ, so that small and large shards are interrupted.
        std::thread::sleep(Duration::from_millis(5 + 37 * attempt % 400));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        // Files without the extension `partial` are complete.
        for (name, bytes) in files(killed.path()) {
            let (_, expected_bytes) = expected
                .iter()
                .find(|(other, _)| *other == name)
                .expect("a known name");
            assert!(bytes == *expected_bytes, "{name} after attempt {attempt}");
        }
    }
    build(killed.path(), "7");
    assert!(files(killed.path()) == expected);
}

#[cfg(unix)]
#[test]
fn full_disks_are_reported_and_finished_files_stay() {
    let dir = temp_dir();
    let tables = path_text(dir.path());
    // Simulates a full disk: files are limited to 100 KiB and SIGXFSZ is ignored, so writes fail.
    let script = format!(
        "trap '' XFSZ; ulimit -f 100; exec {} endgame build --max-squares 7 --table-dir {tables}",
        PROGRAM
    );
    let output = Command::new("bash")
        .args(["-c", &script])
        .output()
        .expect("bash runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("thermodon: cannot write"), "{text}");
    assert!(fs::read_dir(dir.path()).expect("a directory").all(|entry| {
        let path = entry.expect("a file").path();
        path.extension()
            .is_none_or(|extension| extension != "partial")
    }));
    assert!(files(dir.path()).len() >= 9, "smaller sizes stay");
    build(dir.path(), "7");
    let whole = temp_dir();
    build(whole.path(), "7");
    assert!(files(dir.path()) == files(whole.path()));
}
