//! What serves all features: connections and their limits, load shedding, worker pools, caches,
//! counters, and what every response gets.

pub mod accept;
pub mod admit;
pub mod app;
pub mod authorization;
pub mod catch_up;
pub mod channel_body;
pub mod client;
pub mod compress;
pub mod connection_io;
pub mod connections;
pub mod exposition;
pub mod feed;
pub mod framing;
pub mod host;
pub mod load_shedder;
pub mod memory;
pub mod metrics;
pub mod observe;
pub mod options;
pub mod parts;
pub mod rate;
pub mod response_cache;
pub mod secure;
pub mod tapped_body;
pub mod thread_time;
pub mod turns;
pub mod worker_pool;
