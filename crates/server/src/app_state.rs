//! State shared by all handlers.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::address_limiter::{AddressLimit, AddressLimiter};
use crate::analysis::{EngineFactory, LiveAnalysis, MAX_MULTIPV, SearchService};
use crate::data_dir::DataDir;
use crate::dto::error::ErrorReason;
use crate::dto::info::RequestLimits;
use crate::endgames::EndgameService;
use crate::experiments::ExperimentRunner;
use crate::external_engines::{ExternalEngineConfig, ExternalEngines};
use crate::games::{GameRegistry, MAX_MOVE_SECONDS};
use crate::openings::{BookBuilder, BookStore, GameDatabase, GameImporter};
use crate::pool::WorkerPool;
use crate::reviews::ReviewService;
use crate::store::GameStore;

/// Maximum size of a request body: a record of a thousand games, for example.
const MAX_BODY_BYTES: usize = 1 << 20;

/// Resource limits of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceLimits {
    /// Number of search threads.
    pub threads: usize,
    /// Memory limit of all search trees in MiB.
    pub tree_memory_mib: usize,
    /// Maximum number of open connections. Further ones replace the least recently used.
    pub connections: AddressLimit,
    /// Maximum number of open WebSockets.
    pub streams: AddressLimit,
    /// Maximum number of running reviews.
    pub reviews: AddressLimit,
    /// Maximum size of API responses that clients have not read, in bytes.
    pub unread_bytes: AddressLimit,
    /// Time after which a client that does not read is disconnected.
    pub write_timeout: Duration,
    /// Time after which a review that no client asks for is paused.
    pub review_timeout: Duration,
    /// Permission and limits of external engines.
    pub external_engines: ExternalEngineConfig,
}

impl Default for ResourceLimits {
    /// All cores, one gibibyte of search trees, and no external engines.
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            tree_memory_mib: 1024,
            connections: AddressLimit {
                total: 1024,
                per_address: 512,
            },
            streams: AddressLimit {
                total: 512,
                per_address: 256,
            },
            reviews: AddressLimit {
                total: 16,
                per_address: 8,
            },
            unread_bytes: AddressLimit {
                total: 256 << 20,
                per_address: 64 << 20,
            },
            write_timeout: Duration::from_secs(15),
            review_timeout: Duration::from_secs(30),
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
    pub streams: Arc<AddressLimiter>,
    pub unread_bytes: Arc<AddressLimiter>,
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
        let reviews = ReviewService::new(
            searches.clone(),
            Arc::clone(&games),
            limits.reviews,
            limits.review_timeout,
        );
        let books = Arc::new(BookStore::new(&data_dir));
        let book_builder = BookBuilder::new(searches.clone(), Arc::clone(&books), &data_dir);
        let live_analysis = LiveAnalysis::new(searches.clone(), limits.tree_memory_mib << 20);
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
            streams: AddressLimiter::new(
                "open WebSockets",
                |max| ErrorReason::TooManyConnections { max },
                limits.streams,
            ),
            unread_bytes: AddressLimiter::new(
                "unread bytes",
                |max| ErrorReason::TooManyUnreadBytes { max },
                limits.unread_bytes,
            ),
            request_limits: RequestLimits {
                body_bytes: MAX_BODY_BYTES,
                streams: limits.streams.total,
                streams_per_address: limits.streams.per_address,
                lines: MAX_MULTIPV,
                seconds_per_move: MAX_MOVE_SECONDS,
                reviews: limits.reviews.total,
                reviews_per_address: limits.reviews.per_address,
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
