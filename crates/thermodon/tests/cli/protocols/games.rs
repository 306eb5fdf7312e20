//! Games between two sessions, with every move checked.

use amazons::{Color, Game, Move, Position};
use protocol::{gtp, uci};

use super::botzone::{self, Encoding, KEEP_RUNNING};
use super::client::{ProtocolClient, run_transcript, seeded};

/// Plays to the end and returns the moves.
fn play_to_the_end(start: Position, mut next: impl FnMut(&[Move]) -> Option<Move>) -> Vec<Move> {
    let mut position = start;
    let mut moves = Vec::new();
    while let Some(mv) = next(&moves) {
        position = position.after(mv).unwrap();
        moves.push(mv);
    }
    assert!(position.outcome().is_some(), "the game is over");
    assert!(moves.len() > 10, "a random game is longer");
    moves
}

#[test]
fn uci_engines_play_to_the_end() {
    for size in ["6x6", "8x8", "10x10"] {
        let mut players = [1, 2].map(|seed| {
            ProtocolClient::start(move |input, output| {
                uci::run_with(seeded(seed), &uci::UciConfig::default(), input, output)
            })
        });
        for player in &mut players {
            player.send("uci");
            player.line_starting("uciok");
            player.send(&format!("setoption name BoardSize value {size}"));
        }
        play_to_the_end(Position::parse(size).unwrap(), |moves| {
            let player = &mut players[moves.len() % 2];
            let list: Vec<String> = moves.iter().map(Move::to_string).collect();
            player.send(&format!("position startpos moves {}", list.join(" ")));
            player.send("go movetime 50");
            let best = player.line_starting("bestmove ");
            match best.strip_prefix("bestmove ").unwrap() {
                "(none)" => None,
                mv => Some(mv.parse().unwrap()),
            }
        });
    }
}

#[test]
fn gtp_engines_play_to_the_end() {
    let mut players = [1, 2].map(|seed| {
        ProtocolClient::start(move |input, output| {
            gtp::run_with(seeded(seed), &gtp::GtpConfig::default(), input, output)
        })
    });
    let mut ask = move |player: usize, command: &str| {
        let player: &mut ProtocolClient<_> = &mut players[player];
        player.send(command);
        let answer = player.line();
        assert_eq!(player.line(), "");
        answer.strip_prefix('=').expect("success").trim().to_owned()
    };
    for player in [0, 1] {
        ask(player, "boardsize 8");
        ask(player, "clear_board");
        ask(player, "time_settings 100 0 0");
    }
    let moves = play_to_the_end(Position::parse("8x8").unwrap(), |moves| {
        let (player, color) = [(0, Color::White), (1, Color::Black)][moves.len() % 2];
        let answer = ask(player, &format!("genmove {color}"));
        let mv = (answer != "resign").then(|| answer.parse().unwrap());
        if mv.is_some() {
            ask(1 - player, &format!("play {color} {answer}"));
        }
        mv
    });
    let winner = ["B+", "W+"][moves.len() % 2];
    assert_eq!([0, 1].map(|player| ask(player, "final_score")), [winner; 2]);
    assert_eq!(ask(0, "thermodon-fen"), ask(1, "thermodon-fen"));
}

#[test]
fn restarted_botzone_bots_play_to_the_end() {
    for encoding in [Encoding::Text, Encoding::Json] {
        play_to_the_end(botzone::start(), |moves| {
            let mut turns: Vec<[i32; 6]> = moves.iter().copied().map(botzone::from_move).collect();
            if moves.len().is_multiple_of(2) {
                turns.insert(0, [-1; 6]);
            }
            let (answer, result) = run_transcript(encoding.history(&turns), botzone::once);
            result.unwrap();
            let turn = encoding.read(&answer);
            (turn != [-1; 6]).then(|| botzone::to_move(turn))
        });
    }
}

#[test]
fn botzone_bots_kept_running_play_to_the_end() {
    for encoding in [Encoding::Text, Encoding::Json] {
        let mut players = [0, 1].map(|_| ProtocolClient::start(botzone::kept_running));
        play_to_the_end(botzone::start(), |moves| {
            let player = &mut players[moves.len() % 2];
            let last = moves.last().map_or([-1; 6], |&mv| botzone::from_move(mv));
            player.send(&if moves.len() < 2 {
                encoding.history(&[last])
            } else {
                encoding.turn(last)
            });
            let turn = encoding.read(&player.line());
            assert_eq!(player.line(), KEEP_RUNNING);
            (turn != [-1; 6]).then(|| botzone::to_move(turn))
        });
    }
}
