//! The server of the Thermodon app: a JSON API with live analysis, games in an embedded database,
//! and the web page.
//!
//! [`Server`] is what a program needs; `thermodon serve` is built on it. [`openapi`] describes the
//! API, which a running server shows at `/api/v1/docs`.
//!
//! ```
//! use server::{ResourceLimits, Server, ServerConfig, Storage};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let server = Server::bind(&ServerConfig {
//!     address: [127, 0, 0, 1].into(),
//!     port: Some(0),
//!     allowed_hosts: Vec::new(),
//!     trusted_proxy: None,
//!     new_tokens: false,
//!     storage: Storage::Memory,
//!     web_dir: None,
//!     limits: ResourceLimits::default(),
//! })?;
//! println!("http://{}/", server.address());
//! server.run(async {}).await; // Serves until the future is ready.
//! # Ok::<(), server::ServeError>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A module uses only modules above it in this list:
//!
//! | module | content |
//! |---|---|
//! | `dto` | JSON of requests and responses, with OpenAPI schemas |
//! | `sync` | blocking work off the async threads |
//! | `store` | database of games and external engines |
//! | `pool` | worker pool that time-slices searches |
//! | `records`, `overlays`, `insights` | game trees, board overlays, statistics of games |
//! | `address_limiter`, `data_dir` | limits in total and by address; data directory |
//! | `access` | tokens of the owner and of guests |
//! | `endgames` | endgame analyses and puzzles |
//! | `analysis` | searches as jobs of the pool; live analysis |
//! | `external_engines` | UCI and GTP engines on the server's machine |
//! | `openings`, `experiments` | books and game database; experiments of the lab |
//! | `games`, `reviews` | games with clocks and engine moves; game reviews |
//! | `app_state` | all of these, shared by the handlers |
//! | `handlers`, `api` | HTTP handlers; routes and OpenAPI description |
//! | `app`, `connections` | web page, request checks and headers; open connections |
//! | `serve` | accept loop and shutdown |

mod access;
mod address_limiter;
mod analysis;
mod api;
mod app;
mod app_state;
mod connections;
mod data_dir;
mod dto;
mod endgames;
mod experiments;
mod external_engines;
mod games;
mod handlers;
mod insights;
mod openings;
mod overlays;
mod pool;
mod records;
mod reviews;
mod serve;
mod store;
mod sync;

pub use access::{Tokens, TokensError};
pub use address_limiter::AddressLimit;
pub use api::openapi;
pub use app_state::ResourceLimits;
pub use external_engines::ExternalEngineConfig;
pub use serve::{DEFAULT_PORT, ServeError, Server, ServerConfig, Storage};
pub use store::StoreError;

/// Internals for the integration tests.
#[doc(hidden)]
pub mod internal {
    pub use crate::app::{AllowedHosts, Authentication, router};
    pub use crate::app_state::AppState;
    pub use crate::handlers::extract::PeerAddr;
}
