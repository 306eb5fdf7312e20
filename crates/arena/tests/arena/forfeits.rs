//! Misbehaving engines (shell scripts): each forfeits its games for the right reason, and no match
//! hangs.

use std::sync::Arc;
use std::time::Duration;

use amazons::{Game, Position};
use arena::external::{ExternalEngine, Protocol};
use arena::time_control::Timeouts;
use arena::{
    BuiltinEngine, Forfeit, GameRecord, Match, MatchDir, MatchError, MatchStatus, OpeningSource,
    Participant, PlayerFactory, StopToken, Termination, TimeControl,
};

/// Response timeout of engines. Short, since the tests wait for it; long enough for a busy machine.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(700);

/// A UCI engine that runs a shell command on `go`.
fn uci(on_go: &str) -> ExternalEngine {
    shell_script(
        Protocol::Uci,
        &format!(
            "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
             quit) exit;; go*) {on_go};; esac; done"
        ),
    )
}

/// A GTP engine that runs a shell command on `genmove`; `$id` is the command id.
fn gtp(on_genmove: &str) -> ExternalEngine {
    shell_script(
        Protocol::Gtp,
        &format!(
            "while read -r id command rest; do case \"$command\" in \
             list_commands) printf '=%s boardsize\\nclear_board\\nplay\\ngenmove\\n\\n' \"$id\";; \
             genmove) {on_genmove};; quit) exit;; *) printf '=%s\\n\\n' \"$id\";; esac; done"
        ),
    )
}

/// An engine that is a shell script.
fn shell_script(protocol: Protocol, text: &str) -> ExternalEngine {
    ExternalEngine {
        command: vec!["sh".to_owned(), "-c".to_owned(), text.to_owned()],
        working_dir: None,
        protocol,
        options: Vec::new(),
        stderr_log: None,
        response_timeout: RESPONSE_TIMEOUT,
    }
}

fn participant(
    name: &str,
    factory: impl PlayerFactory<Position> + 'static,
    time_control: TimeControl,
) -> Participant<Position> {
    Participant {
        name: name.to_owned(),
        factory: Arc::new(factory),
        time_control,
    }
}

fn random_player() -> BuiltinEngine {
    BuiltinEngine::new(vec![("Player".to_owned(), "random".to_owned())]).unwrap()
}

/// One node per move, without a time limit.
fn one_node() -> TimeControl {
    TimeControl {
        nodes: Some(1),
        ..TimeControl::default()
    }
}

/// A match of four games between a random player (participant 0) and a misbehaving engine.
fn match_plan(bad: ExternalEngine, time_control: TimeControl) -> Match<Position> {
    let participants = vec![
        participant("good", random_player(), one_node()),
        participant("bad", bad, time_control),
    ];
    let openings = OpeningSource::Random {
        start: Position::parse("6x6").unwrap(),
        plies: 2,
    };
    Match {
        seed: 1,
        timeouts: Timeouts {
            time_margin: Duration::from_millis(100),
            response_timeout: RESPONSE_TIMEOUT,
        },
        concurrency: 2,
        ..Match::new(participants, openings, 2)
    }
}

/// Plays a match to the end and returns its games in order.
fn play(plan: &Match<Position>) -> Vec<GameRecord> {
    let mut records = Vec::new();
    let result = arena::run(plan, None, &StopToken::default(), |record, _| {
        records.push(record.clone());
    });
    assert_eq!(result.unwrap().status, MatchStatus::Complete);
    records.sort_by_key(|record| record.game);
    records
}

/// Asserts that all games are played and the misbehaving engine forfeits each of them; returns the
/// forfeits.
fn forfeits(bad: ExternalEngine, time_control: TimeControl) -> Vec<Forfeit> {
    let command = bad.command[2].clone();
    let records = play(&match_plan(bad, time_control));
    let games: Vec<usize> = records.iter().map(|record| record.game).collect();
    assert_eq!(games, [0, 1, 2, 3]);
    let forfeit = |record: GameRecord| {
        let winner = record.winner.map(|winner| record.players()[winner]);
        assert_eq!(winner, Some(0), "{command}");
        match record.termination {
            Termination::Forfeit(forfeit) => forfeit,
            other => panic!("{command}: {other:?}"),
        }
    };
    records.into_iter().map(forfeit).collect()
}

