//! Counts of valid games.

use std::ops::ControlFlow;

use super::duplicates::GameKeys;
use super::{CountedExit, Event, Scan, Shares, Skipped};
use skep_analysis::{Facts, Tally};
use skep_records::Source;
use skep_records::notation::Status;

/// Hands every valid game with a turn to `add`, which returns whether it counted the game. Each thread has its own
/// tally.
///
/// # Errors
/// No thread can be started.
pub fn count<S, T: Tally + Send>(
    scan: &Scan<'_>,
    state: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, &mut T, &Facts<'_>, &Source) -> Result<(), Skipped> + Sync,
) -> anyhow::Result<(T, CountedExit)> {
    let shares = Shares::new();
    let keys = GameKeys::new();
    let mut total = CountedExit::default();
    let scanned = scan.fold(
        || (state(), shares.share()),
        |reader, (state, share), seen: &mut CountedExit, event| {
            match event {
                Event::Game(game) => {
                    reader.judge();
                    match reader.verdict.status {
                        Status::Ok => {
                            let facts = Facts::new(&reader.record, &reader.verdict);
                            match add(state, &mut share.tally, &facts, game.source) {
                                Ok(()) => {
                                    keys.add(&facts);
                                    seen.take();
                                }
                                Err(why) => seen.leave_out(why),
                            }
                        }
                        status => seen.refuse(status),
                    }
                }
                Event::Unmatched(_) | Event::Rejected(_) => {}
                Event::Fault(fault) => seen.fault(&fault),
            }
            ControlFlow::Continue(())
        },
        |_, seen| {
            total += seen;
            Ok(())
        },
    )?;
    total.no_match = scanned.no_match;
    total.duplicates = keys.found();
    Ok((shares.sum(), total))
}
