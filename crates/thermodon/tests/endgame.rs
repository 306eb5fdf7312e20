//! `thermodon endgame`, as it is used.

mod program;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use program::{complaint, printed, thermodon};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the folder's name is text")
}

fn build(folder: &Path, size: &str) {
    let output = thermodon(
        &["endgame", "build", "--size", size, "--folder", text(folder)],
        "",
    );
    assert_eq!(output.status.code(), Some(0));
}

/// The bytes of all finished files, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .expect("the folder is there")
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
fn a_table_is_built_asked_and_checked() {
    let folder = folder();
    let place = text(folder.path());
    let missing = complaint(&["endgame", "probe", "x.o", "--folder", place], "");
    assert!(
        missing.contains("there is no endgame table in"),
        "{missing}"
    );
    build(folder.path(), "5");
    let said = printed(
        &["endgame", "probe", "x.o#..|####.x", "--folder", place],
        "",
    );
    assert!(said.contains("Black begins: +1  a2-b2/a2"), "{said}");
    assert!(said.contains("White begins: -1  c2-b2/c2"), "{said}");
    assert!(said.contains("White has no move"), "{said}");
    let json = printed(
        &["endgame", "probe", "x.o", "--json", "--folder", place],
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["regions"][0]["black_first"], 1);
    assert_eq!(json["regions"][0]["best_white"][0], "c1-b1/c1");
    let checked = printed(
        &["endgame", "verify", "--sample", "50", "--folder", place],
        "",
    );
    assert!(checked.contains("250 of 250 values"), "{checked}");
    let stats = printed(&["endgame", "stats", "--folder", place], "");
    assert!(
        stats.contains("13,724 placements on shapes of 5 squares"),
        "{stats}"
    );
    let counted = printed(&["endgame", "count", "--size", "6", "--json"], "");
    let counted: serde_json::Value = serde_json::from_str(&counted).expect("JSON");
    assert_eq!(
        counted["rows"][0]["counts"],
        serde_json::json!([1, 2, 5, 22, 94, 524])
    );
}

#[test]
fn a_damaged_table_is_refused_in_a_sentence() {
    let folder = folder();
    let place = text(folder.path());
    build(folder.path(), "3");
    let path = folder.path().join("02-shapes-0000.table");
    let mut bytes = fs::read(&path).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).expect("it can be written");
    for action in [&["verify"][..], &["probe", "xo"], &["stats", "--size", "2"]] {
        let arguments = [&["endgame"], action, &["--folder", place]].concat();
        let refused = complaint(&arguments, "");
        assert!(
            refused.ends_with("is damaged: its checksum is wrong"),
            "{refused}"
        );
    }
}

#[test]
fn a_build_that_is_killed_goes_on_and_gives_the_same_bytes() {
    let whole = folder();
    build(whole.path(), "7");
    let expected = files(whole.path());
    let killed = folder();
    for moment in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_thermodon"))
            .args([
                "endgame",
                "build",
                "--size",
                "7",
                "--folder",
                text(killed.path()),
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Unevenly spread, so that small and large shards are met.
        std::thread::sleep(Duration::from_millis(5 + 37 * moment % 400));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        // What is there is finished: the same as in the end.
        for (name, bytes) in files(killed.path()) {
            let (_, whole) = expected
                .iter()
                .find(|(other, _)| *other == name)
                .expect("a known name");
            assert!(bytes == *whole, "{name} after moment {moment}");
        }
    }
    build(killed.path(), "7");
    assert!(files(killed.path()) == expected);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_loses_nothing_that_was_finished() {
    let folder = folder();
    let place = text(folder.path());
    // No file may grow beyond 100 kB here; the signal that would end the program is ignored, so it sees an error.
    let script = format!(
        "trap '' XFSZ; ulimit -f 100; exec {} endgame build --size 7 --folder {place}",
        env!("CARGO_BIN_EXE_thermodon")
    );
    let output = Command::new("bash")
        .args(["-c", &script])
        .output()
        .expect("bash runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("thermodon: cannot write"), "{said}");
    assert!(
        fs::read_dir(folder.path())
            .expect("the folder")
            .all(|entry| {
                let path = entry.expect("a file").path();
                path.extension()
                    .is_none_or(|extension| extension != "partial")
            })
    );
    assert!(files(folder.path()).len() >= 9, "smaller sizes stay");
    build(folder.path(), "7");
    let whole = self::folder();
    build(whole.path(), "7");
    assert!(files(folder.path()) == files(whole.path()));
}
