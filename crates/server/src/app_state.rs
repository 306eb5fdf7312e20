//! State shared by all handlers.

use std::sync::Arc;

use tokio::sync::watch;

use crate::analysis::{EngineFactory, LiveAnalysis, MAX_MULTIPV, SearchService};
use crate::data_dir::DataDir;
use crate::dto::info::RequestLimits;
use crate::endgames::EndgameService;
use crate::experiments::ExperimentRunner;
use crate::external_engines::{ExternalEngineConfig, ExternalEngines};
use crate::games::{GameRegistry, MAX_MOVE_SECONDS};
use crate::openings::{BookBuilder, BookStore, GameDatabase, GameImporter};
use crate::pool::WorkerPool;
use crate::reviews::ReviewService;
use crate::store::GameStore;
use crate::stream_limiter::StreamLimiter;

/// Maximum size of a request body: a record of a thousand games, for example.
const MAX_BODY_BYTES: usize = 1 << 20;

/// Resource limits of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceLimits {
    /// Number of search threads.
    pub threads: usize,
    /// Memory limit of all search trees in MiB.
    pub tree_memory_mib: usize,
    /// Maximum number of open WebSockets.
    pub streams: usize,
    /// Maximum number of open WebSockets from one address.
    pub streams_per_address: usize,
    /// Maximum number of running reviews.
    pub reviews: usize,
    /// Permission and limits of external engines.
    pub external_engines: ExternalEngineConfig,
}

impl Default for ResourceLimits {
    /// All cores, one gibibyte of search trees, and no external engines.
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            tree_memory_mib: 1024,
            streams: 512,
            streams_per_address: 256,
            reviews: 16,
            external_engines: ExternalEngineConfig::default(),
        }
    }
}

/// State shared by all handlers.
#[doc(hidden)]
#[derive(Debug)]
pub struct AppState {
    pub games: Arc<GameRegistry>,
    pub external_engines: Arc<ExternalEngines>,
    pub reviews: Arc<ReviewService>,
    pub endgames: EndgameService,
    pub books: Arc<BookStore>,
    pub book_builder: Arc<BookBuilder>,
    pub game_database: GameDatabase,
    pub importer: Arc<GameImporter>,
    pub experiments: Arc<ExperimentRunner>,
    pub live_analysis: Arc<LiveAnalysis>,
    pub searches: SearchService,
    pub stream_limiter: Arc<StreamLimiter>,
    pub request_limits: RequestLimits,
    /// True once the server shuts down.
    pub shutdown: watch::Sender<bool>,
}

impl AppState {
    pub(crate) fn new(
        store: GameStore,
        game_database: GameDatabase,
        data_dir: DataDir,
        limits: ResourceLimits,
    ) -> Self {
        let pool = Arc::new(WorkerPool::new(limits.threads));
        // One search may use half of the memory, so that there is room for a second one.
        let hash_mib = limits.tree_memory_mib / 2;
        let threads = pool.threads();
        let engines = Arc::new(EngineFactory::new(threads, hash_mib));
        let searches = SearchService { pool, engines };
        let external_engines = ExternalEngines::new(store.clone(), limits.external_engines);
        let external_engines = Arc::new(external_engines);
        let games = GameRegistry::new(store, searches.clone(), Arc::clone(&external_engines));
        let games = Arc::new(games);
        let reviews = ReviewService::new(searches.clone(), Arc::clone(&games), limits.reviews);
        let books = Arc::new(BookStore::new(&data_dir));
        let book_builder = BookBuilder::new(searches.clone(), Arc::clone(&books), &data_dir);
        let live_analysis = LiveAnalysis::new(searches.clone(), limits.tree_memory_mib << 20);
        let stream_limiter = StreamLimiter::new(limits.streams, limits.streams_per_address);
        Self {
            books,
            book_builder: Arc::new(book_builder),
            importer: Arc::new(GameImporter::new(game_database.clone())),
            game_database,
            experiments: Arc::new(ExperimentRunner::new(data_dir, threads)),
            games,
            external_engines,
            reviews: Arc::new(reviews),
            endgames: EndgameService::new(threads),
            live_analysis: Arc::new(live_analysis),
            stream_limiter: Arc::new(stream_limiter),
            request_limits: RequestLimits {
                body_bytes: MAX_BODY_BYTES,
                streams: limits.streams,
                streams_per_address: limits.streams_per_address,
                lines: MAX_MULTIPV,
                seconds_per_move: MAX_MOVE_SECONDS,
                reviews: limits.reviews,
                threads,
                tree_memory_mib: limits.tree_memory_mib,
            },
            searches,
            shutdown: watch::Sender::new(false),
        }
    }

    /// Closes all WebSockets, stops all clocks, processes and searches.
    pub(crate) fn shutdown(&self) {
        self.shutdown.send_replace(true);
        self.games.stop_clocks();
        self.external_engines.close();
        self.experiments.close();
        self.book_builder.stop();
        self.searches.pool.close();
        // The pool has dropped its searches.
        self.book_builder.wait();
    }
}
