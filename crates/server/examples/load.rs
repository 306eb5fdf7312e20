//! Load test: many clients of live analysis, each with a position of its own.
//!
//!     cargo run --release -p thermodon-server --example load -- URL [CLIENTS] [SECONDS]
//!
//! Needs a running server (`thermodon serve --no-open`). Prints one JSON object; fails if a stream
//! broke, regressed or stayed silent. `tests/load/check` runs all of it.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use hyper::Request;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// What one client has received.
#[derive(Default)]
struct ViewerStats {
    updates: usize,
    nodes: u64,
    /// Time from the request to the first update.
    first_update: Duration,
    /// Whether the stream lasted to the end.
    completed: bool,
    /// Number of updates with fewer nodes than the one before.
    regressions: usize,
}

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments
        .next()
        .ok_or("usage: load URL [clients] [seconds]")?;
    let viewers: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(20), |text| text.parse())?;
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let host = host.to_owned();
    let end = Instant::now() + Duration::from_secs(seconds);
    let streams: Vec<_> = (0..viewers)
        .map(|number| tokio::spawn(watch_position(host.clone(), position(number), end)))
        .collect();
    let api = tokio::spawn(measure_api(host.clone(), end));
    let late = tokio::spawn(late_viewer(host.clone(), end));
    let mut stats = Vec::new();
    for stream in streams {
        stats.push(stream.await?.unwrap_or_default());
    }
    let mut api_times = api.await??;
    api_times.sort();
    let alone_end = Instant::now() + Duration::from_secs(2);
    let alone = watch_position(host, "9x9".to_owned(), alone_end).await?;
    let report = json!({
        "viewers": viewers,
        "seconds": seconds,
        "completed": stats.iter().filter(|viewer| viewer.completed).count(),
        "regressions": stats.iter().map(|viewer| viewer.regressions).sum::<usize>(),
        "updates": min_median_max(stats.iter().map(|viewer| viewer.updates as u64)),
        "nodes": min_median_max(stats.iter().map(|viewer| viewer.nodes)),
        "first_update_ms": min_median_max(
            stats.iter().map(|viewer| viewer.first_update.as_millis() as u64)
        ),
        "api_calls": api_times.len(),
        "api_p50_ms": percentile(&api_times, 50).as_secs_f64() * 1000.0,
        "api_p99_ms": percentile(&api_times, 99).as_secs_f64() * 1000.0,
        "late_first_update_ms": late.await??.first_update.as_millis() as u64,
        "alone_first_update_ms": alone.first_update.as_millis() as u64,
    });
    println!("{report:#}");
    let is_good =
        |viewer: &ViewerStats| viewer.completed && viewer.updates > 0 && viewer.regressions == 0;
    if !stats.iter().all(is_good) {
        return Err("a stream broke, regressed or stayed silent".into());
    }
    Ok(())
}

/// The standard start with two or three burned squares, different for each number below 1000.
fn position(number: usize) -> String {
    let row = |column: usize| match column {
        0 => "*9".to_owned(),
        9 => "9*".to_owned(),
        column => format!("{column}*{}", 9 - column),
    };
    let (second, third) = (row(number % 10), row(number / 10 % 10));
    let ninth = if number >= 100 {
        row(number / 100)
    } else {
        "10".to_owned()
    };
    format!("3q2q3/{second}/{third}/q8q/10/10/Q8Q/{ninth}/10/3Q2Q3 w - - 0 1")
}

/// A client that connects when all others have been there for a while.
async fn late_viewer(host: String, end: Instant) -> Result<ViewerStats, BoxError> {
    tokio::time::sleep_until((end - Duration::from_secs(3)).into()).await;
    watch_position(host, "8x8".to_owned(), end).await
}

async fn watch_position(host: String, fen: String, end: Instant) -> Result<ViewerStats, BoxError> {
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{host}/api/v1/analysis")).await?;
    let request = json!({"type": "analyze", "request": 1, "fen": fen, "lines": 60});
    let start = Instant::now();
    socket.send(Message::text(request.to_string())).await?;
    let mut stats = ViewerStats::default();
    loop {
        let message = tokio::select! {
            message = socket.next() => message,
            () = tokio::time::sleep_until(end.into()) => break,
        };
        let Some(Ok(message)) = message else {
            return Ok(stats);
        };
        let Message::Text(text) = message else {
            continue;
        };
        let nodes = nodes(&text).ok_or_else(|| format!("unexpected message: {text}"))?;
        if stats.updates == 0 {
            stats.first_update = start.elapsed();
        }
        stats.updates += 1;
        stats.regressions += usize::from(nodes < stats.nodes);
        stats.nodes = nodes;
    }
    stats.completed = true;
    Ok(stats)
}

/// Node count of an update. Not parsed as JSON, because the clients run on the server's machine and
/// should use little of its time.
fn nodes(update: &str) -> Option<u64> {
    let (_, rest) = update.split_once("\"nodes\":")?;
    let digits = rest.split(|character: char| !character.is_ascii_digit());
    digits.into_iter().next()?.parse().ok()
}

/// Sends API requests until the end and returns their response times.
async fn measure_api(host: String, end: Instant) -> Result<Vec<Duration>, BoxError> {
    let human = json!({"kind": "person"});
    let game = json!({"start": "6x6", "black": human, "white": human});
    let requests = [
        ("/api/v1/positions/overlays", json!({"fen": "startpos"})),
        ("/api/v1/games", game),
        (
            "/api/v1/records/read",
            json!({"text": "startpos moves d1-d7/g7"}),
        ),
    ];
    let mut times = Vec::new();
    while Instant::now() < end {
        for (path, body) in &requests {
            let start = Instant::now();
            post(&host, path, body).await?;
            times.push(start.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(times)
}

async fn post(host: &str, path: &str, body: &Value) -> Result<(), BoxError> {
    let stream = TcpStream::connect(host).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let request = Request::post(path)
        .header("host", host)
        .header("content-type", "application/json")
        .body(axum::body::Body::from(body.to_string()))?;
    let response = sender.send_request(request).await?;
    let status = response.status();
    let body = axum::body::Body::new(response.into_body());
    let bytes = axum::body::to_bytes(body, usize::MAX).await?;
    if !status.is_success() {
        return Err(String::from_utf8_lossy(&bytes).into());
    }
    Ok(())
}

fn min_median_max(numbers: impl Iterator<Item = u64>) -> Value {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    let median = numbers.get(numbers.len() / 2);
    json!({"min": numbers.first(), "median": median, "max": numbers.last()})
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).copied().unwrap_or_default()
}
