//! Courses that are killed without warning: no finished game is lost, and the end is the same, bit for bit.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use learning::{Course, GameReader, PlaySettings, Settings};

/// Where the child is to hold its course.
const FOLDER: &str = "LEARNING_TEST_FOLDER";

fn settings() -> Settings {
    Settings {
        games: 60,
        lag: 1,
        play: PlaySettings {
            position: "6x6".to_owned(),
            nodes: Some(20),
            ..PlaySettings::default()
        },
        ..Settings::default()
    }
}

fn hold(folder: &Path) -> Vec<u64> {
    let mut course = Course::open(folder, &settings()).unwrap();
    let mut told = |progress: &learning::Progress| println!("learned {}", progress.games);
    course.run(1, &AtomicBool::new(false), &mut told).unwrap();
    assert!(course.is_complete());
    course
        .numbers()
        .iter()
        .map(|number| number.to_bits())
        .collect()
}

/// Not a test, but what the test below starts and kills.
#[test]
#[ignore = "only the other test starts it"]
fn child() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        hold(Path::new(&folder));
    }
}

fn start(folder: &Path) -> Child {
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new(program);
    command.args(["--exact", "child", "--ignored"]);
    command
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().unwrap()
}

fn games(folder: &Path) -> Vec<u32> {
    let Ok(reader) = GameReader::open(&folder.join("games.bin")) else {
        return Vec::new();
    };
    reader.map(|game| game.unwrap().number).collect()
}

#[test]
fn killed_again_and_again_it_ends_with_the_same_weights() {
    let whole = tempfile::tempdir().unwrap();
    let expected = hold(whole.path());
    let killed = tempfile::tempdir().unwrap();
    let mut before = Vec::new();
    let mut kills = 0;
    loop {
        let mut child = start(killed.path());
        // As soon as there is more than before, at some moment of the next game.
        let is_over = loop {
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success());
                break true;
            }
            if games(killed.path()).len() >= before.len() + 9 {
                break false;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let seen = games(killed.path());
        if is_over {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let after = games(killed.path());
        // What was finished when it was killed is there still, and all that was there before.
        assert!(after.starts_with(&seen) && seen.starts_with(&before));
        before = after;
    }
    assert!(kills >= 3, "it was killed only {kills} times");
    assert_eq!(games(killed.path()), (0..60).collect::<Vec<_>>());
    assert_eq!(hold(killed.path()), expected);
    let read = |folder: &Path, name: &str| std::fs::read(folder.join(name)).unwrap();
    for name in ["games.bin", "weights.txt", "curve.csv"] {
        assert_eq!(
            read(killed.path(), name),
            read(whole.path(), name),
            "{name}"
        );
    }
}
