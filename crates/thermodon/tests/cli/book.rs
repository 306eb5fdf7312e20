//! `thermodon book`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use book::{BookDatabase, BookKey};
use serde_json::Value;

use crate::program::{PROGRAM, path_text, run_err, run_json, run_ok, run_with_progress, temp_dir};

/// Arguments that build a small book of a small board.
fn build<'a>(file: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["book", "build", path_text(file), "--start", "6x6"];
    arguments.extend(["--player", "alpha-beta", "--option", "Hash=1"]);
    arguments.extend(["--nodes", "20", "--width", "3"]);
    arguments.extend(more);
    arguments
}

/// The keys of a book.
fn keys(file: &Path) -> Vec<BookKey> {
    let (store, _) = BookDatabase::open(file).expect("the book is valid");
    store.keys().expect("it can be read")
}

#[test]
fn books_are_built_shown_exported_and_played() {
    let dir = temp_dir();
    let file = dir.path().join("six.redb");
    let built = run_json(&build(&file, &["--max-positions", "30", "--json"]));
    assert_eq!(built["statistics"]["searched"], 30);
    assert_eq!(built["complete"], true);
    // The same command has nothing to do; a larger limit continues the build.
    assert_eq!(
        run_json(&build(&file, &["--max-positions", "30", "--json"]))["before"],
        30
    );
    let more = run_json(&build(
        &file,
        &["--max-positions", "40", "--policy", "reach", "--json"],
    ));
    assert_eq!(more["statistics"]["searched"], 40);

    let stats = run_json(&["book", "stats", path_text(&file), "--json"]);
    assert_eq!(stats["statistics"], more["statistics"]);
    assert_eq!(stats["provenance"][0]["nodes"], 20);
    let text = run_ok(&["book", "stats", path_text(&file)], "");
    assert!(text.contains("searched positions         40"), "{text}");

    let compact = dir.path().join("six.book");
    let export = ["book", "export", path_text(&file), "--to"];
    let text = run_with_progress(&[&export[..], &["compact", "-o", path_text(&compact)]].concat());
    assert!(text.starts_with("40 positions written to"), "{text}");
    let shown =
        |book: &Path| run_json(&["book", "show", "6x6", "--book", path_text(book), "--json"]);
    assert_eq!(shown(&file)["moves"], shown(&compact)["moves"]);
    let moves = shown(&compact)["moves"].as_array().expect("moves").clone();
    let searched = moves.iter().find(|mv| mv["searched"] == true);
    let best = searched.expect("one was searched")["move"]
        .as_str()
        .expect("a move")
        .to_owned();

    let input = format!(
        "setoption name Book value {}\nsetoption name BoardSize value 6x6\ngo nodes 5\n",
        path_text(&compact)
    );
    let answer = run_ok(&["uci"], &input);
    assert!(answer.contains("info string book move"), "{answer}");
    let uci_move = best.replace('-', "").split_once('/').map(|(step, arrow)| {
        let to = &best[best.find('-').expect("a step") + 1..best.find('/').expect("an arrow")];
        format!("bestmove {step},{to}{arrow}")
    });
    assert!(
        answer.contains(&uci_move.expect("a move")),
        "{answer} {best}"
    );

    // A compact book is equal to its source.
    let copy = dir.path().join("copy.book");
    let export_again = [
        "book",
        "export",
        path_text(&compact),
        "--to",
        "compact",
        "-o",
    ];
    run_with_progress(&[&export_again[..], &[path_text(&copy)]].concat());
    assert!(fs::read(&copy).expect("a book") == fs::read(&compact).expect("a book"));
    let again = run_json(&["book", "stats", path_text(&compact), "--json"]);
    for field in [
        "searched",
        "by_depth",
        "searched_by_depth",
        "moves",
        "value",
    ] {
        assert_eq!(again["statistics"][field], stats["statistics"][field]);
    }
    let small = dir.path().join("small.redb");
    run_with_progress(&build(&small, &["--max-positions", "1"]));
    run_with_progress(&["book", "merge", path_text(&small), path_text(&compact)]);
    assert_eq!(keys(&small), keys(&file));

    let tree = run_with_progress(&[&export[..], &["text", "--max-ply", "2"]].concat());
    assert!(tree.lines().any(|line| line.starts_with(&best)), "{tree}");
    let all: Value =
        serde_json::from_str(&run_with_progress(&[&export[..], &["json"]].concat())).expect("JSON");
    assert_eq!(all["positions"].as_array().map(Vec::len), Some(40));
    let page = run_with_progress(&[&export[..], &["html"]].concat());
    assert!(page.contains(&format!("[\"{best}\",")) && !page.contains("/*BOOK*/"));
}

