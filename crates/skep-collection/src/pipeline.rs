use std::any::Any;
use std::collections::VecDeque;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Summary;
use super::offset::{OffsetCell, OffsetSetter};
use super::sink::{Flow, Origin, Sink, SmallFiles, TextInProgress, Then};
use super::worker::Output;
use skep_records::Source;
use skep_records::diag::Diagnostic;

/// The number of outputs of a task that may wait for the caller.
const MAX_WAITING: usize = 2;

/// A task for a worker.
pub(super) enum Task {
    Games {
        origin: Origin,
        bytes: Vec<u8>,
        then: Then,
        start: Arc<OffsetCell>,
        end: OffsetSetter,
    },
    TooLong {
        origin: Origin,
        lines: u64,
        start: Arc<OffsetCell>,
        end: OffsetSetter,
    },
    Fault(Arc<Source>, Diagnostic),
    Skipped(Arc<Source>),
    Batch(SmallFiles),
}

/// Tasks on their way from the reading thread to the workers, and outputs on their way from the workers to the caller.
///
/// Tasks are numbered. At most `window` tasks, and at most `budget` bytes of them, are in progress: read, but with
/// outputs that the caller has not taken. This bounds memory. A worker emits outputs before its task is done only if
/// its task is the first one in progress; otherwise outputs would pile up behind an earlier task.
pub(super) struct Pipeline {
    state: Mutex<PipelineState>,
    window: usize,
    budget: usize,
    stop: AtomicBool,
    /// There is a task, or there will be no more tasks.
    task: Condvar,
    /// There is space for a task.
    room: Condvar,
    /// The first task has an output, or is done.
    output: Condvar,
    /// Another task is the first, or outputs of the first were taken.
    turn: Condvar,
}

struct PipelineState {
    tasks: VecDeque<(u64, Task)>,
    /// The tasks in progress, from the first one whose outputs are not all taken.
    slots: VecDeque<PipelineSlot>,
    /// The number of the first task in `slots`.
    first: u64,
    weight: usize,
    closed: bool,
    panic: Option<Box<dyn Any + Send>>,
    spare: Vec<Vec<u8>>,
}

struct PipelineSlot {
    outputs: Vec<(Output, Summary)>,
    done: bool,
    weight: usize,
}

