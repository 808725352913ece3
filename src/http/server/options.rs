//! Options of the server: its address and its limits.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;

use joseki_engine::TableEngine;
use joseki_service::{GAMES_PER_KEY, patterns::PATTERN_BYTES};

/// Listen address and limits. The defaults suit production; tests use shorter times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServeOptions {
    /// Listen address; default `127.0.0.1:8361`. Port 0 picks a free one.
    pub listen: SocketAddr,
    /// Names under which the server answers, besides `localhost` and its own addresses; default
    /// none. If there are none, a server on loopback answers for loopback only, another one for
    /// every name.
    pub hosts: Vec<String>,
    /// Origins of pages that may show the page in a frame, if its address has `embed=1`; `*` for all,
    /// default none.
    pub embed_origins: Vec<String>,
    /// Origins of pages whose scripts may call the API; `*` for all, default none.
    pub cors_origins: Vec<String>,
    /// File for the first key, instead of the output; default none.
    pub first_key_file: Option<PathBuf>,
    /// Addresses and networks of proxies whose `X-Forwarded-For` or `Forwarded` names the client;
    /// default none. Their connections count for no address.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether reading needs no key; default true.
    pub anonymous_reads: bool,
    /// Whether `store` of the cloud book (`/chessdb.php`) is refused; default true. Otherwise it is
    /// answered `ok` and ignored.
    pub refuse_cloud_store: bool,
    /// Folder of published books, served at `/published`; default none.
    pub published: Option<PathBuf>,
    /// Whether games are read into memory by the first pattern search with a key; default true.
    /// Otherwise those of all books are at start.
    pub patterns_on_demand: bool,
    /// Maximum memory of games for pattern searches, 1 GiB: some 1.6 million games.
    pub patterns_bytes: usize,
    /// Folder where the games of large books are kept for pattern searches; default beside the
    /// database, if that is a file.
    pub patterns_folder: Option<PathBuf>,
    /// Maximum number of nodes of all books in memory together, 4,000,000: some 160 bytes each, and
    /// 600 while they are loaded. Books beyond it are read in the database.
    pub resident_nodes: usize,
    /// Maximum number of nodes of a book whose conditions, differences, earlier versions and files made
    /// whole (`lib`, `pgn`, opening books) need no key, 200,000: they take as long as the book is large.
    pub anonymous_nodes: usize,
    /// Maximum number of positions of a search without a key, 20,000.
    pub anonymous_search: usize,
    /// Processor time in a minute for long work without a key of one address, 30 s; what one minute
    /// leaves the next one has. Requests beyond it get 429, those that run wait. Zero for no limit.
    pub anonymous_work: Duration,
    /// Maximum number of open connections, 1024. For a further one, the connection that has been idle
    /// longest is closed; if none is idle, only health and metrics are answered on a few, and the
    /// rest get 503.
    pub max_connections: usize,
    /// Maximum number of open connections of one address, 256; an IPv6 client is its /64. For a
    /// further one, an idle one of that address is closed; if none is idle, it gets 503.
    pub max_connections_per_address: usize,
    /// Time limit for a request head, and for idle time between requests of a connection, 5 s.
    pub header_timeout: Duration,
    /// Time limit for a request body, 15 s.
    pub body_timeout: Duration,
    /// Time limit for handling a request, queueing included, 10 s.
    pub handler_timeout: Duration,
    /// Time limit for an import or many results: 60 s for the body and 60 s for the work. For a
    /// stream: for the whole body, and for the work on each part.
    pub import_timeout: Duration,
    /// Time limit for a client that does not read a pending response, 15 s.
    pub write_timeout: Duration,
    /// Time limit for running requests after shutdown begins, 10 s.
    pub drain_timeout: Duration,
    /// Interval of the checks for changes by other programs on the same store, 1 s.
    pub refresh_every: Duration,
    /// Maximum size of an import's body, and of results in one JSON text, 64 MiB.
    pub import_bytes: usize,
    /// Maximum size of a stream of results, 1 GiB; only one part of it is in memory at a time.
    pub stream_bytes: usize,
    /// Number of concurrent requests that may block on the disk, 16.
    pub workers: usize,
    /// Number of concurrent requests without a key that may take long, such as batches, reviews and
    /// exports; 0, the default, stands for half of the processors, at least one. Requests with a
    /// key have workers of their own.
    pub heavy_workers: usize,
    /// Maximum number of requests that wait for a worker, 256 for each kind; further ones get 503.
    pub waiting: usize,
    /// Maximum memory of request bodies and of responses that are not sent yet, 1 GiB, half of it
    /// without a key; beyond it, requests get 503.
    pub memory_bytes: usize,
    /// Size of the response cache for next-move queries in bytes, 64 MiB; 0 disables it.
    pub answer_bytes: usize,
    /// Target for the queueing delay of requests under load, 12 ms. Above half of it some requests
    /// are shed with 503, at the target nearly all.
    pub longest_wait: Duration,
    /// Maximum number of clients that follow the changes, 64; further ones get 503. Each holds a
    /// connection.
    pub max_streams: usize,
    /// Maximum number of clients at one address that follow the changes, 16; further ones get 503.
    pub max_streams_per_address: usize,
    /// Name of this node among those of one database, stored with tables: an address for clients.
    /// Empty for a database of one server.
    pub node: String,
    /// Maximum number of tables, 1,000; 0 for none.
    pub max_tables: usize,
    /// Maximum number of tables made from one address, or with one key, whose games go on, 20; 0 for
    /// no limit. They are counted in memory, since the server's start.
    pub max_tables_per_address: usize,
    /// Maximum number of clients that follow tables, 512, a quarter of it at one address; further ones
    /// get 503. Each holds a connection.
    pub max_table_followers: usize,
    /// How many games' worth the results of one key count for others, 5; 0 for no limit.
    pub games_per_key: usize,
    /// Engines that play at tables; default none, then our own play.
    pub table_engines: Vec<TableEngine>,
    /// Silence on a change stream after which a keep-alive comment is sent, 15 s.
    pub stream_keep_alive: Duration,
}

