//! What the games show: averages, tables, pictures.

use plot::{Axis, Figure, Mark, Plot, Point, ReferenceLine, Series};

use super::{GamesOf, PlayedGame, Player, Settings};
use crate::findings::{Cell, Table};
use crate::intervals::{Estimate, mean, ratio, share};

/// The paper's numbers, all for 10×10.
const PAPER_SIZE: u8 = 10;
const PAPER_MEAN: f64 = 479.0;
const OPENING: usize = 10;

impl GamesOf<'_> {
    fn board(&self) -> String {
        format!("{0}×{0}", self.size)
    }

    fn first_wins(&self) -> Option<Estimate> {
        let won = self.games.iter().filter(|game| game.first_won).count();
        share(won, self.games.len())
    }

    fn separated(&self) -> Option<Estimate> {
        mean(self.games.iter().map(|game| game.separated as f64))
    }

    fn length(&self) -> Option<Estimate> {
        mean(self.games.iter().map(|game| game.choices.len() as f64))
    }

    /// The moves per position, over so many positions of each game as that says.
    fn choice(&self, plies: impl Fn(&PlayedGame) -> usize) -> Option<Estimate> {
        ratio(self.games.iter().map(|game| {
            let counted = &game.choices[..plies(game).min(game.choices.len())];
            (
                counted.iter().map(|&moves| f64::from(moves)).sum(),
                counted.len() as f64,
            )
        }))
    }

    fn choice_until_separated(&self) -> Option<Estimate> {
        self.choice(|game| game.separated)
    }

    fn choice_to_the_end(&self) -> Option<Estimate> {
        self.choice(|game| game.choices.len())
    }

    /// The moves per position at each ply that at least half of the games have seen.
    fn choice_by_ply(&self) -> Vec<Point> {
        let at = |ply: usize| {
            let moves = self
                .games
                .iter()
                .filter_map(move |game| game.choices.get(ply));
            let moves: Vec<f64> = moves.map(|&moves| f64::from(moves)).collect();
            (2 * moves.len() >= self.games.len())
                .then(|| mean(moves))
                .flatten()
        };
        let measured = (0..).map_while(at).enumerate();
        measured
            .map(|(ply, at)| Point::with_interval(ply as f64 + 1.0, at.value, at.low, at.high))
            .collect()
    }
}

pub(super) fn beside_the_paper(settings: &Settings, cells: &[GamesOf]) -> Table {
    let names: Vec<String> = settings.players.iter().map(Player::name).collect();
    let mut columns = vec!["10×10", "paper"];
    columns.extend(names.iter().map(String::as_str));
    let mut table = Table::new(
        "Moves to choose from, beside the paper",
        &columns,
        "Averages over all positions of all games. The paper does not say whose games it counted, nor \
         whether to the last move.",
    );
    let mut row = |what: &str, paper: Cell, ours: &dyn Fn(&GamesOf) -> Cell| {
        let mut cells_of_row = vec![what.into(), paper];
        let large = cells.iter().filter(|cell| cell.size == PAPER_SIZE);
        cells_of_row.extend(large.map(ours));
        table.rows.push(cells_of_row);
    };
    row("at the start", Cell::Count(2176), &|cell| {
        let first = cell.games.first().and_then(|game| game.choices.first());
        first.map_or(Cell::Unknown, |&moves| Cell::Count(moves.into()))
    });
    row("in the first ten plies", "over 1,000".into(), &|cell| {
        Cell::measured(cell.choice(|_| OPENING), 0)
    });
    row(
        "until the players are separated",
        Cell::Count(479),
        &|cell| Cell::measured(cell.choice_until_separated(), 0),
    );
    row("to the last move", Cell::Count(479), &|cell| {
        Cell::measured(cell.choice_to_the_end(), 0)
    });
    table
}

pub(super) fn by_size(cells: &[GamesOf]) -> Table {
    let mut table = Table::new(
        "By board size",
        &[
            "board",
            "player",
            "games",
            "first wins, %",
            "plies, apart",
            "plies, end",
            "moves, apart",
            "moves, end",
        ],
        "Plies of a game and moves a position, until fire keeps the players apart and to the last move; \
         with 95 % intervals.",
    );
    for cell in cells {
        table.rows.push(vec![
            Cell::Text(cell.board()),
            Cell::Text(cell.player.name()),
            Cell::Count(cell.games.len() as u64),
            Cell::measured(cell.first_wins().map(|wins| wins.times(100.0)), 1),
            Cell::measured(cell.separated(), 1),
            Cell::measured(cell.length(), 1),
            Cell::measured(cell.choice_until_separated(), 1),
            Cell::measured(cell.choice_to_the_end(), 1),
        ]);
    }
    table
}

