//! `thermodon book`, as it is used.

mod program;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use book::{Key, Store};
use program::{complaint, printed, thermodon};
use serde_json::Value;

fn text(path: &Path) -> &str {
    path.to_str().expect("the folder's name is text")
}

/// A small book of a small board.
fn build<'a>(file: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["book", "build", text(file), "--position", "6x6"];
    arguments.extend(["--player", "alpha-beta", "--option", "Hash=1"]);
    arguments.extend(["--nodes", "20", "--k", "3"]);
    arguments.extend(more);
    arguments
}

/// What a successful command printed, whatever it said of its progress.
fn succeeded(arguments: &[&str]) -> String {
    let output = thermodon(arguments, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeeded(arguments)).expect("JSON")
}

/// The positions of a book, as far as it is there.
fn keys(file: &Path) -> Vec<Key> {
    let (store, _) = Store::open(file).expect("the book is whole");
    store.keys().expect("it can be read")
}

#[test]
fn a_book_is_built_looked_into_and_played_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("six.redb");
    let built = json(&build(&file, &["--size", "30", "--json"]));
    assert_eq!(built["statistics"]["searched"], 30);
    assert_eq!(built["complete"], true);
    // The same command has nothing to do; a larger size goes on.
    assert_eq!(
        json(&build(&file, &["--size", "30", "--json"]))["before"],
        30
    );
    let more = json(&build(
        &file,
        &["--size", "40", "--policy", "reach", "--json"],
    ));
    assert_eq!(more["statistics"]["searched"], 40);

    let stats = json(&["book", "stats", text(&file), "--json"]);
    assert_eq!(stats["statistics"], more["statistics"]);
    assert_eq!(stats["provenance"][0]["nodes"], 20);
    let said = printed(&["book", "stats", text(&file)], "");
    assert!(said.contains("searched positions         40"), "{said}");

    let compact = folder.path().join("six.book");
    let export = ["book", "export", text(&file), "--to"];
    let said = succeeded(&[&export[..], &["compact", "-o", text(&compact)]].concat());
    assert!(said.starts_with("40 positions are in"), "{said}");
    let shown = |book: &Path| json(&["book", "show", "6x6", "--book", text(book), "--json"]);
    assert_eq!(shown(&file)["moves"], shown(&compact)["moves"]);
    let moves = shown(&compact)["moves"].as_array().expect("moves").clone();
    let searched = moves.iter().find(|mv| mv["searched"] == true);
    let best = searched.expect("one was searched")["move"]
        .as_str()
        .expect("a move")
        .to_owned();

    let input = format!(
        "setoption name Book value {}\nsetoption name BoardSize value 6x6\ngo nodes 5\n",
        text(&compact)
    );
    let answer = printed(&["uci"], &input);
    assert!(
        answer.contains("info string this move is from the opening book"),
        "{answer}"
    );
    let uci_move = best.replace('-', "").split_once('/').map(|(step, arrow)| {
        let to = &best[best.find('-').expect("a step") + 1..best.find('/').expect("an arrow")];
        format!("bestmove {step},{to}{arrow}")
    });
    assert!(
        answer.contains(&uci_move.expect("a move")),
        "{answer} {best}"
    );

    // A file to look into is as good as what it was made from.
    let copy = folder.path().join("copy.book");
    let export_again = ["book", "export", text(&compact), "--to", "compact", "-o"];
    succeeded(&[&export_again[..], &[text(&copy)]].concat());
    assert!(fs::read(&copy).expect("a book") == fs::read(&compact).expect("a book"));
    let again = json(&["book", "stats", text(&compact), "--json"]);
    for what in [
        "searched",
        "by_depth",
        "searched_by_depth",
        "moves",
        "value",
    ] {
        assert_eq!(again["statistics"][what], stats["statistics"][what]);
    }
    let young = folder.path().join("young.redb");
    succeeded(&build(&young, &["--size", "1"]));
    succeeded(&["book", "merge", text(&young), text(&compact)]);
    assert_eq!(keys(&young), keys(&file));

    let tree = succeeded(&[&export[..], &["text", "--depth", "2"]].concat());
    assert!(tree.lines().any(|line| line.starts_with(&best)), "{tree}");
    let all: Value =
        serde_json::from_str(&succeeded(&[&export[..], &["json"]].concat())).expect("JSON");
    assert_eq!(all["positions"].as_array().map(Vec::len), Some(40));
    let page = succeeded(&[&export[..], &["html"]].concat());
    assert!(page.contains(&format!("[\"{best}\",")) && !page.contains("/*BOOK*/"));
}

