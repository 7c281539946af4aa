//! On Windows, an engine with the processes that it starts is a job. The system ends the job with this program, however
//! the program ends.

use std::io;
use std::os::windows::io::AsRawHandle as _;
use std::os::windows::process::CommandExt as _;
use std::process::Command;

use process_wrap::std::{ChildWrapper, CommandWrap, CommandWrapper};
use win32job::{ExtendedLimitInfo, Job};

/// The flags of a process that gets no Ctrl-C, and nothing else from the console of this program, such as its closing.
const APART: u32 = CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW;
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// Starts a process in a job of its own.
#[derive(Debug)]
pub(crate) struct InJob;

impl CommandWrapper for InJob {
    fn pre_spawn(&mut self, command: &mut Command, _: &CommandWrap) -> io::Result<()> {
        command.creation_flags(APART);
        Ok(())
    }

    fn wrap_child(
        &mut self,
        child: Box<dyn ChildWrapper>,
        _: &CommandWrap,
    ) -> io::Result<Box<dyn ChildWrapper>> {
        let job = job_of(child.as_ref());
        Ok(Box::new(ChildInJob { child, job }))
    }
}

/// A job with this process, or `None` if the process has ended.
fn job_of(child: &dyn ChildWrapper) -> Option<Job> {
    let mut limit = ExtendedLimitInfo::new();
    limit.limit_kill_on_job_close();
    let job = Job::create_with_limit_info(&limit).ok()?;
    let process = child.process_handle()?.as_raw_handle();
    // What it has started before this moment is outside the job. A process needs longer to begin.
    job.assign_process(process as isize).ok()?;
    Some(job)
}

#[derive(Debug)]
struct ChildInJob {
    child: Box<dyn ChildWrapper>,
    /// Closing it ends its processes.
    job: Option<Job>,
}

impl ChildWrapper for ChildInJob {
    fn inner(&self) -> &dyn ChildWrapper {
        self.child.as_ref()
    }

    fn inner_mut(&mut self) -> &mut dyn ChildWrapper {
        self.child.as_mut()
    }

    fn into_inner(self: Box<Self>) -> Box<dyn ChildWrapper> {
        self.child
    }

    fn start_kill(&mut self) -> io::Result<()> {
        let killed = self.child.start_kill();
        drop(self.job.take());
        killed
    }
}