#[test]
fn books_are_pruned_merged_and_extended_by_games() {
    let dir = temp_dir();
    let [one, other] = ["one", "other"].map(|name| dir.path().join(name));
    run_with_progress(&build(&one, &["--max-positions", "30"]));
    run_with_progress(&build(
        &other,
        &["--max-positions", "20", "--policy", "best-first"],
    ));
    let value = |file: &Path| {
        run_json(&["book", "stats", path_text(file), "--json"])["statistics"]["value"].clone()
    };
    let before = (value(&one), keys(&one));
    let pruned = run_json(&[
        "book",
        "prune",
        path_text(&one),
        "--max-positions",
        "12",
        "--max-loss",
        "300",
        "--json",
    ]);
    assert!(pruned["searched"].as_u64() <= Some(12), "{pruned}");
    assert_eq!(value(&one), before.0);
    let ours = keys(&one);
    let merged = run_json(&[
        "book",
        "merge",
        path_text(&one),
        path_text(&other),
        "--json",
    ]);
    let all = keys(&one);
    assert_eq!(merged["searched"], all.len());
    assert!(
        ours.iter()
            .chain(&keys(&other))
            .all(|key| all.contains(key))
    );

    let games = dir.path().join("games.txt");
    let line = "6x6 moves b1-b2/b1 b6-b5/b6 e1-e2/e1";
    fs::write(&games, format!("{line}\n{line}\n5x5 moves b1-b2/b1\n")).expect("a file");
    let mut import = vec![
        "book",
        "import",
        path_text(&one),
        path_text(&games),
        "--json",
    ];
    import.extend(["--player", "alpha-beta", "--nodes", "20", "--max-ply", "2"]);
    let imported = run_json(&import);
    assert_eq!(
        (&imported["games"], &imported["left_out"]),
        (&2.into(), &1.into())
    );
    let shown = run_json(&["book", "show", "6x6", "--book", path_text(&one), "--json"]);
    let moves = shown["moves"].as_array().expect("moves").clone();
    let played = moves
        .iter()
        .find(|mv| !mv["games"].is_null())
        .expect("the move of the games");
    assert_eq!(
        (&played["games"], &played["searched"]),
        (&2.into(), &true.into())
    );
    let after = "6x6 moves b1-b2/b1 b6-b5/b6";
    let shown = run_json(&["book", "show", after, "--book", path_text(&one), "--json"]);
    assert_eq!(shown["in_book"], true);
}

#[test]
fn trial_results_correct_a_book() {
    let dir = temp_dir();
    let file = dir.path().join("tried.redb");
    run_with_progress(&build(&file, &["--max-positions", "20", "--threads", "1"]));
    let trial = ["book", "trial", path_text(&file)];
    let list = run_with_progress(&[&trial[..], &["--list", "3"]].concat());
    let positions: Vec<Value> = list
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["position"].clone())
        .collect();
    assert_eq!(positions.len(), 3);

    let value =
        || run_json(&["book", "stats", path_text(&file), "--json"])["statistics"]["value"].clone();
    let before = value();
    let results = dir.path().join("results.jsonl");
    let expect_error = |lines: &str, expected: &str| {
        fs::write(&results, lines).expect("a file");
        let text = run_err(
            &[&trial[..], &["--results", path_text(&results)]].concat(),
            "",
        );
        assert!(text.contains(expected), "{text}");
        assert_eq!(value(), before, "the book is unchanged");
    };
    let line = |position: &Value, games: u32, won: u32| {
        format!("{{\"position\": {position}, \"games\": {games}, \"won\": {won}}}\n")
    };
    let good = line(&positions[0], 1_000, 0);
    expect_error(
        &format!("{good}nonsense\n"),
        "line 2: expected a JSON object",
    );
    expect_error(
        &format!("{good}{}", line(&positions[1], 3, 4)),
        "line 2: \"won\" (4) is greater than \"games\" (3)",
    );
    let missing = run_err(&[&trial[..], &["--results", "no-such-file"]].concat(), "");
    assert!(
        missing.contains("there is no file no-such-file"),
        "{missing}"
    );
    let elsewhere = Value::from("10x10");
    expect_error(
        &line(&elsewhere, 3, 1),
        "line 1: the position is not in the book",
    );

    fs::write(&results, &good).expect("a file");
    let arguments = [&trial[..], &["--results", path_text(&results), "--json"]].concat();
    let learned = run_json(&arguments);
    assert_eq!(learned["games"], 1_000);
    assert!(
        learned["value"].as_i64() < before.as_i64(),
        "{learned} {before}"
    );
    assert_eq!(run_json(&arguments)["games"], 2_000, "games add up");
    let text = run_with_progress(&trial);
    assert!(
        text.contains("2000 games from 1 positions correct "),
        "{text}"
    );
}