/// A series for each player, a place for each board.
fn by_player(
    settings: &Settings,
    cells: &[GamesOf],
    measure: impl Fn(&GamesOf) -> Option<Estimate>,
) -> Vec<Series> {
    let place = |cell: &GamesOf| {
        let measured = measure(cell)?;
        Some(Point::with_interval(
            cell.size.into(),
            measured.value,
            measured.low,
            measured.high,
        ))
    };
    let series = |player: &Player| Series {
        name: player.name(),
        mark: Mark::Point,
        points: cells
            .iter()
            .filter(|cell| std::ptr::eq(cell.player, player))
            .filter_map(place)
            .collect(),
    };
    settings.players.iter().map(series).collect()
}

pub(super) fn wins_and_lengths(settings: &Settings, cells: &[GamesOf]) -> Figure {
    let boards = || {
        let ticks = settings
            .sizes
            .iter()
            .map(|&size| (size.into(), format!("{size}×{size}")));
        Axis::new("board").with_ticks(ticks.collect())
    };
    let wins = |cell: &GamesOf| cell.first_wins().map(|wins| wins.times(100.0));
    Figure {
        plots: vec![
            Plot {
                title: "What moving first is worth".to_owned(),
                x: boards(),
                y: Axis::new("games won by who moves first, %, with 95 % interval"),
                series: by_player(settings, cells, wins),
                reference_lines: vec![ReferenceLine {
                    y: 50.0,
                    label: "no advantage".to_owned(),
                }],
            },
            Plot {
                title: "How long games last".to_owned(),
                x: boards(),
                y: Axis::new("plies until fire keeps the players apart, with 95 % interval"),
                series: by_player(settings, cells, |cell| cell.separated()),
                reference_lines: Vec::new(),
            },
        ],
    }
}

pub(super) fn choice_by_ply(settings: &Settings, cells: &[GamesOf]) -> Figure {
    let line = |name: String, cell: &GamesOf| Series {
        name,
        mark: Mark::Line,
        points: cell.choice_by_ply(),
    };
    let large = cells.iter().filter(|cell| cell.size == PAPER_SIZE);
    let strongest = settings.players.last();
    let name = strongest.map(Player::name).unwrap_or_default();
    let of_strongest = cells
        .iter()
        .filter(|cell| strongest.is_some_and(|player| std::ptr::eq(player, cell.player)));
    Figure {
        plots: vec![
            Plot {
                title: "Moves to choose from, on 10×10".to_owned(),
                x: Axis::new("ply"),
                y: Axis::new("legal moves, on average"),
                series: large.map(|cell| line(cell.player.name(), cell)).collect(),
                reference_lines: vec![ReferenceLine {
                    y: PAPER_MEAN,
                    label: "479, the paper's average over a game".to_owned(),
                }],
            },
            Plot {
                title: format!("Moves to choose from, by board ({name})"),
                x: Axis::new("ply"),
                y: Axis::new("legal moves, on average").with_log_scale(),
                series: of_strongest.map(|cell| line(cell.board(), cell)).collect(),
                reference_lines: Vec::new(),
            },
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_by_hand() {
        let game = |first_won, separated, choices: &[u32]| PlayedGame {
            first_won,
            separated,
            choices: choices.to_vec(),
        };
        let games = [game(true, 2, &[10, 8, 3]), game(false, 1, &[10, 2])];
        let player = Player {
            player: "random".to_owned(),
            nodes: 1,
            games: 2,
            games_at_once: 2,
        };
        let cell = GamesOf {
            size: 5,
            player: &player,
            games: games.iter().collect(),
        };
        let value = |estimate: Option<Estimate>| estimate.unwrap().value;
        assert_eq!(value(cell.first_wins()), 0.5);
        assert_eq!((value(cell.separated()), value(cell.length())), (1.5, 2.5));
        assert!((value(cell.choice_until_separated()) - 28.0 / 3.0).abs() < 1e-12);
        assert!((value(cell.choice_to_the_end()) - 33.0 / 5.0).abs() < 1e-12);
        let by_ply: Vec<f64> = cell.choice_by_ply().iter().map(|place| place.y).collect();
        assert_eq!(by_ply, [10.0, 5.0, 3.0]);
    }
}
