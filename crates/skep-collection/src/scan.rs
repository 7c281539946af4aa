use std::ops::ControlFlow::{self, Continue};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use super::pipeline::{Feed, Pipeline, Task};
use super::sink::{Context, Flow};
use super::worker::{Functions, Scratch, Unit, Worker};
use super::{Error, Input, Item, Options, Progress, Summary, walk, zipped};

/// Finds all items in the inputs, calls `work` on them on several threads, and hands the outputs to `finish` in the
/// order of the inputs.
///
/// Each thread creates a state with `state`, for buffers and parsers that it reuses. The items are cut into units of
/// about [`Options::unit_bytes`]. `new` creates an output for each unit, and `work` is called with it for each item of
/// the unit, in order. The cuts depend on the number of threads; the items and their order do not. `finish` runs on the
/// calling thread and can stop the scan with `Break`: then the rest is not read, except for a read that already waits
/// on a pipe.
///
/// A panic in one of the functions stops the scan and continues in the caller.
///
/// # Errors
/// Only if no thread can be started. Missing files and similar problems are faults among the items, so the other inputs
/// are read; [`Summary::unreadable`] counts these faults.
///
/// # Examples
/// Count the games in each unit and add the counts:
/// ```
/// use skep_collection::{Input, Item, Options, Progress, scan};
/// use std::ops::ControlFlow;
///
/// let inputs = [Input::Path("no such file".into())];
/// let mut games = 0;
/// let summary = scan(
///     &inputs,
///     &Options::default(),
///     &Progress::new(),
///     || (),
///     || 0,
///     |_, count, item| *count += i32::from(matches!(item, Item::Game(_))),
///     |count| {
///         games += count;
///         ControlFlow::Continue(())
///     },
/// )?;
/// assert_eq!((games, summary.unreadable), (0, 1));
/// # Ok::<(), skep_collection::Error>(())
/// ```
pub fn scan<S, O: Send>(
    inputs: &[Input],
    options: &Options,
    progress: &Progress,
    state: impl Fn() -> S + Sync,
    new: impl Fn() -> O + Sync,
    work: impl Fn(&mut S, &mut O, Item<'_>) + Sync,
    finish: impl FnMut(O) -> ControlFlow<()>,
) -> Result<Summary, Error> {
    let context = Context {
        options,
        progress,
        stop: AtomicBool::new(false),
        read: AtomicU64::new(0),
    };
    let scan = Scan {
        context,
        state,
        new,
        work,
    };
    match options.workers() {
        1 => Ok(scan.alone(inputs, finish)),
        workers => scan.together(inputs, workers, finish),
    }
}

/// The parts of a scan.
struct Scan<'a, M, N, W> {
    context: Context<'a>,
    state: M,
    new: N,
    work: W,
}

impl<S, O, M, N, W> Scan<'_, M, N, W>
where
    O: Send,
    M: Fn() -> S + Sync,
    N: Fn() -> O + Sync,
    W: Fn(&mut S, &mut O, Item<'_>) + Sync,
{
    /// Everything on the calling thread.
    fn alone(&self, inputs: &[Input], mut finish: impl FnMut(O) -> Flow) -> Summary {
        let mut total = Summary::default();
        let (mut scratch, mut state) = (Scratch::default(), (self.state)());
        let mut caller = Functions {
            state: &mut state,
            new: &self.new,
            work: &self.work,
            emit: |output, summary, _| {
                total += summary;
                finish(output)
            },
            output: None,
        };
        let unit = self.context.options.unit_bytes;
        let mut worker = Worker::new(&self.context, &mut scratch, &mut caller, unit);
        // This was the last output, so there is nothing left to stop.
        if walk::read(&self.context, inputs, &mut worker).is_continue() {
            let _ = worker.finish();
        }
        total
    }

    /// One thread reads, `workers` threads work, and the calling thread takes the outputs.
    fn together(
        &self,
        inputs: &[Input],
        workers: usize,
        mut finish: impl FnMut(O) -> Flow,
    ) -> Result<Summary, Error> {
        let pipeline = Pipeline::new(workers, self.context.options.unit_bytes);
        let mut total = Summary::default();
        let done = thread::scope(|scope| {
            let stopper = Stopper {
                pipeline: &pipeline,
                stop: &self.context.stop,
            };
            for _ in 0..workers {
                thread::Builder::new().spawn_scoped(scope, || {
                    self.guarded(&pipeline, || self.work_on(&pipeline));
                })?;
            }
            thread::Builder::new().spawn_scoped(scope, || {
                self.guarded(&pipeline, || {
                    if walk::read(&self.context, inputs, &mut Feed(&pipeline)).is_continue() {
                        pipeline.close();
                    }
                });
            })?;
            'taking: while let Some(outputs) = pipeline.take() {
                for (output, summary) in outputs {
                    total += summary;
                    if finish(output).is_break() {
                        break 'taking;
                    }
                }
            }
            drop(stopper);
            Ok(())
        });
        if let Some(payload) = pipeline.panic() {
            resume_unwind(payload);
        }
        done.map_err(Error::Thread)?;
        Ok(total)
    }

    /// Runs the work of one thread; a panic in it stops the others.
    fn guarded(&self, pipeline: &Pipeline<O>, run: impl FnOnce()) {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(run)) {
            self.context.stop.store(true, Relaxed);
            pipeline.fail(payload);
        }
    }

    /// Does tasks until there are no more.
    fn work_on(&self, pipeline: &Pipeline<O>) {
        let (mut scratch, mut state) = (Scratch::default(), (self.state)());
        while let Some((number, task)) = pipeline.pop() {
            let mut caller = Functions {
                state: &mut state,
                new: &self.new,
                work: &self.work,
                emit: |output, summary, last| pipeline.emit(number, output, summary, last),
                output: None,
            };
            let unit = self.context.options.unit_bytes;
            let limit = unit.saturating_mul(zipped::SMALL);
            let mut worker = Worker::new(&self.context, &mut scratch, &mut caller, limit);
            if perform(&mut worker, task, |bytes| pipeline.recycle(bytes)).is_break()
                || worker.finish().is_break()
            {
                break;
            }
        }
    }
}

/// Does one task, and gives back its buffer.
fn perform(worker: &mut Worker<'_>, task: Task, recycle: impl FnOnce(Vec<u8>)) -> Flow {
    use super::sink::Sink;
    match task {
        Task::Games {
            origin,
            bytes,
            then,
            start,
            end,
        } => {
            worker.unit(Unit {
                origin: &origin,
                bytes: &bytes,
                then,
                start,
                end,
            })?;
            recycle(bytes);
        }
        Task::TooLong {
            origin,
            lines,
            start,
            end,
        } => worker.passed_over(&origin, lines, &start, end),
        Task::Fault(source, diagnostic) => worker.report(&source, diagnostic),
        Task::Skipped(source) => worker.skip(&source),
        Task::Batch(batch) => worker.batch(batch, 0)?,
    }
    Continue(())
}

/// Stops all threads when the calling thread returns or panics.
struct Stopper<'a, O> {
    pipeline: &'a Pipeline<O>,
    stop: &'a AtomicBool,
}

impl<O> Drop for Stopper<'_, O> {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.pipeline.stop();
    }
}