#[test]
fn trial_games_are_played_and_shown() {
    let dir = temp_dir();
    let file = dir.path().join("tried.redb");
    run_with_progress(&build(&file, &["--max-positions", "20", "--threads", "1"]));
    let play = ["--games", "6", "--nodes", "4", "--json"];
    let tried = run_json(&[&["book", "trial", path_text(&file)], &play[..]].concat());
    // As first player at least the first move is a book move.
    assert!(tried["games"].as_u64() >= Some(3), "{tried}");
    assert!(tried["tried"].as_u64() >= Some(1), "{tried}");
    assert!(tried["corrected"].as_u64() > Some(0), "{tried}");
    let kept = run_json(&["book", "stats", path_text(&file), "--json"]);
    assert_eq!(kept["tried_games"], tried["games"]);
    // Results are shown for the player of the move.
    let shown = run_json(&["book", "show", "6x6", "--book", path_text(&file), "--json"]);
    let moves = shown["moves"].as_array().expect("moves").iter();
    let games: u64 = moves.filter_map(|mv| mv["trials"].as_u64()).sum();
    assert_eq!(games, 3, "as first player: {shown}");
    let text = run_with_progress(&["book", "show", "6x6", "--book", path_text(&file)]);
    assert!(text.contains("trials  won"), "{text}");
}

#[test]
fn trial_games_expand_the_book() {
    let dir = temp_dir();
    let file = dir.path().join("learning.redb");
    run_with_progress(&build(&file, &["--max-positions", "4", "--threads", "1"]));
    let before = keys(&file);
    let trial = [
        "book",
        "trial",
        path_text(&file),
        "--games",
        "6",
        "--nodes",
        "4",
    ];
    let too_few = run_err(&[&trial[..], &["--max-nodes", "3"]].concat(), "");
    assert!(too_few.contains("--max-nodes 3 is less than --nodes 4"));
    assert_eq!(keys(&file), before);
    let expand = [
        "--max-nodes",
        "8",
        "--expand-plies",
        "3",
        "--expand-nodes",
        "20",
    ];
    run_with_progress(&[&trial[..], &expand[..]].concat());
    let after = keys(&file);
    assert!(after.len() > before.len());
    assert!(before.iter().all(|key| after.contains(key)));
}

#[test]
fn invalid_uses_report_one_line() {
    let dir = temp_dir();
    let file = dir.path().join("six.redb");
    run_with_progress(&build(&file, &["--max-positions", "3"]));
    let before = keys(&file);
    let error = |arguments: &[&str]| run_err(arguments, "");
    let elsewhere = ["book", "build", path_text(&file), "--start", "5x5"];
    assert!(error(&elsewhere).contains("has another root"));
    assert!(error(&["book", "stats", "no-such-book"]).contains("book no-such-book not found"));
    let foreign = dir.path().join("foreign");
    fs::write(&foreign, "This is no book.").expect("a file");
    assert!(
        error(&["book", "stats", path_text(&foreign)]).contains("is not a valid book database")
    );
    assert!(
        error(&["book", "show", "--book", path_text(&foreign)])
            .contains("is not a valid book database")
    );
    let export = ["book", "export", path_text(&file), "--to", "compact"];
    assert!(error(&export).contains("needs --output"));
    let other = dir.path().join("five.redb");
    let mut smaller = build(&other, &["--max-positions", "2"]);
    smaller[4] = "5x5";
    run_with_progress(&smaller);
    let merge = ["book", "merge", path_text(&file), path_text(&other)];
    assert!(error(&merge).contains("have different roots"));
    let games = dir.path().join("games.txt");
    fs::write(&games, "5x5 moves b1-b2/b1").expect("a file");
    let import = ["book", "import", path_text(&file), path_text(&games)];
    assert!(error(&import).contains("none of the 1 games starts at the root"));
    assert_eq!(keys(&file), before);
}

#[test]
fn killed_builds_lose_no_finished_search() {
    let dir = temp_dir();
    let file = dir.path().join("killed.redb");
    let mut before: Vec<BookKey> = Vec::new();
    for kill in 0..20_u64 {
        let mut child = Command::new(PROGRAM)
            .args(build(
                &file,
                &["--max-positions", "1000000", "--threads", "2"],
            ))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
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
        let after = keys(&file);
        assert!(reported >= before.len(), "{line}");
        assert!(after.len() >= reported, "{line}, and {}", after.len());
        assert!(before.iter().all(|key| after.binary_search(key).is_ok()));
        before = after;
    }
    assert!(before.is_sorted() && before.len() >= 20);
}
