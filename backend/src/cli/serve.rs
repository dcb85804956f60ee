//! `backend serve`: the server.

use std::panic;

use super::CliError;
use crate::{
    config::Config,
    observability::log::LogWriter,
    outbox::mail::transport::destination,
    photos::process::{PhotoDecoder, landlock_problem},
    server::{metrics, startup::Application},
};
use tokio::signal::unix::{SignalKind, signal};
use tracing::{error, info, warn};

pub async fn run(config: Config, log: &LogWriter) -> Result<(), CliError> {
    panic::set_hook(Box::new(|panic| {
        // The panic's message may repeat a visitor's text.
        error!(
            place = panic.location().map(display),
            "the program panicked"
        );
    }));
    for problem in &config.unknown {
        warn!("{problem}");
    }
    if let Some(problem) = landlock_problem() {
        warn!("{problem}");
    }
    let emails = destination(&config);
    let application = Application::build(config, PhotoDecoder::of_this_program()?).await?;
    // Programs that start this one wait for this line. It goes to standard output, regardless of `LOG`.
    println!("listening on http://{}", application.address);
    println!(
        "metrics on http://{}{}",
        application.metrics_address,
        metrics::PATH
    );
    println!("emails are {emails}");
    let handle = application.handle();
    let mut terminate = signal(SignalKind::terminate())?;
    actix_web::rt::spawn(async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        info!("stopping: completing the requests in flight");
        handle.stop(true);
    });
    tokio::select! {
        served = application.run() => served?,
        never = log.report_dropped_lines() => match never {},
    }
    info!("stopped");
    Ok(())
}
