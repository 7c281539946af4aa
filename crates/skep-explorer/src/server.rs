//! Listens on a port and serves the router.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::sync::{Notify, Semaphore};

use crate::connection::Connection;
use crate::guard::Hosts;
use crate::limits::RequestLimits;
use crate::router::Router;
use crate::state::Explorer;

/// The time for the headers of a request, which also closes idle connections.
const HEADERS: Duration = Duration::from_secs(20);
/// The memory for the headers of a connection, in bytes.
const BUFFER: usize = 64 << 10;
/// The time for open requests after the server is stopped.
const GRACE: Duration = Duration::from_secs(3);
/// The pause after an error of the system, such as too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// A port to listen on.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    host: String,
    stop: Stopper,
}

/// Stops a server from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Stops the server: open requests end, and [`Server::run`] returns.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Listens on a port of an address or name of this computer; 0 is a free port.
    ///
    /// # Errors
    /// The port is taken, or the address is not one of this computer.
    pub fn bind(host: &str, port: u16) -> io::Result<Server> {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
        let listener = TcpListener::bind(&addresses[..])?;
        listener.set_nonblocking(true)?;
        Ok(Server {
            address: listener.local_addr()?,
            listener,
            host: host.to_owned(),
            stop: Stopper::default(),
        })
    }

    /// Whether only this computer reaches the server.
    pub fn is_local(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// The address of the page, for a browser on this computer.
    pub fn url(&self) -> String {
        let ip = match self.address.ip() {
            IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, self.address.port()))
    }

    /// Stops the server from another thread.
    pub fn stopper(&self) -> Stopper {
        self.stop.clone()
    }

    /// The hosts that requests may name.
    fn hosts(&self) -> Hosts {
        let mut hosts = Hosts {
            addresses: !self.is_local(),
            port: Some(self.address.port()),
            ..Hosts::default()
        };
        hosts.names.push(if self.host.contains(':') {
            format!("[{}]", self.host)
        } else {
            self.host.clone()
        });
        hosts
    }

    /// Serves the explorer until the server is stopped.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn run(self, explorer: Explorer) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_io()
            .enable_time()
            .build()?;
        let limits = *explorer.limits();
        let router = Router::new(explorer.with_hosts(self.hosts()));
        let served = runtime.block_on(serve(self.listener, &router, limits, &self.stop));
        runtime.shutdown_timeout(GRACE);
        served
    }
}

async fn serve(
    listener: TcpListener,
    router: &Router,
    limits: RequestLimits,
    stop: &Stopper,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(BUFFER);
    let connections = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let accept = async {
        loop {
            let Ok(permit) = Arc::clone(&connections).acquire_owned().await else {
                return;
            };
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            // A small answer is sent at once.
            let _ = stream.set_nodelay(true);
            let router = router.clone();
            let service = service_fn(move |request| {
                let router = router.clone();
                async move { Ok::<_, Infallible>(router.answer(request).await) }
            });
            let connection = builder
                .serve_connection(TokioIo::new(Connection::new(stream, limits.write)), service);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                // The client may have closed the connection.
                let _ = connection.await;
                drop(permit);
            });
        }
    };
    until(accept, stop.0.notified()).await;
    let _ = tokio::time::timeout(GRACE, graceful.shutdown()).await;
    Ok(())
}

/// Waits for the first of two.
async fn until(first: impl Future<Output = ()>, second: impl Future<Output = ()>) {
    let (mut first, mut second) = (std::pin::pin!(first), std::pin::pin!(second));
    std::future::poll_fn(|context| {
        let second = second.as_mut().poll(context);
        if second.is_ready() {
            second
        } else {
            first.as_mut().poll(context)
        }
    })
    .await;
}
