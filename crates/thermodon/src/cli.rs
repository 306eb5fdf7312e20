//! Definition of the command line, from which clap derives the parser, help, completions and man
//! pages.
//!
//! Former names of commands and options stay as hidden aliases; `docs/options.md` lists them.

use std::path::PathBuf;

use clap::{ColorChoice, Parser, Subcommand, ValueHint};

use crate::commands::{
    analysis_engine::AnalysisEngineArgs, analyze::AnalyzeArgs, bench::BenchArgs, book::BookArgs,
    convert::ConvertArgs, endgame::EndgameArgs, endgame::SolveArgs, eval::EvalArgs,
    fit_opponent::FitOpponentArgs, lab::LabArgs, matches::MatchArgs, perft::PerftArgs,
    play::PlayArgs, review::ReviewArgs, serve::ServeArgs, show::ShowArgs, train::TrainArgs,
};

/// Play and analyze the game of the Amazons.
///
/// Without a command, open the app in the browser.
#[derive(Parser, Debug)]
#[command(name = "thermodon", version = env!("THERMODON_VERSION"), max_term_width = 100)]
#[command(after_help = "\
A POSITION is a FEN (3q2q3/10/… w), a diagram (x..|.#.|..o: x Black, o White, # burned, optionally \
b or w for the side to move), `startpos`, or a board size such as 8x8.

Exit status: 0 for success, 1 for a negative result (the SPRT accepts H0, a \
verification finds differences, there are no runs to report), 2 for an error.")]
pub struct Cli {
    /// When to use colors.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,

    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Open the app in the browser: play, analyze and store games.
    Serve(ServeArgs),
    /// Play a game in the terminal.
    Play(PlayArgs),
    /// Draw a position and print its side to move, regions and FEN.
    Show(ShowArgs),
    /// Analyze a position.
    Analyze(AnalyzeArgs),
    /// Review a game move by move.
    Review(ReviewArgs),
    /// Convert games and positions from one format to another.
    Convert(ConvertArgs),
    /// Show the static evaluation of a position, term by term.
    Eval(EvalArgs),
    /// Count the leaf nodes of the move tree, to test the move generator.
    Perft(PerftArgs),
    /// Measure the speed of the engine and print a signature of its search.
    Bench(BenchArgs),
    /// Play a match between engines and estimate the difference in strength.
    Match(Box<MatchArgs>),
    /// Fit an opponent model to a player's games.
    FitOpponent(FitOpponentArgs),
    // Former spelling of `fit-opponent`.
    #[command(subcommand, hide = true)]
    Opponent(OpponentCommand),
    /// Build, probe and verify endgame tables; analyze and solve endgames.
    Endgame(EndgameArgs),
    // Former spelling of `endgame solve`.
    #[command(hide = true)]
    Solve(SolveArgs),
    /// Build and inspect opening books.
    Book(BookArgs),
    /// Train the handcrafted evaluation by self-play.
    #[command(alias = "learn")]
    Train(TrainArgs),
    /// Run the experiments of the papers and compare the results.
    Lab(LabArgs),
    /// Run as a UCI engine, in Fairy-Stockfish's dialect.
    Uci,
    /// Run as a GTP 2 engine.
    Gtp,
    /// Run as a USI engine for Shogi.
    Usi,
    // Former spelling of `usi`.
    #[command(subcommand, hide = true)]
    Shogi(ShogiCommand),
    /// Run the analysis engine: JSON-lines queries on stdin, results on stdout.
    #[command(alias = "analysis")]
    AnalysisEngine(AnalysisEngineArgs),
    /// Run as a Botzone bot (8x8, text or JSON as requested).
    Botzone {
        /// Ask the server to keep the process running, and wait for the next turn.
        #[arg(long)]
        keep_running: bool,
    },
    /// Print shell completions.
    Completions {
        /// Shell to print completions for.
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write the man pages of all commands.
    Man {
        /// Directory to write `thermodon.1`, `thermodon-play.1`, … to.
        #[arg(long, alias = "folder", value_name = "DIR", value_hint = ValueHint::DirPath)]
        dir: Option<PathBuf>,
    },
}

/// Former spelling of `fit-opponent`: `opponent fit`.
#[derive(Subcommand, Debug)]
pub enum OpponentCommand {
    /// Fit an opponent model to a player's games.
    Fit(FitOpponentArgs),
}

/// Former spelling of `usi`: `shogi usi`.
#[derive(Subcommand, Debug)]
pub enum ShogiCommand {
    /// Run as a USI engine for Shogi.
    Usi,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn definition_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Former spellings stay valid for existing scripts.
    #[test]
    fn former_spellings_are_accepted() {
        for line in [
            "serve --no-open --data :memory: --page web --name host",
            "play --position 6x6 --white computer --seconds 5 --opponent Depth=2",
            "analyze game.sgf --lines 5",
            "analysis --time 1",
            "perft -d 3 -p 8x8",
            "bench --instructions plain",
            "bench --instructions dot-product",
            "match --player engine --player cmd=x --pairing gauntlet --position 6x6 --movetime 100 \
             --margin 50 --patience 60 --folder x --resume",
            "opponent fit games.sgf --player Anna --output anna.model",
            "shogi usi",
            "solve 5x5 --first --memory 16 --state proof --folder tables",
            "endgame count --size 6",
            "endgame build --size 8 --folder tables",
            "endgame probe x.o --folder tables",
            "endgame explain x.o --first white --all --steps 10 --seconds 1",
            "endgame verify --sample 50 --from 8",
            "endgame stats --size 8",
            "book build b --size 9 --renewals 5 --position 6x6 --k 3",
            "book prune b --size 9 --loss 300",
            "book import b games --plies 8 --least-games 2 --k 3",
            "book trial b --play 6 --most-nodes 8 --learn 3 --learn-nodes 20",
            "book export b --to html --depth 4",
            "learn td --folder x --form wide --weights w --rate 0.1 --half-after 9 --omega 1 \
             --noise 50 --to-the-end --position 5x5 --lag 16",
            "learn tune games.bin -o w --form paper --weights w --every 2",
            "learn games games.bin --print 1",
            "lab run game/first-mover --out x --fresh",
            "man --folder man1",
        ] {
            let words = std::iter::once("thermodon").chain(line.split_whitespace());
            if let Err(error) = Cli::try_parse_from(words) {
                panic!("{line}: {error}");
            }
        }
    }
}
