//! `thermodon match` as a user meets it: results, exit status, interruption.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use amazons::Game;
use engine::RandomNumbers;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_thermodon");

fn play(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("match")
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// The JSON report of a match that ended with that status.
fn report(status: i32, arguments: &[&str]) -> Value {
    let output = play(&[arguments, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(status),
        "{arguments:?}: {errors}"
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The one sentence of a match that was refused.
fn complaint(arguments: &[&str]) -> String {
    let output = play(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    String::from_utf8(output.stderr)
        .expect("text")
        .trim_end()
        .to_owned()
}

/// A folder of this test's own, not there yet.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn text_of(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

const TWO: [&str; 8] = [
    "--player",
    "name=a,engine,option.Player=random",
    "--player",
    "name=b,engine,option.Player=random",
    "--nodes",
    "1",
    "--position",
    "6x6",
];

#[test]
fn a_match_is_played_reported_and_kept() {
    let folder = folder("match-kept");
    let report = report(
        0,
        &[&TWO[..], &["--games", "20", "--folder", text_of(&folder)]].concat(),
    );
    assert_eq!(
        (&report["games"], &report["verdict"]),
        (&20.into(), &"complete".into())
    );
    let encounter = &report["encounters"][0];
    let count = |key: &str| encounter[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("losses"), 20);
    assert_eq!(encounter["estimate"]["pairs"], 10);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("results.pgn").matches("[Result \"").count(), 20);
    let moves = read("moves.jsonl");
    assert_eq!(
        moves.lines().count() as u64 + 4 * 20,
        report["plies"].as_u64().unwrap()
    );
    let first: Value = serde_json::from_str(moves.lines().next().unwrap()).unwrap();
    assert!(
        first["nodes"].as_u64() > Some(0) && first["milliseconds"].is_number(),
        "{first}"
    );
    assert!(read("match.svg").contains("a against b"));
    assert!(
        std::fs::read(folder.join("match.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    // The games can be read, and end where they are said to end.
    let games = amazons::records::read(&read("games.sgf")).unwrap();
    assert_eq!(games.len(), 20);
    for game in games {
        let end = game.final_position();
        assert!(end.outcome().or(end.proven_outcome()).is_some());
        assert_eq!(game.winner(), game.info.result.winner());
    }
}

/// In a gauntlet the first player meets the two others, in a round robin everybody meets everybody.
#[test]
fn three_players_get_a_rating_list() {
    for (pairing, games, encounters) in [("gauntlet", 8, 2), ("round-robin", 12, 3)] {
        let third = [
            "--player",
            "name=c,engine,option.Player=random",
            "--games",
            "4",
            "--pairing",
            pairing,
        ];
        let report = report(0, &[&TWO[..], &third].concat());
        assert_eq!(report["games"], games, "{pairing}");
        assert_eq!(report["ratings"].as_array().unwrap().len(), 3);
        assert_eq!(report["encounters"].as_array().unwrap().len(), encounters);
    }
}

/// Two equal players of chance: a test between far-apart hypotheses, both below or both above, is soon over.
#[test]
fn the_exit_status_tells_what_a_test_accepted() {
    let test = |status, hypotheses: &str| {
        let report = report(
            status,
            &[&TWO[..], &["--games", "2000", "--sprt", hypotheses]].concat(),
        );
        assert_eq!(report["verdict"], "decided");
        assert!(report["games"].as_u64() < Some(2000), "{report}");
        report["sprt"]["accepted"].clone()
    };
    assert_eq!(test(1, "elo0=0,elo1=100"), "H0");
    assert_eq!(test(0, "elo0=-100,elo1=0"), "H1");
}

#[test]
fn openings_come_from_files_too() {
    let folder = folder("match-openings");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("openings.txt");
    std::fs::write(
        &file,
        "6x6 moves b1-b2/b1 a5-a4/a5 b2-c2/d2\n5x5\n6x6 moves b1-b3/b1\n",
    )
    .unwrap();
    let openings = format!("file:{}", text_of(&file));
    let kept = folder.join("kept");
    let arguments = [
        "--games",
        "6",
        "--openings",
        &openings,
        "--opening-plies",
        "2",
        "--folder",
    ];
    report(0, &[&TWO[..], &arguments, &[text_of(&kept)]].concat());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for game in games(&kept).into_values() {
        let opening = format!("{} {}", game["start"], game["opening_moves"]);
        *seen.entry(opening).or_default() += 1;
    }
    assert_eq!(seen.len(), 3);
    assert!(seen.values().all(|&count| count == 2), "{seen:?}");
    assert!(
        seen.keys()
            .any(|opening| opening.contains("[\"b1-b2/b1\",\"a5-a4/a5\"]")),
        "{seen:?}"
    );
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let with = |arguments: &[&str]| complaint(&[&TWO[..], arguments].concat());
    assert!(with(&["--games", "7"]).contains("an even number"));
    assert!(with(&["--openings", "book"]).contains("must be start, random:N or file:FILE"));
    assert!(
        with(&["--player", "name=a,engine,option.Player=random"])
            .contains("two players called \"a\"")
    );
    assert!(with(&["--player", "speed=9"]).contains("is no field of a player"));
    assert!(with(&["--player", "cmd=/nowhere/x"]).contains("x could not be started"));
    assert!(with(&["--sprt", "elo1=-5"]).contains("elo1 must be greater than elo0"));
    assert!(
        with(&[
            "--player",
            "name=c,engine,option.Player=random",
            "--sprt",
            "elo1=5"
        ])
        .contains("compares two players")
    );
    assert!(with(&["--openings", "random:500"]).contains("no opening"));
    assert!(complaint(&TWO[..2]).contains("at least two players"));
}

/// The games of a journal by number, without the times, which are never the same again.
fn games(folder: &Path) -> BTreeMap<u64, Value> {
    let journal = std::fs::read_to_string(folder.join("journal.jsonl")).expect("a journal");
    let mut games = BTreeMap::new();
    for line in journal.lines().skip(1) {
        let mut game: Value = serde_json::from_str(line).expect("a game");
        for played in game["moves"].as_array_mut().expect("moves") {
            played
                .as_object_mut()
                .expect("a move")
                .remove("milliseconds");
        }
        let number = game["game"].as_u64().expect("a number");
        assert!(
            games.insert(number, game).is_none(),
            "game {number} is there twice"
        );
    }
    games
}

/// Killed without warning at twenty moments, a match ends as one that was never interrupted.
#[cfg(unix)]
#[test]
fn a_match_survives_being_killed() {
    const KILLS: usize = 20;
    const LONGEST_RUN: usize = 150;
    let (killed, whole) = (folder("match-killed"), folder("match-whole"));
    let mut numbers = RandomNumbers::from_seed(11);
    let mut finished = 0;
    for _ in 0..KILLS {
        // Far more games than can be finished before the kill.
        let arguments = [
            &TWO[..],
            &[
                "--games",
                "100000",
                "--resume",
                "--folder",
                text_of(&killed),
            ],
        ]
        .concat();
        let mut child = Command::new(PROGRAM)
            .arg("match")
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(numbers.below(LONGEST_RUN) as u64));
        assert!(
            child.try_wait().expect("a child").is_none(),
            "the match ended by itself"
        );
        child.kill().expect("a kill");
        child.wait().expect("an end");
        if killed.join("journal.jsonl").exists() {
            finished = finished.max(whole_lines(&killed).saturating_sub(1));
        }
    }
    // With enough games to be played after the last kill, too.
    let games_to_play = (finished + 20).next_multiple_of(2).to_string();
    let finish = |folder: &Path| {
        let arguments = [
            "--games",
            &games_to_play,
            "--resume",
            "--folder",
            text_of(folder),
        ];
        report(0, &[&TWO[..], &arguments].concat())
    };
    let (report_of_killed, report_of_whole) = (finish(&killed), finish(&whole));
    assert!(
        finished > 0,
        "every kill came before the first game was over"
    );
    println!("{finished} games were finished by runs that were killed, of {games_to_play}");
    let wanted: u64 = games_to_play.parse().unwrap();
    // What was finished ahead of a game that was not, beyond the number asked for, stays there.
    let within = |folder: &Path| -> BTreeMap<u64, Value> {
        games(folder)
            .into_iter()
            .filter(|&(number, _)| number < wanted)
            .collect()
    };
    assert_eq!(within(&killed).len() as u64, wanted);
    assert_eq!(within(&killed), within(&whole));
    assert_eq!(
        report_of_killed["encounters"],
        report_of_whole["encounters"]
    );
    // Every kept game is in the files made from the journal, once.
    let in_journal = games(&killed).len();
    let text = |name: &str| std::fs::read_to_string(killed.join(name)).expect("a file");
    assert_eq!(text("results.pgn").matches("[Game \"").count(), in_journal);
    assert_eq!(
        amazons::records::read(&text("games.sgf"))
            .expect("games")
            .len(),
        in_journal
    );
    let moves: usize = games(&killed)
        .values()
        .map(|game| game["moves"].as_array().map_or(0, Vec::len))
        .sum();
    assert_eq!(text("moves.jsonl").lines().count(), moves);
}

/// Finished lines of the journal, a torn one at its end not counted.
fn whole_lines(folder: &Path) -> usize {
    let journal = std::fs::read(folder.join("journal.jsonl")).expect("a journal");
    journal.iter().filter(|&&byte| byte == b'\n').count()
}

/// An interrupt ends the match in an orderly way, and it can be resumed.
#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_go_on() {
    let folder = folder("match-interrupted");
    let arguments = [&TWO[..], &["--resume", "--folder", text_of(&folder)]].concat();
    let child = Command::new(PROGRAM)
        .arg("match")
        .args([&arguments[..], &["--games", "1000000"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The first finished game is a sign that interrupts are listened for.
    while !folder.join("journal.jsonl").exists() || whole_lines(&folder) < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.expect("kill runs").success());
    let output = child.wait_with_output().expect("an end");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("interrupted; --resume goes on with"),
        "{errors}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("a against b"));
    let games = (whole_lines(&folder) + 10).next_multiple_of(2).to_string();
    let report = report(0, &[&arguments[..], &["--games", &games]].concat());
    assert_eq!(report["verdict"], "complete");
}
