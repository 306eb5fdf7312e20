//! `thermodon serve`: the app in the browser.

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Parser, ValueHint};
use etcetera::BaseStrategy;
use server::{DEFAULT_PORT, ResourceLimits, Server, ServerConfig, Storage};

/// Value of `--data-dir` that stores nothing.
const IN_MEMORY: &str = ":memory:";

#[derive(Parser, Debug)]
pub struct ServeArgs {
    /// Address to listen on. The default accepts local connections only; 0.0.0.0 listens on all
    /// interfaces. Other machines need the printed link, which has a token.
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    pub address: IpAddr,
    /// Port to listen on; 0 chooses a free one [default: 8642, or a free one if it is in use].
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Do not open the browser.
    #[arg(long, alias = "no-open")]
    pub no_browser: bool,
    /// Data directory, or :memory: to store nothing [default: the user's data directory].
    #[arg(long, alias = "data", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data_dir: Option<PathBuf>,
    /// Number of search threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Memory for the transposition tables of all searches in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(16..=65_536))]
    pub memory: u32,
    /// Host name to accept in requests besides IP addresses and localhost. May be repeated.
    #[arg(long = "allowed-host", alias = "name", value_name = "NAME")]
    pub allowed_hosts: Vec<String>,
    /// Allow the owner to add external engines by file name, on this machine and with the printed
    /// link. The app then runs any program that the owner names.
    #[arg(long)]
    pub allow_engines: bool,
    /// Replace the tokens of the printed links. Browsers that have opened an old link lose access.
    #[arg(long)]
    pub new_tokens: bool,
    /// Address of a reverse proxy whose X-Forwarded-For header names the client, so that limits
    /// apply to each client and not to all together.
    #[arg(long, value_name = "ADDRESS")]
    pub trusted_proxy: Option<IpAddr>,
    /// Directory with the web files, instead of the built-in ones (for development).
    #[arg(long, alias = "page", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub web_dir: Option<PathBuf>,
}

/// Serves until interrupted. Prints the address as soon as it accepts connections.
pub fn run(args: &ServeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = settings(args)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(64)
        .build()
        .context("cannot start threads")?;
    runtime.block_on(async {
        let server = Server::bind(&settings)?;
        let shutdown = shutdown_signal()?;
        let url = print_links(&server, out)?;
        let is_opened = !args.no_browser && open::that_detached(&url).is_ok();
        print_status(args, &settings, server.address(), is_opened);
        server.run(shutdown).await;
        Ok(())
    })
}

fn settings(args: &ServeArgs) -> anyhow::Result<ServerConfig> {
    let data = match &args.data_dir {
        Some(dir) if dir.as_os_str() == IN_MEMORY => Storage::Memory,
        Some(dir) => Storage::Directory(dir.clone()),
        None => Storage::Directory(default_data_dir()?),
    };
    let mut capacity = ResourceLimits {
        tree_memory_mib: args.memory as usize,
        ..ResourceLimits::default()
    };
    capacity.external_engines.enabled = args.allow_engines;
    if let Some(threads) = args.threads {
        capacity.threads = threads.into();
    }
    Ok(ServerConfig {
        address: args.address,
        port: args.port,
        allowed_hosts: args.allowed_hosts.clone(),
        trusted_proxy: args.trusted_proxy,
        new_tokens: args.new_tokens,
        storage: data,
        web_dir: args.web_dir.clone(),
        limits: capacity,
    })
}

/// The directory for the user's data on this system.
fn default_data_dir() -> anyhow::Result<PathBuf> {
    let strategy = etcetera::choose_base_strategy()
        .context("there is no home directory; choose a data directory with --data-dir")?;
    Ok(strategy.data_dir().join("thermodon"))
}

/// Prints the links to the server and returns the one for the browser, which is the first.
fn print_links(server: &Server, out: &mut dyn Write) -> anyhow::Result<String> {
    let address = server.address();
    let port = address.port();
    let is_unspecified = address.ip().is_unspecified();
    let here = if is_unspecified {
        Ipv4Addr::LOCALHOST.into()
    } else {
        address.ip()
    };
    let link = |ip, token: Option<&str>| {
        let address = SocketAddr::new(ip, port);
        let query = token.map_or_else(String::new, |token| format!("?token={token}"));
        format!("http://{address}/{query}")
    };
    let tokens = server.tokens();
    let url = link(here, tokens.map(|tokens| &*tokens.owner));
    // Written at once: a script may read the first line and close the pipe.
    let mut text = format!("{url}\n");
    if let Some(tokens) = tokens {
        let there = outbound_ip().filter(|_| is_unspecified).unwrap_or(here);
        if there != here {
            let owner = link(there, Some(&tokens.owner));
            text.push_str(&format!("On other machines: {owner}\n"));
        }
        let guest = link(there, Some(&tokens.guest));
        text.push_str(&format!("For read-only guests: {guest}\n"));
    }
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(url)
}

/// Address of this machine in its network. Nothing is sent: connecting a UDP socket chooses an
/// interface.
fn outbound_ip() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Prints what was opened, where games are stored and how to stop, if a user is watching.
fn print_status(args: &ServeArgs, settings: &ServerConfig, address: SocketAddr, is_opened: bool) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    if args.port.is_none() && address.port() != DEFAULT_PORT {
        eprintln!("Port {DEFAULT_PORT} is in use; using {}.", address.port());
    }
    let opened = if is_opened {
        "Opened in the browser."
    } else {
        "Open this address in a browser."
    };
    match &settings.storage {
        Storage::Directory(dir) => eprintln!("{opened} Games are stored in {}.", dir.display()),
        Storage::Memory => eprintln!("{opened} Games are not stored."),
    }
    eprintln!("Press Ctrl-C to stop.");
}

/// Completes on an interrupt or a termination signal.
fn shutdown_signal() -> anyhow::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let cannot = "cannot handle signals";
        let mut interrupt = signal(SignalKind::interrupt()).context(cannot)?;
        let mut terminate = signal(SignalKind::terminate()).context(cannot)?;
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        // Without signals the server runs until it is killed; games are stored after every change.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
