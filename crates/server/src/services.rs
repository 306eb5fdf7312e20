//! All that the handlers call, put together once.

use std::sync::Arc;

use tokio::sync::watch;

use crate::dto::about::Limits;
use crate::endgames::Endgames;
use crate::games::{Games, MOST_SECONDS};
use crate::laboratory::Laboratory;
use crate::openings::{Growth, Importing, People, Shelf};
use crate::pool::Pool;
use crate::programs::{ProgramRules, Programs};
use crate::reviews::Reviews;
use crate::store::Store;
use crate::streams::Streams;
use crate::thinking::{Engines, LiveAnalysis};
use crate::workplace::Workplace;

/// The bytes that a request's body may have: a record of a thousand games, for one.
const BODY_BYTES: usize = 1 << 20;

/// The most lines of an analysis; more than any position has good moves.
pub const MOST_LINES: usize = 500;

/// How much the server may do at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// The threads that think.
    pub threads: usize,
    /// The memory for what analyses remember, in MiB.
    pub memory: usize,
    /// The streams that may be open at once.
    pub streams: usize,
    /// The same from one address.
    pub streams_per_address: usize,
    /// The reviews that may be under way at once.
    pub reviews: usize,
    /// What may be done with other programs.
    pub programs: ProgramRules,
}

impl Default for Capacity {
    /// All cores, a gibibyte, and more streams than a household needs.
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 1024,
            streams: 512,
            streams_per_address: 256,
            reviews: 16,
            programs: ProgramRules::default(),
        }
    }
}

/// All that the handlers call.
#[derive(Debug)]
pub struct Services {
    /// The games.
    pub games: Games,
    /// Other programs that play.
    pub programs: Programs,
    /// The reviews.
    pub reviews: Reviews,
    /// What explains endgames.
    pub endgames: Endgames,
    /// The books.
    pub shelf: Shelf,
    /// The growth of the owner's book.
    pub growth: Growth,
    /// The games that people played.
    pub people: People,
    /// What takes them in.
    pub importing: Importing,
    /// The experiments.
    pub lab: Laboratory,
    /// The live analyses.
    pub live: LiveAnalysis,
    /// What makes studies.
    pub engines: Arc<Engines>,
    /// The threads.
    pub pool: Arc<Pool>,
    /// Who may open a stream.
    pub streams: Streams,
    /// How much may be asked for.
    pub limits: Limits,
    /// True once the server is about to end.
    pub closing: watch::Sender<bool>,
}

impl Services {
    /// Everything, over these databases and in that workplace.
    #[must_use]
    pub fn new(store: Store, people: People, workplace: Workplace, capacity: Capacity) -> Self {
        let pool = Arc::new(Pool::new(capacity.threads));
        // One analysis may take half of the memory, so that a second one has room.
        let engines = Arc::new(Engines::new(pool.threads(), capacity.memory / 2));
        let programs = Programs::new(store.clone(), capacity.programs);
        let games = Games::new(
            store,
            Arc::clone(&pool),
            Arc::clone(&engines),
            programs.clone(),
        );
        let reviews = Reviews::new(
            Arc::clone(&pool),
            Arc::clone(&engines),
            games.clone(),
            capacity.reviews,
        );
        let shelf = Shelf::new(workplace.clone());
        let growth = Growth::new(
            Arc::clone(&pool),
            Arc::clone(&engines),
            shelf.clone(),
            workplace.clone(),
        );
        let memory = capacity.memory << 20;
        Self {
            shelf,
            growth,
            importing: Importing::new(people.clone()),
            people,
            lab: Laboratory::new(workplace, pool.threads()),
            games,
            programs,
            reviews,
            endgames: Endgames::new(pool.threads()),
            live: LiveAnalysis::new(Arc::clone(&pool), Arc::clone(&engines), memory),
            engines,
            streams: Streams::new(capacity.streams, capacity.streams_per_address),
            limits: Limits {
                body_bytes: BODY_BYTES,
                streams: capacity.streams,
                streams_per_address: capacity.streams_per_address,
                lines: MOST_LINES,
                seconds_per_move: MOST_SECONDS,
                reviews: capacity.reviews,
                threads: pool.threads(),
                memory: capacity.memory,
            },
            pool,
            closing: watch::Sender::new(false),
        }
    }

    /// Ends everything that goes on: streams are closed, clocks stand still, nobody thinks any more.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.games.stop_clocks();
        self.programs.close();
        self.lab.close();
        self.growth.stop();
        self.pool.close();
        // Its searches were dropped with the pool.
        self.growth.wait();
    }
}
