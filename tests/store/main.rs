//! The store, opened as a library and under the running program: transactions, migrations, damage, backups.

mod backup_load;
mod book_stream;
mod changes;
mod evaluations;
mod failover;
mod file;
#[path = "flips/mod.rs"]
mod flips_support;
mod forest;
mod full_disk;
mod games;
mod image;
mod kill;
mod ledger;
mod merge;
mod nodes;
mod page_flips;
mod plans;
mod positions;
mod public_columns;
mod recount;
mod schemas;
mod served;
#[path = "support/mod.rs"]
mod store_support;
mod tables;
mod training;
mod transfer;
mod variants;
mod whole;

#[path = "../support/cluster.rs"]
mod cluster;
#[path = "../support/full.rs"]
mod full;
#[path = "../../benches/support/large.rs"]
mod large;
#[path = "../support/messages.rs"]
mod messages;
#[path = "../support/programs.rs"]
mod programs;