#[test]
fn books_are_pruned_merged_and_learn_from_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    succeeded(&build(&one, &["--size", "30"]));
    succeeded(&build(&other, &["--size", "20", "--policy", "best-first"]));
    let value =
        |file: &Path| json(&["book", "stats", text(file), "--json"])["statistics"]["value"].clone();
    let before = (value(&one), keys(&one));
    let pruned = json(&[
        "book",
        "prune",
        text(&one),
        "--size",
        "12",
        "--loss",
        "300",
        "--json",
    ]);
    assert!(pruned["searched"].as_u64() <= Some(12), "{pruned}");
    assert_eq!(value(&one), before.0);
    let ours = keys(&one);
    let merged = json(&["book", "merge", text(&one), text(&other), "--json"]);
    let all = keys(&one);
    assert_eq!(merged["searched"], all.len());
    assert!(
        ours.iter()
            .chain(&keys(&other))
            .all(|key| all.contains(key))
    );

    let games = folder.path().join("games.txt");
    let line = "6x6 moves b1-b2/b1 b6-b5/b6 e1-e2/e1";
    fs::write(&games, format!("{line}\n{line}\n5x5 moves b1-b2/b1\n")).expect("a file");
    let mut import = vec!["book", "import", text(&one), text(&games), "--json"];
    import.extend(["--player", "alpha-beta", "--nodes", "20", "--plies", "2"]);
    let imported = json(&import);
    assert_eq!(
        (&imported["games"], &imported["left_out"]),
        (&2.into(), &1.into())
    );
    let shown = json(&["book", "show", "6x6", "--book", text(&one), "--json"]);
    let moves = shown["moves"].as_array().expect("moves").clone();
    let played = moves
        .iter()
        .find(|mv| !mv["games"].is_null())
        .expect("the games' move");
    assert_eq!(
        (&played["games"], &played["searched"]),
        (&2.into(), &true.into())
    );
    let after = "6x6 moves b1-b2/b1 b6-b5/b6";
    let shown = json(&["book", "show", after, "--book", text(&one), "--json"]);
    assert_eq!(shown["in_book"], true);
}

#[test]
fn a_book_is_corrected_by_games_from_its_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tried.redb");
    succeeded(&build(&file, &["--size", "20", "--threads", "1"]));
    let trial = ["book", "trial", text(&file)];
    let list = succeeded(&[&trial[..], &["--list", "3"]].concat());
    let positions: Vec<Value> = list
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["position"].clone())
        .collect();
    assert_eq!(positions.len(), 3);

    let value = || json(&["book", "stats", text(&file), "--json"])["statistics"]["value"].clone();
    let before = value();
    let results = folder.path().join("results.jsonl");
    let complain = |lines: &str, expected: &str| {
        fs::write(&results, lines).expect("a file");
        let said = complaint(&[&trial[..], &["--results", text(&results)]].concat(), "");
        assert!(said.contains(expected), "{said}");
        assert_eq!(value(), before, "nothing was learned from it");
    };
    let line = |position: &Value, games: u32, won: u32| {
        format!("{{\"position\": {position}, \"games\": {games}, \"won\": {won}}}\n")
    };
    let good = line(&positions[0], 1_000, 0);
    complain(
        &format!("{good}nonsense\n"),
        "line 2: it is no result of games",
    );
    complain(
        &format!("{good}{}", line(&positions[1], 3, 4)),
        "line 2: 4 of 3 games cannot be won",
    );
    let missing = complaint(&[&trial[..], &["--results", "no-such-file"]].concat(), "");
    assert!(
        missing.contains("there is no file no-such-file"),
        "{missing}"
    );
    let elsewhere = Value::from("10x10");
    complain(
        &line(&elsewhere, 3, 1),
        "line 1: the book does not have that position",
    );

    fs::write(&results, &good).expect("a file");
    let arguments = [&trial[..], &["--results", text(&results), "--json"]].concat();
    let learned = json(&arguments);
    assert_eq!(learned["games"], 1_000);
    assert!(
        learned["value"].as_i64() < before.as_i64(),
        "{learned} {before}"
    );
    assert_eq!(json(&arguments)["games"], 2_000, "games add up");
    let said = succeeded(&trial);
    assert!(
        said.starts_with("2000 results of games from 1 positions correct "),
        "{said}"
    );
}

