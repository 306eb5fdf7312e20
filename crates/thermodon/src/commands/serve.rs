//! `thermodon serve`: the app, for a browser.

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueHint};
use etcetera::BaseStrategy;
use server::serve::{DEFAULT_PORT, Data, Server, Settings};
use server::services::Capacity;

/// Says that nothing is to be kept, where a folder is expected.
const MEMORY: &str = ":memory:";

/// Open the app in the browser.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// The address to listen at. Others than this machine can reach it only if it is another than
    /// 127.0.0.1; 0.0.0.0 is all there are.
    #[arg(long, value_name = "ADDRESS", default_value_t = Self::default().address)]
    pub address: IpAddr,
    /// The port to listen at; 0 takes any free one. Without this, 8642 or any free one.
    #[arg(long, value_name = "NUMBER")]
    pub port: Option<u16>,
    /// Do not open the browser.
    #[arg(long)]
    pub no_open: bool,
    /// Where games are kept; :memory: keeps none. Without this, a folder of your own for the data of
    /// programs.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// How many threads think; all cores without this.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// The memory for what analyses remember, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = Self::default().memory,
        value_parser = clap::value_parser!(u32).range(16..=65_536))]
    pub memory: u32,
    /// A name by which other machines call this one, where that is no number; can be repeated.
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// Let people at this machine add other engines to the app by their files, and play and analyse with them. The app
    /// then runs any program that such a person names.
    #[arg(long)]
    pub allow_engines: bool,
    /// A folder with another page than the one that is built in, for those who work on it.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub page: Option<PathBuf>,
}

impl Default for Arguments {
    /// What the arguments default to.
    fn default() -> Self {
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: None,
            no_open: false,
            data: None,
            threads: None,
            memory: 1024,
            name: Vec::new(),
            allow_engines: false,
            page: None,
        }
    }
}

/// Serves until it is interrupted. The address is printed as soon as it can be called.
///
/// # Errors
/// If the games cannot be opened, or the port cannot be had.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = settings(options)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(64)
        .build()
        .context("the system gives no threads")?;
    runtime.block_on(async {
        let server = Server::bind(&settings)?;
        let end = end()?;
        let address = url(server.address());
        writeln!(out, "{address}")?;
        out.flush()?;
        tell(options, &settings, server.address());
        if !options.no_open && open::that_detached(&address).is_err() {
            eprintln!("No browser could be opened: open {address} yourself.");
        }
        server.run(end).await;
        Ok(())
    })
}

fn settings(options: &Arguments) -> anyhow::Result<Settings> {
    let data = match &options.data {
        Some(folder) if folder.as_os_str() == MEMORY => Data::Memory,
        Some(folder) => Data::Folder(folder.clone()),
        None => Data::Folder(default_folder()?),
    };
    let mut capacity = Capacity {
        memory: options.memory as usize,
        ..Capacity::default()
    };
    capacity.programs.are_allowed = options.allow_engines;
    if let Some(threads) = options.threads {
        capacity.threads = threads.into();
    }
    Ok(Settings {
        address: options.address,
        port: options.port,
        names: options.name.clone(),
        data,
        page: options.page.clone(),
        capacity,
    })
}

/// Where programs keep a person's data on this system.
fn default_folder() -> anyhow::Result<PathBuf> {
    let strategy = etcetera::choose_base_strategy()
        .context("there is no home folder to keep games in; choose a folder with --data")?;
    Ok(strategy.data_dir().join("thermodon"))
}

/// The address as a browser takes it. One that means all addresses is reached by this machine's own.
fn url(address: SocketAddr) -> String {
    let mut address = address;
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    format!("http://{address}/")
}

/// What somebody at a terminal should know.
fn tell(options: &Arguments, settings: &Settings, address: SocketAddr) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    if options.port.is_none() && address.port() != DEFAULT_PORT {
        eprintln!("Port {DEFAULT_PORT} is taken, so it is another one.");
    }
    match &settings.data {
        Data::Folder(folder) => eprintln!("Games are kept in {}.", folder.display()),
        Data::Memory => eprintln!("Games are not kept."),
    }
    eprintln!("Ctrl-C ends it.");
}

/// Comes when the program is to end: interrupted at the terminal, or told so by the system.
fn end() -> anyhow::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let cannot = "the system gives no signals";
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
        // Without signals it runs until it is killed, which games survive.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