impl Default for ServeOptions {
    fn default() -> ServeOptions {
        ServeOptions {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8361)),
            hosts: Vec::new(),
            embed_origins: Vec::new(),
            cors_origins: Vec::new(),
            first_key_file: None,
            trusted_proxies: Vec::new(),
            anonymous_reads: true,
            refuse_cloud_store: true,
            published: None,
            patterns_on_demand: true,
            patterns_bytes: PATTERN_BYTES as usize,
            patterns_folder: None,
            resident_nodes: 4_000_000,
            anonymous_nodes: 200_000,
            anonymous_search: 20_000,
            anonymous_work: Duration::from_secs(30),
            max_connections: 1024,
            max_connections_per_address: 256,
            header_timeout: Duration::from_secs(5),
            body_timeout: Duration::from_secs(15),
            handler_timeout: Duration::from_secs(10),
            import_timeout: Duration::from_secs(60),
            write_timeout: Duration::from_secs(15),
            drain_timeout: Duration::from_secs(10),
            refresh_every: Duration::from_millis(250),
            import_bytes: 64 << 20,
            stream_bytes: 1 << 30,
            workers: 16,
            heavy_workers: 0,
            waiting: 256,
            memory_bytes: 1 << 30,
            answer_bytes: 64 << 20,
            longest_wait: Duration::from_millis(12),
            max_streams: 64,
            max_streams_per_address: 16,
            node: String::new(),
            max_tables: 1000,
            max_tables_per_address: 20,
            max_table_followers: 512,
            games_per_key: GAMES_PER_KEY as usize,
            table_engines: Vec::new(),
            stream_keep_alive: Duration::from_secs(15),
        }
    }
}

impl ServeOptions {
    /// Whether anybody may read: no key is needed, and other machines can reach the server, directly
    /// or, as its names say, by a proxy.
    #[must_use]
    pub fn reading_is_public(&self) -> bool {
        let is_reachable = !self.listen.ip().is_loopback() || !self.hosts.is_empty();
        self.anonymous_reads && is_reachable
    }
}