/// Asserts that each engine forfeits all games for this kind of reason, without a time limit.
fn assert_forfeits(kind: &str, engines: impl IntoIterator<Item = ExternalEngine>) {
    for bad in engines {
        let command = bad.command[2].clone();
        for forfeit in forfeits(bad, one_node()) {
            assert_eq!(forfeit.kind(), kind, "{command}: {forfeit}");
        }
    }
}

#[test]
fn illegal_moves_forfeit() {
    let bestmove = |text: &str| uci(&format!("printf 'bestmove {text}\\n'"));
    let kind = "illegal move";
    assert_forfeits(
        kind,
        ["a1a1,a1a1", "e2e4", "bestmove", "\\377"].map(bestmove),
    );
    let reply = |text: &str| gtp(&format!("printf '=%s {text}\\n\\n' $id"));
    assert_forfeits(kind, ["a1-a1/a1", "pass", "D4", "d1-d2"].map(reply));
}

#[test]
fn garbage_silence_and_partial_lines_stall() {
    let uci_commands = [
        "echo garbage; echo 'info depth x score cp y nodes'; echo best move d1",
        ":",
        "printf 'bestmove d1d2'",
        "while :; do echo garbage without end; done",
        "exec sleep 1000",
        "trap '' TERM INT; sleep 1000",
    ];
    assert_forfeits("silence", uci_commands.map(uci));
    let gtp_commands = [
        "echo nonsense",
        "printf '=%s d1-d2/d1\\n' $id",
        "printf '=%s0 d1-d2/d1\\n\\n' $id",
        ":",
    ];
    assert_forfeits("silence", gtp_commands.map(gtp));
}

#[test]
fn silence_under_a_time_limit_loses_on_time() {
    let move_time = TimeControl {
        move_time: Some(Duration::from_millis(100)),
        ..TimeControl::default()
    };
    let clock = TimeControl {
        clock: Some("0.1+0.01".parse().unwrap()),
        ..TimeControl::default()
    };
    for (bad, time_control) in [
        (uci(":"), move_time),
        (gtp(":"), move_time),
        (uci("sleep 100"), clock),
    ] {
        for forfeit in forfeits(bad, time_control) {
            assert_eq!(forfeit.kind(), "time", "{forfeit}");
        }
    }
}

#[test]
fn overlong_lines_and_a_bestmove_without_a_move_violate_the_protocol() {
    let commands = ["head -c 3000000 /dev/zero | tr '\\0' x", "echo bestmove"];
    assert_forfeits("nonsense", commands.map(uci));
}

#[test]
fn crashes_forfeit() {
    let commands = [
        "exit 3",
        "kill -9 $$",
        "printf 'bestmove d1'; exit",
        "exec >&-; sleep 100",
    ];
    assert_forfeits("crash", commands.map(uci));
    assert_forfeits("crash", commands.map(gtp));
    let records = play(&match_plan(uci("exit 3"), one_node()));
    let text = records[0].termination_text();
    assert!(text.ends_with("exit status: 3"), "{text}");
}

#[test]
fn rejected_commands_forfeit_and_resigning_is_not_a_forfeit() {
    assert_forfeits("refusal", [gtp("printf '?%s unknown command\\n\\n' $id")]);
    for engine in [
        uci("echo 'bestmove (none)'"),
        gtp("printf '=%s resign\\n\\n' $id"),
    ] {
        for record in play(&match_plan(engine, one_node())) {
            assert_eq!(record.termination, Termination::Resignation);
            assert_eq!(record.players()[record.winner.unwrap()], 0);
        }
    }
}

