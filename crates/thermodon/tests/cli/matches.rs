//! `thermodon match`: results, exit status, interruption.

use std::collections::BTreeMap;
use std::time::Duration;

use amazons::Game;
use game::SplitMix64;
use serde_json::Value;

use crate::program::Sandbox;
#[cfg(unix)]
use crate::program::interrupt;

/// A match between two random players on a small board.
const MATCH: &str = "match --nodes 1 --start 6x6 --engine name=a,builtin,option.Player=random \
    --engine name=b,builtin,option.Player=random";

/// JSON report of a match with the given exit status.
fn report(dir: &Sandbox, status: i32, options: &str) -> Value {
    let output = dir.output(status, &format!("{MATCH} --json {options}"));
    serde_json::from_str(&output).expect("JSON")
}

#[test]
fn matches_are_played_reported_and_stored() {
    let dir = Sandbox::new();
    let report = report(&dir, 0, "--games 20 --dir match");
    assert_eq!(
        (&report["games"], &report["verdict"]),
        (&20.into(), &"complete".into())
    );
    let encounter = &report["encounters"][0];
    let count = |key: &str| encounter[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("losses"), 20);
    assert_eq!(encounter["estimate"]["pairs"], 10);
    let results = dir.read("match/results.pgn");
    assert_eq!(results.matches("[Result \"").count(), 20);
    let moves = dir.read("match/moves.jsonl");
    let plies = report["plies"].as_u64().unwrap();
    assert_eq!(moves.lines().count() as u64 + 4 * 20, plies);
    let first: Value = serde_json::from_str(moves.lines().next().unwrap()).unwrap();
    assert!(first["nodes"].as_u64() > Some(0), "{first}");
    assert!(first["milliseconds"].is_number(), "{first}");
    assert!(dir.read("match/match.svg").contains("a against b"));
    // The games are valid and have the stated results.
    let games = amazons::records::read(&dir.read("match/games.sgf")).unwrap();
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
        let third = "--engine name=c,builtin,option.Player=random";
        let options = format!("{third} --games 4 --tournament {tournament}");
        let report = report(&Sandbox::new(), 0, &options);
        assert_eq!(report["games"], games, "{tournament}");
        assert_eq!(report["ratings"].as_array().unwrap().len(), 3);
        assert_eq!(report["encounters"].as_array().unwrap().len(), encounters);
    }
}

/// For equal engines, a test between distant hypotheses ends soon.
#[test]
fn exit_status_is_the_accepted_hypothesis() {
    for (hypotheses, status, accepted) in
        [("elo0=0,elo1=100", 1, "H0"), ("elo0=-100,elo1=0", 0, "H1")]
    {
        let options = format!("--games 2000 --sprt {hypotheses}");
        let report = report(&Sandbox::new(), status, &options);
        assert_eq!(report["verdict"], "decided");
        assert!(report["games"].as_u64() < Some(2000), "{report}");
        assert_eq!(report["sprt"]["accepted"], accepted);
    }
}

#[test]
fn openings_are_read_from_files() {
    let dir = Sandbox::new();
    dir.write(
        "openings.txt",
        "6x6 moves b1-b2/b1 a5-a4/a5 b2-c2/d2\n5x5\n6x6 moves b1-b3/b1\n",
    );
    let openings = "--openings file:openings.txt --opening-plies 2";
    report(&dir, 0, &format!("--games 6 --dir match {openings}"));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for game in games(&dir, "match").into_values() {
        let opening = format!("{} {}", game["start"], game["opening_moves"]);
        *seen.entry(opening).or_default() += 1;
    }
    assert_eq!(seen.len(), 3);
    assert!(seen.values().all(|&count| count == 2), "{seen:?}");
    let expected = "[\"b1-b2/b1\",\"a5-a4/a5\"]";
    let mut openings = seen.keys();
    assert!(
        openings.any(|opening| opening.contains(expected)),
        "{seen:?}"
    );
}

