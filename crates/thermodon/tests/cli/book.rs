//! `thermodon book`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

use book::{BookDatabase, BookKey};
use serde_json::Value;

use crate::program::Sandbox;

/// Command line that builds a small book of a small board.
fn build(file: &str, max_positions: usize) -> String {
    format!(
        "book build {file} --start 6x6 --player alpha-beta --option Hash=1 --nodes 20 --width 3 \
         --max-positions {max_positions}"
    )
}

/// The keys of a book.
fn keys(dir: &Sandbox, file: &str) -> Vec<BookKey> {
    let (store, _) = BookDatabase::open(&dir.path(file)).expect("the book is valid");
    store.keys().expect("it can be read")
}

/// The book moves of the start position of a book.
fn moves(dir: &Sandbox, file: &str) -> Vec<Value> {
    let shown = dir.json(&format!("book show 6x6 --book {file}"));
    shown["moves"].as_array().expect("moves").clone()
}

/// The value of the root of a book.
fn value(dir: &Sandbox, file: &str) -> Value {
    dir.json(&format!("book stats {file}"))["statistics"]["value"].clone()
}

#[test]
fn books_are_built_shown_exported_and_played() {
    let dir = Sandbox::new();
    let built = dir.json(&build("six.redb", 30));
    assert_eq!(built["statistics"]["searched"], 30);
    assert_eq!(built["complete"], true);
    // The same command has nothing to do; a larger limit continues the build.
    assert_eq!(dir.json(&build("six.redb", 30))["before"], 30);
    let more = dir.json(&(build("six.redb", 40) + " --policy reach"));
    assert_eq!(more["statistics"]["searched"], 40);

    let stats = dir.json("book stats six.redb");
    assert_eq!(stats["statistics"], more["statistics"]);
    assert_eq!(stats["provenance"][0]["nodes"], 20);
    let text = dir.ok("book stats six.redb");
    assert!(text.contains("searched positions         40"), "{text}");

    let text = dir.ok("book export six.redb --to compact -o six.book");
    assert_eq!(text, "40 positions written to six.book\n");
    assert_eq!(moves(&dir, "six.redb"), moves(&dir, "six.book"));
    let moves = moves(&dir, "six.book");
    let searched = moves.iter().find(|mv| mv["searched"] == true);
    let best = &searched.expect("one was searched")["move"];
    let best = best.as_str().expect("a move");

    let input = "setoption name Book value six.book\nsetoption name BoardSize value 6x6\n\
                 go nodes 5\n";
    let answer = dir.ok_with_input("uci", input);
    assert!(answer.contains("info string book move"), "{answer}");
    let (step, arrow) = best.split_once('/').expect("an arrow");
    let (from, to) = step.split_once('-').expect("a step");
    let played = format!("bestmove {from}{to},{to}{arrow}");
    assert!(answer.contains(&played), "{answer} {best}");

    // A compact book is equal to its source.
    dir.ok("book export six.book --to compact -o copy.book");
    let [copy, compact] = ["copy.book", "six.book"].map(|name| fs::read(dir.path(name)).unwrap());
    assert!(copy == compact);
    let again = dir.json("book stats six.book");
    let fields = ["searched", "by_depth", "searched_by_depth", "moves"];
    for field in fields.into_iter().chain(["value"]) {
        assert_eq!(again["statistics"][field], stats["statistics"][field]);
    }
    dir.output(0, &build("small.redb", 1));
    dir.ok("book merge small.redb six.book");
    assert_eq!(keys(&dir, "small.redb"), keys(&dir, "six.redb"));

    let tree = dir.ok("book export six.redb --to text --max-ply 2");
    assert!(tree.lines().any(|line| line.starts_with(best)), "{tree}");
    let all: Value = serde_json::from_str(&dir.ok("book export six.redb --to json")).expect("JSON");
    assert_eq!(all["positions"].as_array().map(Vec::len), Some(40));
    let page = dir.ok("book export six.redb --to html");
    assert!(page.contains(&format!("[\"{best}\",")) && !page.contains("/*BOOK*/"));
}

#[test]
fn books_are_pruned_merged_and_extended_by_games() {
    let dir = Sandbox::new();
    dir.output(0, &build("one", 30));
    dir.output(0, &(build("other", 20) + " --policy best-first"));
    let before = value(&dir, "one");
    let pruned = dir.json("book prune one --max-positions 12 --max-loss 300");
    assert!(pruned["searched"].as_u64() <= Some(12), "{pruned}");
    assert_eq!(value(&dir, "one"), before);
    let [ours, theirs] = ["one", "other"].map(|file| keys(&dir, file));
    let merged = dir.json("book merge one other");
    let all = keys(&dir, "one");
    assert_eq!(merged["searched"], all.len());
    assert!(ours.iter().chain(&theirs).all(|key| all.contains(key)));

    let game = "6x6 moves b1-b2/b1 b6-b5/b6 e1-e2/e1";
    dir.write("games.txt", format!("{game}\n{game}\n5x5 moves b1-b2/b1\n"));
    let imported = dir.json("book import one games.txt --player alpha-beta --nodes 20 --max-ply 2");
    assert_eq!(
        (&imported["games"], &imported["left_out"]),
        (&2.into(), &1.into())
    );
    let moves = moves(&dir, "one");
    let played = moves.iter().find(|mv| !mv["games"].is_null());
    let played = played.expect("the move of the games");
    assert_eq!(
        (&played["games"], &played["searched"]),
        (&2.into(), &true.into())
    );
    let shown = dir.json("book show '6x6 moves b1-b2/b1 b6-b5/b6' --book one");
    assert_eq!(shown["in_book"], true);
}

