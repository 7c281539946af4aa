//! Counts of valid games.

use super::duplicates::GameKeys;
use super::{CountedExit, Job, Scan, Shares, Skipped};
use crate::emit::{Outlet, Unit};
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
    let job = Job::new(
        || (state(), shares.share()),
        |reader, (state, share), unit: &mut Unit<CountedExit>, game| {
            reader.judge();
            let seen = &mut unit.counts;
            let status = reader.verdict.status;
            if status != Status::Ok {
                return seen.refuse(status);
            }
            let facts = Facts::new(&reader.record, &reader.verdict);
            match add(state, &mut share.tally, &facts, game.source) {
                Ok(()) => {
                    keys.add(&facts);
                    seen.take();
                }
                Err(why) => seen.leave_out(why),
            }
        },
    );
    let job = job.fault(|_, unit, fault| unit.counts.fault(fault));
    let (scanned, mut total) = scan.run(job, &mut Outlet::nothing())?;
    total.no_match = scanned.no_match;
    total.duplicates = keys.found();
    Ok((shares.sum(), total))
}