impl Pipeline {
    /// A pipeline for a number of workers and the size of a unit in bytes.
    pub fn new(workers: usize, unit: usize) -> Self {
        let window = workers.saturating_mul(8).max(16);
        Pipeline {
            state: Mutex::new(PipelineState {
                tasks: VecDeque::new(),
                slots: VecDeque::new(),
                first: 0,
                weight: 0,
                closed: false,
                panic: None,
                spare: Vec::new(),
            }),
            window,
            budget: unit.saturating_mul(window),
            stop: AtomicBool::new(false),
            task: Condvar::new(),
            room: Condvar::new(),
            output: Condvar::new(),
            turn: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, PipelineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Wakes all waiting threads and drops the tasks that no worker has started.
    pub fn stop(&self) {
        let mut state = self.lock();
        self.stop.store(true, Relaxed);
        state.tasks.clear();
        for condition in [&self.task, &self.room, &self.output, &self.turn] {
            condition.notify_all();
        }
    }

    /// Stops after a panic in a thread, and keeps the payload of the first panic.
    pub fn fail(&self, payload: Box<dyn Any + Send>) {
        self.lock().panic.get_or_insert(payload);
        self.stop();
    }

    /// The payload of the first panic.
    pub fn panic(self) -> Option<Box<dyn Any + Send>> {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).panic
    }

    /// Signals that no more tasks will come.
    pub fn close(&self) {
        self.lock().closed = true;
        self.task.notify_all();
        self.output.notify_all();
    }

    fn push(&self, task: Task, weight: usize) -> Flow {
        let mut state = self.lock();
        loop {
            if self.stopped() {
                return Break(());
            }
            let fits = state.slots.is_empty()
                || state.slots.len() < self.window
                    && state.weight.saturating_add(weight) <= self.budget;
            if fits {
                break;
            }
            state = self
                .room
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let number = state.first + state.slots.len() as u64;
        state.weight = state.weight.saturating_add(weight);
        state.slots.push_back(PipelineSlot {
            outputs: Vec::new(),
            done: false,
            weight,
        });
        state.tasks.push_back((number, task));
        drop(state);
        self.task.notify_one();
        Continue(())
    }

    /// The next task and its number, in reading order; `None` after the last task.
    pub fn pop(&self) -> Option<(u64, Task)> {
        let mut state = self.lock();
        loop {
            if self.stopped() {
                return None;
            }
            if let Some(task) = state.tasks.pop_front() {
                return Some(task);
            }
            if state.closed {
                return None;
            }
            state = self
                .task
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Emits an output of a task.
    pub fn emit(&self, number: u64, output: Output, summary: Summary, last: bool) -> Flow {
        let mut state = self.lock();
        loop {
            if self.stopped() {
                return Break(());
            }
            let first = state.first == number;
            if last || first && state.slots[0].outputs.len() < MAX_WAITING {
                break;
            }
            state = self
                .turn
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let first = state.first;
        if let Ok(slot) = usize::try_from(number - first)
            && let Some(slot) = state.slots.get_mut(slot)
        {
            slot.outputs.push((output, summary));
            slot.done = last;
        }
        drop(state);
        if number == first {
            self.output.notify_one();
        }
        Continue(())
    }

    /// The outputs of the first task whose outputs are not taken, in order; `None` after the last task.
    pub fn take(&self) -> Option<Vec<(Output, Summary)>> {
        let mut state = self.lock();
        loop {
            if self.stopped() {
                return None;
            }
            let closed = state.closed;
            match state.slots.front_mut() {
                Some(slot) if slot.done || !slot.outputs.is_empty() => {
                    let outputs = std::mem::take(&mut slot.outputs);
                    if slot.done {
                        let weight = slot.weight;
                        state.slots.pop_front();
                        state.first += 1;
                        state.weight = state.weight.saturating_sub(weight);
                        self.room.notify_one();
                    }
                    self.turn.notify_all();
                    return Some(outputs);
                }
                None if closed => return None,
                _ => {
                    state = self
                        .output
                        .wait(state)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Takes back a buffer for reuse.
    pub fn recycle(&self, mut buffer: Vec<u8>) {
        buffer.clear();
        let mut state = self.lock();
        if state.spare.len() < self.window {
            state.spare.push(buffer);
        }
    }
}

/// The reading end: adds tasks in order.
pub(super) struct Feed<'a>(pub &'a Pipeline);

impl Sink for Feed<'_> {
    fn games(
        &mut self,
        text: &mut TextInProgress,
        buffer: &mut Vec<u8>,
        cut: usize,
        then: Then,
    ) -> Flow {
        let mut rest = self.0.lock().spare.pop().unwrap_or_default();
        rest.extend_from_slice(&buffer[cut..]);
        buffer.truncate(cut);
        let bytes = std::mem::replace(buffer, rest);
        let (start, end) = text.cursor.advance();
        let task = Task::Games {
            origin: text.origin.clone(),
            bytes,
            then,
            start,
            end,
        };
        self.0.push(task, cut)
    }

    fn too_long(&mut self, text: &mut TextInProgress, lines: u64) -> Flow {
        let (start, end) = text.cursor.advance();
        let task = Task::TooLong {
            origin: text.origin.clone(),
            lines,
            start,
            end,
        };
        self.0.push(task, 0)
    }

    fn fault(&mut self, source: &Arc<Source>, diagnostic: Diagnostic) -> Flow {
        self.0.push(Task::Fault(Arc::clone(source), diagnostic), 0)
    }

    fn skipped(&mut self, source: &Arc<Source>) -> Flow {
        self.0.push(Task::Skipped(Arc::clone(source)), 0)
    }

    fn batch(&mut self, batch: SmallFiles, weight: usize) -> Flow {
        self.0.push(Task::Batch(batch), weight)
    }
}