/// The games of a journal by number, without times.
fn games(dir: &Sandbox, name: &str) -> BTreeMap<u64, Value> {
    let mut games = BTreeMap::new();
    for line in dir.read(&format!("{name}/journal.jsonl")).lines().skip(1) {
        let mut game: Value = serde_json::from_str(line).expect("a game");
        for played in game["moves"].as_array_mut().expect("moves") {
            let played = played.as_object_mut().expect("a move");
            played.remove("milliseconds");
        }
        let number = game["game"].as_u64().expect("a number");
        let before = games.insert(number, game);
        assert!(before.is_none(), "game {number} is there twice");
    }
    games
}

/// Number of finished games in a journal; 0 if there is none.
#[cfg(unix)]
fn finished_games(dir: &Sandbox, name: &str) -> usize {
    let journal = std::fs::read(dir.path(name).join("journal.jsonl")).unwrap_or_default();
    let lines = journal.iter().filter(|&&byte| byte == b'\n').count();
    lines.saturating_sub(1)
}

/// A match that is killed and continued has the games of one that was not.
#[cfg(unix)]
#[test]
fn killed_matches_continue_to_the_same_games() {
    const KILLS: usize = 20;
    const MAX_MILLIS: usize = 150;
    let dir = Sandbox::new();
    let mut random = SplitMix64::from_seed(11);
    for _ in 0..KILLS {
        // More games than can be finished before the kill.
        let mut child = dir.spawn(&format!("{MATCH} --games 100000 --dir killed"));
        std::thread::sleep(Duration::from_millis(random.below(MAX_MILLIS) as u64));
        let ended = child.try_wait().expect("a child");
        assert!(ended.is_none(), "the match ended by itself");
        child.kill().expect("a kill");
        child.wait().expect("an end");
    }
    let finished = finished_games(&dir, "killed");
    assert!(
        finished > 0,
        "every kill came before the first game was over"
    );
    // More games than were finished before the last kill.
    let wanted = (finished + 20).next_multiple_of(2);
    println!("killed runs finished {finished} of {wanted} games");
    let [report_of_killed, report_of_whole] = ["killed", "whole"].map(|name| {
        // The former spellings are accepted.
        let options = format!("--games {wanted} --resume --folder {name}");
        report(&dir, 0, &options)
    });
    // The killed match may have games beyond the number.
    let within = |name: &str| -> BTreeMap<u64, Value> {
        let mut games = games(&dir, name);
        games.split_off(&(wanted as u64));
        games
    };
    assert_eq!(within("killed").len(), wanted);
    assert_eq!(within("killed"), within("whole"));
    assert_eq!(
        report_of_killed["encounters"],
        report_of_whole["encounters"]
    );
    // Every game of the journal is in the other files once.
    let games = games(&dir, "killed");
    let results = dir.read("killed/results.pgn");
    assert_eq!(results.matches("[Game \"").count(), games.len());
    let records = amazons::records::read(&dir.read("killed/games.sgf")).expect("games");
    assert_eq!(records.len(), games.len());
    let moves = games
        .values()
        .map(|game| game["moves"].as_array().map_or(0, Vec::len));
    let moves: usize = moves.sum();
    assert_eq!(dir.read("killed/moves.jsonl").lines().count(), moves);
}

#[cfg(unix)]
#[test]
fn interrupted_matches_can_be_continued_or_restarted() {
    let dir = Sandbox::new();
    let child = dir
        .command(&format!("{MATCH} --dir match --games 1000000"))
        .spawn()
        .expect("the program starts");
    // After the first game, interrupts are handled.
    while finished_games(&dir, "match") == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    let expected = "interrupted; the same command continues";
    assert!(errors.contains(expected), "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("a vs b"));
    let games = (finished_games(&dir, "match") + 10).next_multiple_of(2);
    let continued = report(&dir, 0, &format!("--dir match --games {games}"));
    assert_eq!(continued["verdict"], "complete");
    let restarted = report(&dir, 0, "--dir match --games 4 --seed 2 --restart");
    assert_eq!(restarted["games"], 4);
}