#[test]
fn a_book_is_tried_in_games_with_it_against_without() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tried.redb");
    succeeded(&build(&file, &["--size", "20", "--threads", "1"]));
    let play = ["--play", "6", "--nodes", "4", "--json"];
    let tried = json(&[&["book", "trial", text(&file)], &play[..]].concat());
    // As first player at least the first move was from the book.
    assert!(tried["games"].as_u64() >= Some(3), "{tried}");
    assert!(tried["tried"].as_u64() >= Some(1), "{tried}");
    assert!(tried["corrected"].as_u64() > Some(0), "{tried}");
    let kept = json(&["book", "stats", text(&file), "--json"]);
    assert_eq!(kept["tried_games"], tried["games"]);
    // What was tried is shown beside the moves, for the player who makes them.
    let shown = json(&["book", "show", "6x6", "--book", text(&file), "--json"]);
    let moves = shown["moves"].as_array().expect("moves").iter();
    let games: u64 = moves.filter_map(|mv| mv["trials"].as_u64()).sum();
    assert_eq!(games, 3, "as first player: {shown}");
    let words = succeeded(&["book", "show", "6x6", "--book", text(&file)]);
    assert!(words.contains("tried  won"), "{words}");
}

#[test]
fn a_book_learns_where_games_leave_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("learning.redb");
    succeeded(&build(&file, &["--size", "4", "--threads", "1"]));
    let before = keys(&file);
    let trial = ["book", "trial", text(&file), "--play", "6", "--nodes", "4"];
    let too_few = complaint(&[&trial[..], &["--most-nodes", "3"]].concat(), "");
    assert!(too_few.contains("--most-nodes 3 is less than --nodes 4"));
    assert_eq!(keys(&file), before);
    let learn = ["--most-nodes", "8", "--learn", "3", "--learn-nodes", "20"];
    succeeded(&[&trial[..], &learn[..]].concat());
    let after = keys(&file);
    assert!(after.len() > before.len());
    assert!(before.iter().all(|key| after.contains(key)));
}

#[test]
fn what_cannot_be_done_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("six.redb");
    succeeded(&build(&file, &["--size", "3"]));
    let before = keys(&file);
    let said = |arguments: &[&str]| complaint(arguments, "");
    let elsewhere = ["book", "build", text(&file), "--position", "5x5"];
    assert!(said(&elsewhere).contains("begins at another position"));
    assert!(said(&["book", "stats", "no-such-book"]).contains("there is no book no-such-book"));
    let foreign = folder.path().join("foreign");
    fs::write(&foreign, "This is no book.").expect("a file");
    assert!(said(&["book", "stats", text(&foreign)]).contains("is no book, or damaged"));
    assert!(said(&["book", "show", "--book", text(&foreign)]).contains("is no book, or damaged"));
    let export = ["book", "export", text(&file), "--to", "compact"];
    assert!(said(&export).contains("--output says where"));
    let other = folder.path().join("five.redb");
    let mut smaller = build(&other, &["--size", "2"]);
    smaller[4] = "5x5";
    succeeded(&smaller);
    let merge = ["book", "merge", text(&file), text(&other)];
    assert!(said(&merge).contains("begin at different positions"));
    let games = folder.path().join("games.txt");
    fs::write(&games, "5x5 moves b1-b2/b1").expect("a file");
    let import = ["book", "import", text(&file), text(&games)];
    assert!(said(&import).contains("none of the 1 games begins where"));
    assert_eq!(keys(&file), before);
}

#[test]
fn a_book_that_is_killed_twenty_times_loses_nothing_that_was_finished() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("killed.redb");
    let mut before: Vec<Key> = Vec::new();
    for kill in 0..20_u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_thermodon"))
            .args(build(&file, &["--size", "1000000", "--threads", "2"]))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let line = lines.next().expect("it tells how far it is").expect("text");
        let (promised, _) = line
            .split_once(" positions")
            .expect("a number of positions");
        let promised: usize = promised.parse().expect("a number");
        // At any moment of the searches and commits that follow.
        std::thread::sleep(Duration::from_micros(kill * 1_700));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let after = keys(&file);
        // A search may widen a position that the book has.
        assert!(promised >= before.len(), "{line}");
        assert!(after.len() >= promised, "{line}, and {}", after.len());
        assert!(before.iter().all(|key| after.binary_search(key).is_ok()));
        before = after;
    }
    assert!(before.is_sorted() && before.len() >= 20);
}
