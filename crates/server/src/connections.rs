//! Open connections: how many, and which one makes room for a new one.
//!
//! A client that does not read what it asked for is disconnected after a while. If there are too
//! many connections, the one without traffic for the longest time is closed, so that clients that
//! hold connections cannot keep others out.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep};

use crate::address_limiter::AddressLimit;

/// Open connections.
#[derive(Debug)]
pub struct Connections {
    limit: AddressLimit,
    /// Time after which a client that reads nothing is disconnected.
    write_timeout: Duration,
    /// Start of [`ConnectionEntry::last_traffic`].
    epoch: Instant,
    open: Mutex<OpenConnections>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    last_id: u64,
    by_id: HashMap<u64, ConnectionEntry>,
}

#[derive(Debug)]
struct ConnectionEntry {
    /// `None` for the proxy, which has no limit of its own.
    address: Option<IpAddr>,
    /// Milliseconds since the epoch.
    last_traffic: Arc<AtomicU64>,
    /// Closes the connection when dropped.
    _close: oneshot::Sender<()>,
}

impl Connections {
    pub fn new(limit: AddressLimit, write_timeout: Duration) -> Arc<Self> {
        Arc::new(Self {
            limit,
            write_timeout,
            epoch: Instant::now(),
            open: Mutex::default(),
        })
    }

    /// Adds a connection. Closes the least recently used one of its address, or of all, if there
    /// are too many. A proxy has no address: only the total limit applies.
    pub fn add(self: &Arc<Self>, stream: TcpStream, address: Option<IpAddr>) -> Connection {
        let (close, closed) = oneshot::channel();
        let last_traffic = Arc::new(AtomicU64::new(self.now()));
        let mut open = self.open.lock();
        let is_same = |entry: &ConnectionEntry| entry.address == address;
        let from_address = open.by_id.values().filter(|entry| is_same(entry)).count();
        if address.is_some() && from_address >= self.limit.per_address {
            open.close_least_recently_used(is_same);
        } else if open.by_id.len() >= self.limit.total {
            open.close_least_recently_used(|_| true);
        }
        open.last_id += 1;
        let id = open.last_id;
        let entry = ConnectionEntry {
            address,
            last_traffic: Arc::clone(&last_traffic),
            _close: close,
        };
        open.by_id.insert(id, entry);
        drop(open);
        Connection {
            connections: Arc::clone(self),
            id,
            stream,
            last_traffic,
            closed: Some(closed),
            write_timer: None,
        }
    }

    /// Closes the connection without traffic for the longest time.
    pub fn close_least_recently_used(&self) {
        self.open.lock().close_least_recently_used(|_| true);
    }

    /// Number of open connections.
    pub fn count(&self) -> usize {
        self.open.lock().by_id.len()
    }

    fn now(&self) -> u64 {
        self.epoch.elapsed().as_millis() as u64
    }
}

impl OpenConnections {
    fn close_least_recently_used(&mut self, is_candidate: impl Fn(&ConnectionEntry) -> bool) {
        let candidates = self.by_id.iter().filter(|(_, entry)| is_candidate(entry));
        let oldest = candidates.min_by_key(|(_, entry)| entry.last_traffic.load(Ordering::Relaxed));
        if let Some((&id, _)) = oldest {
            self.by_id.remove(&id);
        }
    }
}

/// An open connection.
#[derive(Debug)]
pub struct Connection {
    connections: Arc<Connections>,
    id: u64,
    stream: TcpStream,
    last_traffic: Arc<AtomicU64>,
    /// Ready when the connection is to be closed; `None` afterwards.
    closed: Option<oneshot::Receiver<()>>,
    /// Runs while the client does not read.
    write_timer: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    fn record_traffic(&self) {
        let now = self.connections.now();
        self.last_traffic.store(now, Ordering::Relaxed);
    }

    /// Fails if the connection is to be closed.
    fn check_open(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if let Some(closed) = &mut self.closed
            && Pin::new(closed).poll(context).is_pending()
        {
            return Ok(());
        }
        self.closed = None;
        Err(self.abort(io::ErrorKind::ConnectionAborted))
    }

    /// Makes the system discard what the client has not read.
    fn abort(&self, reason: io::ErrorKind) -> io::Error {
        let _ = self.stream.set_zero_linger();
        reason.into()
    }

    /// Result of a write, or an error if none has succeeded for too long.
    fn with_timeout<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.write_timer = None;
            self.record_traffic();
            return written;
        }
        self.check_open(context)?;
        let write_timeout = self.connections.write_timeout;
        let timer = self
            .write_timer
            .get_or_insert_with(|| Box::pin(sleep(write_timeout)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(self.abort(io::ErrorKind::TimedOut)))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_open(context)?;
        let result = ready!(Pin::new(&mut self.stream).poll_read(context, buffer));
        self.record_traffic();
        Poll::Ready(result)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.with_timeout(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, buffers);
        self.with_timeout(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.open.lock().by_id.remove(&self.id);
    }
}
