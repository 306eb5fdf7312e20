//! `thermodon match`: results, exit status, interruption.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use amazons::Game;
use game::SplitMix64;
use serde_json::Value;

#[cfg(unix)]
use crate::program::interrupt;
use crate::program::{PROGRAM, path_text, temp_dir};

fn play(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("match")
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// JSON report of a match with the given exit status.
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

/// The error of a match that cannot be played.
fn error_of(arguments: &[&str]) -> String {
    let output = play(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    String::from_utf8(output.stderr)
        .expect("text")
        .trim_end()
        .to_owned()
}

/// Two random players on a small board.
const TWO: [&str; 8] = [
    "--engine",
    "name=a,builtin,option.Player=random",
    "--engine",
    "name=b,builtin,option.Player=random",
    "--nodes",
    "1",
    "--start",
    "6x6",
];

#[test]
fn matches_are_played_reported_and_stored() {
    let temp = temp_dir();
    let dir = temp.path().join("match");
    let report = report(
        0,
        &[&TWO[..], &["--games", "20", "--dir", path_text(&dir)]].concat(),
    );
    assert_eq!(
        (&report["games"], &report["verdict"]),
        (&20.into(), &"complete".into())
    );
    let encounter = &report["encounters"][0];
    let count = |key: &str| encounter[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("losses"), 20);
    assert_eq!(encounter["estimate"]["pairs"], 10);
    let read = |name: &str| std::fs::read_to_string(dir.join(name)).unwrap();
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
    // The games are valid and have the stated results.
    let games = amazons::records::read(&read("games.sgf")).unwrap();
    assert_eq!(games.len(), 20);
    for game in games {
        let end = game.final_position();
        assert!(end.outcome().or(end.proven_outcome()).is_some());
        assert_eq!(game.winner(), game.info.result.winner());
    }
}

#[test]
fn three_engines_get_a_rating_list() {
    for (tournament, games, encounters) in [("gauntlet", 8, 2), ("round-robin", 12, 3)] {
        let third = [
            "--engine",
            "name=c,builtin,option.Player=random",
            "--games",
            "4",
            "--tournament",
            tournament,
        ];
        let report = report(0, &[&TWO[..], &third].concat());
        assert_eq!(report["games"], games, "{tournament}");
        assert_eq!(report["ratings"].as_array().unwrap().len(), 3);
        assert_eq!(report["encounters"].as_array().unwrap().len(), encounters);
    }
}

/// For equal engines, a test between distant hypotheses ends soon.
#[test]
fn exit_status_is_the_accepted_hypothesis() {
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
fn openings_are_read_from_files() {
    let dir = temp_dir();
    let file = dir.path().join("openings.txt");
    std::fs::write(
        &file,
        "6x6 moves b1-b2/b1 a5-a4/a5 b2-c2/d2\n5x5\n6x6 moves b1-b3/b1\n",
    )
    .unwrap();
    let openings = format!("file:{}", path_text(&file));
    let kept = dir.path().join("kept");
    let arguments = [
        "--games",
        "6",
        "--openings",
        &openings,
        "--opening-plies",
        "2",
        "--dir",
    ];
    report(0, &[&TWO[..], &arguments, &[path_text(&kept)]].concat());
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
fn invalid_arguments_are_reported() {
    let with = |arguments: &[&str]| error_of(&[&TWO[..], arguments].concat());
    assert!(with(&["--games", "7"]).contains("must be even"));
    assert!(with(&["--openings", "book"]).contains("must be start, random:N or file:FILE"));
    assert!(
        with(&["--engine", "name=a,builtin,option.Player=random"])
            .contains("two players are named \"a\"")
    );
    assert!(with(&["--engine", "speed=9"]).contains("unknown field"));
    assert!(with(&["--engine", "cmd=/nowhere/x"]).contains("x failed to start"));
    assert!(with(&["--sprt", "elo1=-5"]).contains("elo1 must be greater than elo0"));
    assert!(
        with(&[
            "--engine",
            "name=c,builtin,option.Player=random",
            "--sprt",
            "elo1=5"
        ])
        .contains("compares two players")
    );
    assert!(with(&["--openings", "random:500"]).contains("no opening"));
    assert!(error_of(&TWO[..2]).contains("at least two players"));
}

/// The games of a journal by number, without times.
fn games(dir: &Path) -> BTreeMap<u64, Value> {
    let journal = std::fs::read_to_string(dir.join("journal.jsonl")).expect("a journal");
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

/// A match that is killed and continued has the games of one that was not.
#[cfg(unix)]
#[test]
fn killed_matches_continue_to_the_same_games() {
    const KILLS: usize = 20;
    const MAX_MILLIS: usize = 150;
    let temp = temp_dir();
    let (killed, whole) = (temp.path().join("killed"), temp.path().join("whole"));
    let mut random = SplitMix64::from_seed(11);
    let mut finished = 0;
    for _ in 0..KILLS {
        // More games than can be finished before the kill.
        let arguments = [
            &TWO[..],
            &["--games", "100000", "--dir", path_text(&killed)],
        ]
        .concat();
        let mut child = Command::new(PROGRAM)
            .arg("match")
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(random.below(MAX_MILLIS) as u64));
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
    // More games than were finished before the last kill.
    let games_to_play = (finished + 20).next_multiple_of(2).to_string();
    let finish = |dir: &Path| {
        // The former spellings are accepted.
        let arguments = [
            "--games",
            &games_to_play,
            "--resume",
            "--folder",
            path_text(dir),
        ];
        report(0, &[&TWO[..], &arguments].concat())
    };
    let (report_of_killed, report_of_whole) = (finish(&killed), finish(&whole));
    assert!(
        finished > 0,
        "every kill came before the first game was over"
    );
    println!("killed runs finished {finished} of {games_to_play} games");
    let wanted: u64 = games_to_play.parse().unwrap();
    // The killed match may have games beyond the number.
    let within = |dir: &Path| -> BTreeMap<u64, Value> {
        games(dir)
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
    // Every game of the journal is in the other files once.
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

/// Number of complete lines of the journal.
fn whole_lines(dir: &Path) -> usize {
    let journal = std::fs::read(dir.join("journal.jsonl")).expect("a journal");
    journal.iter().filter(|&&byte| byte == b'\n').count()
}

#[cfg(unix)]
#[test]
fn interrupted_matches_can_be_continued_or_restarted() {
    let temp = temp_dir();
    let dir = temp.path().join("match");
    let arguments = [&TWO[..], &["--dir", path_text(&dir)]].concat();
    let child = Command::new(PROGRAM)
        .arg("match")
        .args([&arguments[..], &["--games", "1000000"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // After the first game, interrupts are handled.
    while !dir.join("journal.jsonl").exists() || whole_lines(&dir) < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(child.id());
    let output = child.wait_with_output().expect("an end");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("interrupted; the same command continues"),
        "{errors}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("a vs b"));
    let games = (whole_lines(&dir) + 10).next_multiple_of(2).to_string();
    let continued = report(0, &[&arguments[..], &["--games", &games]].concat());
    assert_eq!(continued["verdict"], "complete");
    let other = ["--games", "4", "--seed", "2", "--restart"];
    let restarted = report(0, &[&arguments[..], &other].concat());
    assert_eq!(restarted["games"], 4);
}
