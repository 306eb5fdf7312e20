//! Commands whose output is computed, read back or interactive; `tests/cmd` has transcripts of the
//! others.

use std::path::Path;

use crate::program::{PROGRAM, Sandbox};

#[test]
fn transcripts_match() {
    trycmd::TestCases::new()
        .register_bin("thermodon", Path::new(PROGRAM))
        .case("tests/cmd/*.trycmd");
}

/// Debug builds print no commit.
#[test]
fn version_is_that_of_the_package() {
    let version = Sandbox::new().ok("--version");
    let expected = concat!("thermodon ", env!("CARGO_PKG_VERSION"));
    assert!(version.starts_with(expected), "{version}");
    if cfg!(debug_assertions) && option_env!("THERMODON_COMMIT").is_none() {
        assert_eq!(version.trim_end(), expected);
    }
}

#[test]
fn perft_divide_lists_every_first_move() {
    let report = Sandbox::new().json("perft --depth 1 x..|.#.|..o --divide");
    assert_eq!(report["moves"], 14);
    assert_eq!(report["divide"].as_object().expect("shares").len(), 14);
    assert!(report["seconds"].as_f64() > Some(0.0));
}

#[test]
fn convert_round_trips_every_format() {
    let program = Sandbox::new();
    let convert =
        |options: &str, input: &str| program.ok_with_input(&format!("convert {options}"), input);
    let game = convert("--to text", "startpos moves d1-d7/g7 a7-c5/c4 g1-g6/b1");
    for format in ["sgf", "ggf", "little-golem", "text"] {
        let there = convert(&format!("--to {format}"), &game);
        let back = convert(&format!("--from {format} --to text"), &there);
        assert_eq!(back, game, "through {format}: {there}");
    }
    for format in ["--to fen", "--to diagram"] {
        let there = convert(format, &game);
        assert_eq!(convert(format, &there), there);
    }
}

#[test]
fn convert_writes_complete_files_or_none() {
    let dir = Sandbox::new();
    dir.ok("convert startpos --to sgf --output game.sgf");
    let before = dir.read("game.sgf");
    assert!(before.starts_with("(;"), "{before}");
    dir.error("convert 'startpos moves d1-d1/d1' --to sgf --output game.sgf");
    assert_eq!(dir.read("game.sgf"), before);
    let files = std::fs::read_dir(dir.path("")).expect("a directory");
    assert_eq!(files.count(), 1);
    dir.expect_errors(&[("convert startpos --to sgf -o no/where.sgf", "cannot write")]);
}

#[test]
fn closed_output_is_not_an_error() {
    let mut child = Sandbox::new()
        .command("show --moves")
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

/// Plays a script twice; a seed reproduces the game, and the output contains all texts.
fn play(dir: &Sandbox, line: &str, script: &str, expected: &[&str]) {
    let text = dir.ok_with_input(line, script);
    for expected in expected {
        assert!(text.contains(expected), "missing {expected:?} in\n{text}");
    }
    assert_eq!(text, dir.ok_with_input(line, script));
}

#[test]
fn play_handles_every_command() {
    let dir = Sandbox::new();
    let script = "help\nd1\n d1-d7 \n\nsave\nd1-d9/d10\nd1-d7/g7\nmoves\nfen\nundo\nundo\nflip\ndance\n\
                  d1-d7/g7\nsave my game.sgf\nsave game.pgn\nresign\nnew\n";
    let expected = [
        "You play White",
        "take back your last move",
        "illegal move d1-d9/d10: an arrow from d9 cannot reach d10",
        "black plays ",
        "there is no move to take back",
        "invalid move \"dance\"",
        "invalid move \"save\"",
        "  1  * * * W * * W . . .",
        "  7  B * * W * * * * * B",
        "saved to ",
        "cannot save as .pgn",
        "white resigns: black wins",
    ];
    play(&dir, "play --player random --seed 7", script, &expected);
    assert_eq!(dir.json("show 'my game.sgf'")["plies"], 2);
}

#[test]
fn play_changes_the_level() {
    let script = "level\nlevel 5\nlevel 99\nlevel easy\nhelp\nb1-b2/b1\n";
    let expected = [
        "Level 2 of 20, Beginner: ",
        "\n*  2  Beginner ",
        "\n  20  Amazon ",
        "Level 5 of 20, ",
        "Level must be a number from 1 to 20, not \"99\"",
        "Level must be a number from 1 to 20, not \"easy\"",
        "list the levels of the engine",
        "black plays ",
    ];
    let line = "play --start 6x6 --level 2 --seed 7";
    play(&Sandbox::new(), line, script, &expected);
}

#[test]
fn engine_plays_both_sides_to_the_end() {
    let text = Sandbox::new()
        .ok("play --start 5x5 --white engine --black engine --player random --seed 1");
    let last = text.lines().last().expect("a last line");
    assert!(
        last.contains("cannot move: ") && last.contains("wins after"),
        "{last}"
    );
}

#[test]
fn completions_and_man_pages_name_the_commands() {
    let dir = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = dir.ok(&format!("completions {shell}"));
        assert!(script.contains("botzone"), "{shell}");
    }
    assert!(dir.ok("man").contains("thermodon"));
    dir.ok("man --dir man1");
    for page in ["thermodon.1", "thermodon-perft.1", "thermodon-review.1"] {
        assert!(dir.path("man1").join(page).is_file(), "{page}");
    }
    assert!(!dir.path("man1/thermodon-book-help-build.1").exists());
}

