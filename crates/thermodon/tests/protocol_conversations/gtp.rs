//! GTP conversations.

use std::io::{self, BufRead, Write};

use thermodon::protocol::gtp::{Settings, run_with};

use crate::conversation::{Conversation, converse, follow, seeded};

pub fn run(input: impl BufRead, output: impl Write) -> io::Result<()> {
    run_with(seeded(1), &Settings::default(), input, output)
}

/// The response to the last of some commands.
fn last_response(input: &str) -> String {
    let (output, result) = converse(input, run);
    result.unwrap();
    let responses = output.strip_suffix("\n\n").unwrap().split("\n\n");
    responses.last().unwrap().to_owned()
}

#[test]
fn a_session_of_a_controller() {
    follow(include_str!("transcripts/gtp_session.txt"), run);
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    follow(include_str!("transcripts/gtp_refusals.txt"), run);
}

#[test]
fn every_listed_command_is_known_and_nothing_else() {
    let (output, _) = converse("list_commands\n", run);
    let commands: Vec<&str> = output
        .strip_prefix("= ")
        .unwrap()
        .split_whitespace()
        .collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        assert_eq!(last_response(&format!("known_command {command}")), "= true");
        let response = last_response(command);
        assert_ne!(response, "? unknown command", "{command}");
        assert_ne!(
            last_response(&format!("{command} a b c d e f"))
                .chars()
                .next(),
            Some('=')
        );
    }
    assert_eq!(last_response("known_command komi"), "= false");
    assert_eq!(last_response("known_command nonsense"), "= false");
}

#[test]
fn a_generated_move_is_played_unless_it_is_only_asked_for() {
    let mut conversation = Conversation::start(run);
    conversation.send("thermodon-fen");
    let start = conversation.line();
    conversation.line();
    conversation.send("reg_genmove b");
    let only_asked = conversation.line();
    conversation.line();
    conversation.send("thermodon-fen");
    assert_eq!(conversation.line(), start);
    conversation.line();
    conversation.send(&format!(
        "play b {}",
        only_asked.strip_prefix("= ").unwrap()
    ));
    assert_eq!(conversation.line(), "=");
    conversation.line();
    conversation.send("undo");
    assert_eq!(conversation.line(), "=");
    conversation.line();
    conversation.send("genmove b");
    let played = conversation.line();
    conversation.line();
    conversation.send(&format!("play b {}", played.strip_prefix("= ").unwrap()));
    assert!(conversation.line().starts_with("? illegal move: "));
    conversation.line();
    conversation.send("thermodon-side_to_move");
    assert_eq!(conversation.line(), "= white");
}

#[test]
fn games_are_loaded_from_files_up_to_the_move_asked_for() {
    let folder = std::env::temp_dir().join(format!("thermodon-gtp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.sgf");
    std::fs::write(&file, "(;GM[18];B[djddgd];W[addgad])").unwrap();
    let file = file.display();
    let start = "= 3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b - - 0 1";
    let fen_after =
        |number: &str| last_response(&format!("loadsgf {file} {number}\nthermodon-fen\n"));
    assert_eq!(fen_after("1"), start);
    assert_eq!(fen_after("0"), start);
    assert_eq!(
        fen_after("2"),
        "= 3Q2Q3/10/10/Q2q2*2Q/10/10/q8q/10/10/6q3 w - - 1 1"
    );
    let end = "= 3Q2Q3/10/10/*2q2*2Q/10/10/q2Q5q/10/10/6q3 b - - 2 2";
    for number in ["", "3", "99999999999999999999999999"] {
        assert_eq!(fen_after(number), end, "{number:?}");
    }
    assert_eq!(
        last_response(&format!("loadsgf {file}\nundo\nundo\nthermodon-fen\n")),
        start
    );

    let broken = folder.join("broken.sgf");
    std::fs::write(&broken, "(;GM[18];B[djdd").unwrap();
    for (argument, said) in [
        (broken.display().to_string(), "? cannot load file: "),
        (folder.display().to_string(), "? cannot load file: "),
        (
            "/no/such/file.sgf".to_owned(),
            "? cannot load file: /no/such/file.sgf: ",
        ),
        (
            format!("{file} two"),
            "? syntax error: loadsgf must be followed by FILE [MOVE_NUMBER]",
        ),
    ] {
        let response = last_response(&format!("loadsgf {argument}"));
        assert!(response.starts_with(said), "{response}");
        let fen = last_response(&format!(
            "loadsgf {file}\nloadsgf {argument}\nthermodon-fen"
        ));
        assert_eq!(fen, end, "a failed load changes nothing");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_printed_game_can_be_read_again() {
    let sgf = last_response("boardsize 6\ngenmove b\ngenmove w\ngenmove b\nprintsgf\n");
    let fen = last_response("boardsize 6\ngenmove b\ngenmove w\ngenmove b\nthermodon-fen\n");
    let games = amazons::records::read(sgf.strip_prefix("= ").unwrap()).unwrap();
    assert_eq!(games[0].main_line().count(), 3);
    let end = amazons::notation::fen::write(&games[0].final_position());
    assert_eq!(format!("= {end}"), fen);
}