#[test]
fn output_before_readyok_is_skipped() {
    let early_bestmove = "while read -r line; do case \"$line\" in uci) echo uciok;; \
                 isready) echo bestmove a1a1,a1a1; echo readyok; echo bestmove b1b1,b1b1;; \
                 go*) exec sleep 1000;; quit) exit;; esac; done";
    // The first `bestmove` comes before `readyok` and is skipped. The second comes after it and
    // cannot be distinguished from a reply to `go`.
    for forfeit in forfeits(shell_script(Protocol::Uci, early_bestmove), one_node()) {
        let is_second =
            matches!(&forfeit, Forfeit::IllegalMove { text, .. } if text == "b1b1,b1b1");
        assert!(is_second, "{forfeit}");
    }
}

#[test]
fn a_player_that_fails_to_start_ends_the_match_before_it_begins() {
    let engines = [
        ExternalEngine {
            command: vec!["/nowhere/no-such-program".to_owned()],
            ..uci(":")
        },
        shell_script(Protocol::Uci, "exit 1"),
        shell_script(Protocol::Uci, "cat > /dev/null"),
        shell_script(Protocol::Gtp, "while read -r line; do echo hello; done"),
        ExternalEngine {
            options: vec![("Hash".to_owned(), "16".to_owned())],
            ..uci(":")
        },
        ExternalEngine {
            command: Vec::new(),
            ..uci(":")
        },
    ];
    for engine in engines {
        let plan = match_plan(engine, one_node());
        let result = arena::run(&plan, None, &StopToken::default(), |_, _| {});
        let result = result.map(|result| result.status);
        let Err(MatchError::StartFailed { name, forfeit }) = result else {
            panic!("{result:?}")
        };
        assert_eq!((name.as_str(), forfeit.kind()), ("bad", "start"));
    }
}

/// A player that fails to restart forfeits the game without a move. This one starts three times.
#[test]
fn a_crashed_player_is_restarted_for_the_next_game() {
    let dir = tempfile::tempdir().unwrap();
    let starts = dir.path().join("starts");
    let mut bad = uci("exit 3");
    let count_starts = format!(
        "echo start >> '{0}'; test $(wc -l < '{0}') -le 3 || exit 1; ",
        starts.display()
    );
    bad.command[2].insert_str(0, &count_starts);
    let mut plan = match_plan(bad, one_node());
    plan.concurrency = 1;
    let records = play(&plan);
    let kinds: Vec<_> = records
        .iter()
        .map(|record| match &record.termination {
            Termination::Forfeit(forfeit) => forfeit.kind(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(kinds, ["crash", "crash", "crash", "start"]);
    assert!(records[3].moves.is_empty() && records[3].opening_moves.len() == 2);
    assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), 4);
}

#[test]
fn forfeits_and_standard_error_are_written() {
    let dir = tempfile::tempdir().unwrap();
    let mut bad = uci("echo diagnostic output >&2; exit 3");
    bad.stderr_log = Some(dir.path().join("bad.stderr.log"));
    let plan = match_plan(bad, one_node());
    let mut match_dir = MatchDir::open::<Position>(dir.path(), &plan.header()).unwrap();
    let stop = StopToken::default();
    arena::run(&plan, Some(&mut match_dir), &stop, |_, _| {}).unwrap();
    for (file, text) in [
        (
            "journal.jsonl",
            "\"ending\":{\"fault\":{\"crash\":\"exit status: 3\"}}",
        ),
        ("results.pgn", "crashed: exit status: 3"),
        ("games.sgf", "+F]"),
        ("bad.stderr.log", "diagnostic output"),
    ] {
        let content = std::fs::read_to_string(dir.path().join(file)).unwrap();
        assert_eq!(content.matches(text).count(), 4, "{file}");
    }
}

#[test]
fn a_stopped_match_ends_at_once_and_discards_running_games() {
    let mut plan = match_plan(uci("exec sleep 1000"), one_node());
    plan.timeouts.response_timeout = Duration::from_secs(1000);
    let stop = StopToken::default();
    let stop_clone = stop.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop_clone.stop();
    });
    let result = arena::run(&plan, None, &stop, |_, _| {}).unwrap();
    stopper.join().unwrap();
    assert_eq!(result.status, MatchStatus::Stopped);
    assert_eq!(result.standings.games(), 0);
}
