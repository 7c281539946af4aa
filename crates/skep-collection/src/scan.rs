use std::ops::ControlFlow::{self, Continue};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use super::pipeline::{Feed, Pipeline, Task};
use super::sink::{Context, Flow};
use super::worker::{Caller, Functions, Output, Scratch, TextUnit, Worker};
use super::{Error, Input, Item, OpenOptions, Progress, Summary, walk, zipped};

/// Finds all items in the inputs, calls `work` on them on several threads, and hands the outputs to `finish` in the
/// order of the inputs.
///
/// Each thread creates a state with `state`, for buffers and parsers that it reuses. The items are cut into units of
/// about [`OpenOptions::unit_bytes`]. `new` creates an output for each unit, and `work` is called with it for each item
/// of the unit, in order. The cuts depend on the number of threads; the items and their order do not. `finish` runs on
/// the calling thread and can stop the scan with `Break`: then the rest is not read, except for a read that already
/// waits on a pipe.
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
/// use skep_collection::{Input, Item, OpenOptions, Progress, scan};
/// use std::ops::ControlFlow;
///
/// let inputs = [Input::Path("no such file".into())];
/// let mut games = 0;
/// let summary = scan(
///     &inputs,
///     &OpenOptions::default(),
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
pub fn scan<S, O: Send + 'static>(
    inputs: &[Input],
    options: &OpenOptions,
    progress: &Progress,
    state: impl Fn() -> S + Sync,
    new: impl Fn() -> O + Sync,
    work: impl Fn(&mut S, &mut O, Item<'_>) + Sync,
    mut finish: impl FnMut(O) -> ControlFlow<()>,
) -> Result<Summary, Error> {
    let scan = ScanParts {
        context: Context {
            options,
            progress,
            stop: AtomicBool::new(false),
            read: AtomicU64::new(0),
        },
        caller: &|| {
            Box::new(Functions {
                state: state(),
                new: &new,
                work: &work,
                output: None,
            })
        },
    };
    let mut finish = |output: Output| match output.downcast() {
        Ok(output) => finish(*output),
        Err(_) => unreachable!("the functions of the caller make only outputs of their type"),
    };
    match options.workers() {
        1 => Ok(scan.alone(inputs, &mut finish)),
        workers => scan.together(inputs, workers, &mut finish),
    }
}

/// The parts of a scan. It knows the functions of the caller as trait objects: it is then compiled once, and not for
/// each caller.
struct ScanParts<'a> {
    context: Context<'a>,
    /// Makes what a thread does with its items.
    caller: &'a (dyn Fn() -> Box<dyn Caller + 'a> + Sync),
}

impl ScanParts<'_> {
    /// Everything on the calling thread.
    fn alone(&self, inputs: &[Input], finish: &mut dyn FnMut(Output) -> Flow) -> Summary {
        let mut total = Summary::default();
        let (mut scratch, mut caller) = (Scratch::default(), (self.caller)());
        let mut emit = |output, summary, _| {
            total += summary;
            finish(output)
        };
        let unit = self.context.options.unit_bytes;
        let mut worker = Worker::new(&self.context, &mut scratch, &mut *caller, &mut emit, unit);
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
        finish: &mut dyn FnMut(Output) -> Flow,
    ) -> Result<Summary, Error> {
        let pipeline = Pipeline::new(workers, self.context.options.unit_bytes);
        let mut total = Summary::default();
        let done = thread::scope(|scope| {
            let stopper = StopOnDrop {
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
    fn guarded(&self, pipeline: &Pipeline, run: impl FnOnce()) {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(run)) {
            self.context.stop.store(true, Relaxed);
            pipeline.fail(payload);
        }
    }

    /// Does tasks until there are no more.
    fn work_on(&self, pipeline: &Pipeline) {
        let (mut scratch, mut caller) = (Scratch::default(), (self.caller)());
        while let Some((number, task)) = pipeline.pop() {
            let mut emit = |output, summary, last| pipeline.emit(number, output, summary, last);
            let unit = self.context.options.unit_bytes;
            let limit = unit.saturating_mul(zipped::SMALL);
            let mut worker =
                Worker::new(&self.context, &mut scratch, &mut *caller, &mut emit, limit);
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
            worker.unit(TextUnit {
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
struct StopOnDrop<'a> {
    pipeline: &'a Pipeline,
    stop: &'a AtomicBool,
}

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.pipeline.stop();
    }
}
