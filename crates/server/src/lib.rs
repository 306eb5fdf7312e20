//! The app's server: a JSON API with live analysis, games that survive a crash, and the page.
//!
//! [`serve::Server`] is all that others need. A module uses only modules above it in this list:
//!
//! | module | what lives there |
//! |---|---|
//! | [`dto`] | what goes over the wire, with its JSON form and its place in the OpenAPI page |
//! | [`store`] | games on the disk: each change is safe before it is answered |
//! | [`pool`] | the threads that think, shared in slices by all who want something thought about |
//! | [`records`], [`overlays`], [`lessons`], [`streams`] | records as trees; what is drawn over a position; what kept games teach; how many streams are open |
//! | [`endgames`] | endgames explained and set as puzzles, beside the threads that think |
//! | [`thinking`] | what is thought about: moves, hints, live analyses that viewers share |
//! | [`programs`] | other engines on this machine, where the owner allows them |
//! | [`workplace`] | the folder of what needs one |
//! | [`openings`], [`laboratory`] | books and people's games, explored and let grow; the papers' experiments |
//! | [`games`], [`reviews`] | games with their clocks and the computer's moves; games looked back on |
//! | [`services`] | all of these, put together |
//! | [`handlers`], [`api`] | one function for each route; the routes and the OpenAPI page made of them |
//! | [`app`], [`serve`] | the page, the guards and the headers; listening and closing |

pub mod api;
pub mod app;
pub mod dto;
pub mod endgames;
pub mod games;
pub mod handlers;
pub mod laboratory;
pub mod lessons;
pub mod openings;
pub mod overlays;
pub mod pool;
pub mod programs;
pub mod records;
pub mod reviews;
pub mod serve;
pub mod services;
pub mod store;
pub mod streams;
pub mod thinking;
pub mod workplace;