#[test]
fn evaluation_terms_add_up() {
    let report = Sandbox::new().json("eval 'x....|.#..o|..#..|....x|o.... w'");
    assert_eq!(report["to_move"], "white");
    let staged = &report["staged"];
    let terms = staged["terms"].as_object().expect("terms").values();
    let sum: f64 = terms.filter_map(|term| term["share"].as_f64()).sum();
    let logit = staged["logit"].as_f64().expect("a number");
    assert!((sum - logit).abs() < 0.002, "{sum} {logit}");
    let first_row = |map: &str| report["maps"][map]["black"][0].to_string();
    assert_eq!(first_row("queen"), "[null,1,1,1,1]");
    assert_eq!(first_row("king"), "[null,1,2,3,3]");
    assert_eq!(report["features"]["empty"], 19);
}

#[test]
fn evaluation_weights_are_read_from_a_file() {
    let dir = Sandbox::new();
    let mut weights = evaluation::TermWeights::default();
    weights.provenance = "a test".to_owned();
    let weights = weights.to_string();
    dir.write("valid.txt", &weights);
    dir.write("damaged.txt", weights.replace("a test", "a tent"));
    dir.write("foreign.txt", "{}");
    let text = dir.ok("eval --weights valid.txt");
    assert!(text.contains("weights: a test"), "{text}");
    dir.expect_errors(&[
        ("eval --weights damaged.txt", "the weights file is corrupt"),
        (
            "eval --weights foreign.txt",
            "not an evaluation weights file",
        ),
        (
            "eval --weights no-such-file.txt",
            "cannot read the weights in no-such-file.txt",
        ),
    ]);
}

#[test]
fn opponent_models_are_fitted_and_played() {
    let dir = Sandbox::new();
    dir.output(
        0,
        "match --depth 1 --start 6x6 --games 10 --openings random:2 --dir match \
         --engine name=habit,builtin,option.Player=alpha-beta,option.Hash=0 \
         --engine name=chance,builtin,option.Player=random",
    );
    let report = dir.json("fit-opponent match/games.sgf --name habit --output habit.model");
    let number = |key: &str| report[key].as_u64().expect("a number");
    assert!(number("learned") > 20, "{report}");
    assert!(number("foretold") <= number("checked"), "{report}");
    let model = dir.read("habit.model");
    assert!(model.contains("WeightsFile=habit.model.weights"), "{model}");
    let game = dir.ok("play --start 4x4 --opponent-model habit.model --time 0.05 --white engine");
    assert!(game.contains("wins"), "{game}");
}

#[test]
fn opponent_models_need_moves_of_the_player() {
    let dir = Sandbox::new();
    dir.write("games.txt", "6x6 moves b1-b2/b1 a5-a4/a5");
    // The former spellings are accepted.
    let fit = "opponent fit games.txt --output some.model";
    assert_eq!(
        dir.error(fit),
        "thermodon: too few moves: 2 before the game was decided, at least 20 needed"
    );
    let error = dir.error(&format!("{fit} --player Anna"));
    let expected = "thermodon: there is no player \"Anna\"";
    assert!(error.starts_with(expected), "{error}");
    assert!(!dir.path("some.model").exists());
}

#[test]
fn protocols_answer_on_the_standard_streams() {
    let program = Sandbox::new();
    let output = program.ok_with_input("uci", "uci\nposition startpos\ngo depth 1\n");
    assert!(output.contains("\nuciok\n"), "{output}");
    assert_eq!(output.matches("\nbestmove ").count(), 1, "{output}");
    let output = program.ok_with_input("gtp", "1 name\nnonsense\nquit\n");
    assert_eq!(output, "=1 Thermodon\n\n? unknown command\n\n=\n\n");
    let output = program.ok_with_input("botzone", "1\n-1 -1 -1 -1 -1 -1\n");
    assert_eq!(output.split_whitespace().count(), 6, "{output}");
    let rejected = program.run("botzone", "nonsense\n");
    assert_eq!(rejected.status.code(), Some(2));
    assert!(rejected.stdout.is_empty());
    let error = String::from_utf8(rejected.stderr).expect("text");
    assert!(error.contains("\"nonsense\""), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn exact_values_are_reported_by_searches() {
    let program = Sandbox::new();
    let position = "position fen qQ4/******/2q3 b - - 0 1\ngo nodes 10\nquit\n";
    let with_values = program.ok_with_input("uci", position);
    assert!(with_values.contains("info string "), "{with_values}");
    let off = format!("setoption name ExactEndgames value off\n{position}");
    let without = program.ok_with_input("uci", &off);
    assert!(!without.contains("proven"), "{without}");
}
