//! What every handler shares.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use super::answers::Answers;
use super::door::{Door, Load, Place};
use super::feed::Feed;
use super::metrics::Metrics;
use super::options::ServeOptions;
use super::pressure::Pressure;
use super::problem::Problem;
use super::rate::Rates;
use crate::service::{Service, ServiceError};
use crate::store::StoreError;

/// Imports at a time. They wait for each other in the service, so more would only hold memory.
const IMPORTS: usize = 2;
/// Imports that wait, each with its files in memory.
const IMPORTS_WAITING: usize = 8;

/// The service with its doors, options and counters.
pub struct App {
    /// The use cases.
    pub service: Arc<Service>,
    /// How the server was started.
    pub options: ServeOptions,
    /// What was counted.
    pub metrics: Metrics,
    /// When it started, in seconds since 1970.
    pub started: f64,
    /// Who follows the changes.
    pub feed: Feed,
    /// Answers to questions about the next move, kept.
    pub answers: Answers,
    /// How far the server is behind.
    pub pressure: Pressure,
    /// The requests of keys that are limited.
    pub rates: Rates,
    work: Door,
    imports: Door,
    write_fault: Mutex<Option<WriteFault>>,
}

impl App {
    /// A service as the handlers see it.
    #[must_use]
    pub fn new(service: Arc<Service>, options: ServeOptions) -> App {
        App {
            work: Door::new(options.workers, options.waiting, options.handler_timeout),
            imports: Door::new(IMPORTS, IMPORTS_WAITING, options.import_timeout),
            metrics: Metrics::default(),
            started: UNIX_EPOCH.elapsed().unwrap_or_default().as_secs_f64(),
            feed: Feed::new(options.max_streams),
            answers: Answers::new(options.answer_bytes),
            pressure: Pressure::default(),
            rates: Rates::default(),
            write_fault: Mutex::new(None),
            service,
            options,
        }
    }

    /// Reads from the service where it may block.
    ///
    /// # Errors
    /// What the service says, or that it is too busy.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Problem> {
        let service = Arc::clone(&self.service);
        let read = self.work.run(move || work(&service)).await?;
        Ok(read.inspect_err(|error| self.service.note_damage(error))?)
    }

    /// Does work with problems of its own where it may block.
    ///
    /// # Errors
    /// What the work says, or that the service is too busy.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let service = Arc::clone(&self.service);
        self.work.run(move || work(&service)).await?
    }

    /// Writes something small.
    ///
    /// # Errors
    /// As [`App::read`].
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Problem> {
        self.write_in(&self.enter()?, work).await
    }

    /// Writes something small; what the service refuses is for the caller to tell.
    ///
    /// # Errors
    /// The service is too busy.
    pub async fn try_write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<Result<T, ServiceError>, Problem> {
        let place = self.enter()?;
        let service = Arc::clone(&self.service);
        let done = place.run(move || work(&service)).await?;
        self.note_write(&done);
        Ok(done)
    }

    /// Changes a book, and wakes those who follow the changes. What the service refuses is for the caller to
    /// tell; in a dry run nothing is written.
    ///
    /// # Errors
    /// The service is too busy.
    pub async fn change<T: Send + 'static>(
        &self,
        place: &Place<'_>,
        dry_run: bool,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<Result<T, ServiceError>, Problem> {
        let service = Arc::clone(&self.service);
        let done = place.run(move || work(&service)).await?;
        if !dry_run {
            self.note_write(&done);
            self.feed.wake();
        }
        Ok(done)
    }

    /// How much is done and waits at each door, by its name.
    #[must_use]
    pub fn queues(&self) -> [(&'static str, Load); 2] {
        [("work", self.work.load()), ("import", self.imports.load())]
    }

    /// A place in the queue of small things.
    ///
    /// # Errors
    /// Too many are waiting.
    pub fn enter(&self) -> Result<Place<'_>, Problem> {
        self.work.enter()
    }

    /// A place in the queue of imports, to be taken before the files are read into memory.
    ///
    /// # Errors
    /// Too many are waiting.
    pub fn enter_import(&self) -> Result<Place<'_>, Problem> {
        self.imports.enter()
    }

    /// Writes from a place in a queue, and remembers whether the store can be written.
    ///
    /// # Errors
    /// As [`App::read`].
    pub async fn write_in<T: Send + 'static>(
        &self,
        place: &Place<'_>,
        work: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Problem> {
        let service = Arc::clone(&self.service);
        let done = place.run(move || work(&service)).await?;
        self.note_write(&done);
        Ok(done?)
    }

    /// Why nothing can be written, as far as the last write says.
    #[must_use]
    pub fn write_fault(&self) -> Option<WriteFault> {
        if self.service.refusal().is_some() {
            return Some(WriteFault::Damaged);
        }
        let fault = self.write_fault.lock();
        *fault.unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks whether what kept the last write from the disk has passed. Whoever goes by `/readyz` keeps writers away,
    /// so that none of them would find out.
    pub async fn probe(&self) {
        if self.write_fault().is_some_and(WriteFault::may_pass) {
            // The outcome is noted as that of any write.
            drop(self.try_write(Service::probe).await);
        }
    }

    /// Remembers whether the store is where it was, and says in the log when that changes.
    pub fn note_place(&self, found: &Result<(), ServiceError>) {
        let was_displaced = self.write_fault() == Some(WriteFault::Displaced);
        match found {
            Err(_) if was_displaced => {}
            Err(error) => {
                tracing::error!(%error, "the store is not where it was");
                self.note_write(found);
            }
            Ok(()) if was_displaced => {
                tracing::info!("the store is where it was again");
                self.note_write(found);
            }
            Ok(()) => {}
        }
    }

    fn note_write<T>(&self, done: &Result<T, ServiceError>) {
        let fault = match done {
            Ok(_) => None,
            Err(ServiceError::Store(StoreError::DiskFull { .. })) => Some(WriteFault::DiskFull),
            Err(ServiceError::Store(StoreError::ReadOnly { .. })) => Some(WriteFault::ReadOnly),
            Err(ServiceError::Store(StoreError::Corrupt { .. })) => Some(WriteFault::Damaged),
            Err(ServiceError::Store(StoreError::Displaced { .. })) => Some(WriteFault::Displaced),
            // Says nothing about the store either way.
            Err(_) => return,
        };
        let mut held = self
            .write_fault
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *held = fault;
    }
}

/// Why nothing can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteFault {
    /// There is no room.
    DiskFull,
    /// The right is missing.
    ReadOnly,
    /// The store is damaged.
    Damaged,
    /// The store's file was removed or replaced.
    Displaced,
}

impl WriteFault {
    /// Why, in words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            WriteFault::DiskFull => "the disk is full",
            WriteFault::ReadOnly => "the store cannot be written",
            WriteFault::Damaged => "the store is damaged",
            WriteFault::Displaced => {
                "the file of the store or its log was removed or replaced while the server ran"
            }
        }
    }

    const fn may_pass(self) -> bool {
        matches!(self, WriteFault::DiskFull | WriteFault::ReadOnly)
    }
}