#[test]
fn trial_results_correct_a_book() {
    let dir = Sandbox::new();
    dir.output(0, &(build("tried", 20) + " --threads 1"));
    let list = dir.ok("book trial tried --list 3");
    let positions: Vec<Value> = list
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["position"].clone())
        .collect();
    assert_eq!(positions.len(), 3);

    let before = value(&dir, "tried");
    let result = |position: &Value, games: u32, won: u32| {
        format!("{{\"position\": {position}, \"games\": {games}, \"won\": {won}}}\n")
    };
    let good = result(&positions[0], 1_000, 0);
    for (lines, expected) in [
        (
            format!("{good}nonsense\n"),
            "line 2: expected a JSON object",
        ),
        (
            good.clone() + &result(&positions[1], 3, 4),
            "line 2: \"won\" (4) is greater than \"games\" (3)",
        ),
        (
            result(&"10x10".into(), 3, 1),
            "line 1: the position is not in the book",
        ),
    ] {
        dir.write("results", lines);
        dir.expect_errors(&[("book trial tried --results results", expected)]);
        assert_eq!(value(&dir, "tried"), before, "the book is unchanged");
    }
    dir.expect_errors(&[(
        "book trial tried --results no-such-file",
        "there is no file no-such-file",
    )]);

    dir.write("results", &good);
    let learned = dir.json("book trial tried --results results");
    assert_eq!(learned["games"], 1_000);
    let value = learned["value"].as_i64();
    assert!(value < before.as_i64(), "{learned} {before}");
    let again = dir.json("book trial tried --results results");
    assert_eq!(again["games"], 2_000, "games add up");
    let text = dir.ok("book trial tried");
    assert!(
        text.contains("2000 games from 1 positions correct "),
        "{text}"
    );
}

#[test]
fn trial_games_are_played_and_shown() {
    let dir = Sandbox::new();
    dir.output(0, &(build("tried", 20) + " --threads 1"));
    let tried = dir.json("book trial tried --games 6 --nodes 4");
    // As first player at least the first move is a book move.
    assert!(tried["games"].as_u64() >= Some(3), "{tried}");
    assert!(tried["tried"].as_u64() >= Some(1), "{tried}");
    assert!(tried["corrected"].as_u64() > Some(0), "{tried}");
    let kept = dir.json("book stats tried");
    assert_eq!(kept["tried_games"], tried["games"]);
    // Results are shown for the player of the move.
    let moves = moves(&dir, "tried");
    let games: u64 = moves.iter().filter_map(|mv| mv["trials"].as_u64()).sum();
    assert_eq!(games, 3, "as first player: {moves:?}");
    let text = dir.ok("book show 6x6 --book tried");
    assert!(text.contains("trials  won"), "{text}");
}

#[test]
fn trial_games_expand_the_book() {
    let dir = Sandbox::new();
    dir.output(0, &(build("learning", 4) + " --threads 1"));
    let before = keys(&dir, "learning");
    dir.expect_errors(&[(
        "book trial learning --games 6 --nodes 4 --max-nodes 3",
        "--max-nodes 3 is less than --nodes 4",
    )]);
    assert_eq!(keys(&dir, "learning"), before);
    let line = "book trial learning --games 6 --nodes 4 --max-nodes 8 --expand-plies 3 \
                --expand-nodes 20";
    dir.output(0, line);
    let after = keys(&dir, "learning");
    assert!(after.len() > before.len());
    assert!(before.iter().all(|key| after.contains(key)));
}

#[test]
fn invalid_uses_report_one_line() {
    let dir = Sandbox::new();
    dir.output(0, &build("six", 3));
    dir.output(0, &build("five", 2).replace("6x6", "5x5"));
    dir.write("foreign", "This is no book.");
    dir.write("games.txt", "5x5 moves b1-b2/b1");
    let before = keys(&dir, "six");
    dir.expect_errors(&[
        ("book build six --start 5x5", "has another root"),
        ("book stats no-such-book", "book no-such-book not found"),
        ("book stats foreign", "is not a valid book database"),
        ("book show --book foreign", "is not a valid book database"),
        ("book export six --to compact", "needs --output"),
        ("book merge six five", "have different roots"),
        (
            "book import six games.txt",
            "none of the 1 games starts at the root",
        ),
    ]);
    assert_eq!(keys(&dir, "six"), before);
}

#[test]
fn killed_builds_lose_no_finished_search() {
    let dir = Sandbox::new();
    let mut before: Vec<BookKey> = Vec::new();
    for kill in 0..20_u64 {
        let mut child = dir
            .command(&(build("killed", 1_000_000) + " --threads 2"))
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let line = lines.next().expect("progress").expect("text");
        let (reported, _) = line.split_once('/').expect("a number of positions");
        let reported: usize = reported.parse().expect("a number");
        // At varying moments of the following searches and commits.
        std::thread::sleep(Duration::from_micros(kill * 1_700));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let after = keys(&dir, "killed");
        assert!(reported >= before.len(), "{line}");
        assert!(after.len() >= reported, "{line}, and {}", after.len());
        assert!(before.iter().all(|key| after.binary_search(key).is_ok()));
        before = after;
    }
    assert!(before.is_sorted() && before.len() >= 20);
}
