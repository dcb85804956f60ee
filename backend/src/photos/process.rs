//! Decodes each photo in a separate process with limited memory and time.
//!
//! The process is this program with a hidden command, [`COMMAND`]. Before it reads a byte, it gives
//! up the right to open files. It reads the file from standard input and writes the result to
//! standard output: width, height, and the length of the photo, each as four bytes (big-endian),
//! then the photo and the thumbnail. If it refuses the file, its exit code is the reason.

use std::{
    env, fs,
    io::{self, Read, Write, stdin, stdout},
    os::unix::process::ExitStatusExt,
    path::PathBuf,
    process::{ExitCode, Stdio},
    time::Duration,
};

use photo_file::{FileRefusal, Image, MAX_BYTES, MAX_KEPT_BYTES, MAX_SIDE, declared_side, decode};
use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::Command,
    time::timeout,
};

pub const COMMAND: &str = "decode-photo";

/// The most memory that the process may address. An ordinary photo of 40 megapixels takes 300 MB.
const MAX_MEMORY: u64 = 512 * 1024 * 1024;

/// The most processor time of the process. An ordinary photo of 40 megapixels takes two seconds.
const MAX_SECONDS: u64 = 5;

/// The attempts to decode a photo: their seconds of processor time, and the longest side that a file may declare.
/// The first is for what the site's script sends, the second for a phone's photo: 12 megapixels take 1.5 seconds.
pub(crate) const ATTEMPTS: [(u64, u32); 3] = [(1, MAX_SIDE), (2, 6_144), (MAX_SECONDS, u32::MAX)];

/// The reduction of the process's priority, of at most 19: no other work should wait for a photo.
const NICENESS: i32 = 5;

/// The most bytes of the output. A thumbnail has 320 x 320 pixels.
const MAX_OUTPUT: u64 = MAX_KEPT_BYTES as u64 + 320 * 320 * 3;

/// The exit code of a process that cannot give up its rights.
const UNCONFINED: u8 = 20;

#[derive(Clone, Debug)]
pub struct PhotoDecoder(PathBuf);

impl PhotoDecoder {
    /// Creates a decoder that starts this program. Fails if the system does not report the program's path.
    pub(crate) fn of_this_program() -> io::Result<Self> {
        // Linux's own link works even after a new version has replaced the program.
        let link = PathBuf::from("/proc/self/exe");
        let program = if link.exists() {
            Ok(link)
        } else {
            env::current_exe()
        };
        program.map(Self)
    }

    /// Creates a decoder that starts another program, which supports the command.
    pub const fn of(program: PathBuf) -> Self {
        Self(program)
    }

    /// Decodes a file within a time and within the limits of one of the [`ATTEMPTS`]. Returns `None` if the
    /// file needs a further one. The process does not outlive the future. Fails if no process can be
    /// started, or if it gets no processor time; the inner error is a refusal.
    pub(crate) async fn decode(
        &self,
        file: &[u8],
        time: Duration,
        (seconds, side): (u64, u32),
    ) -> io::Result<Option<Result<Image, FileRefusal>>> {
        let mut process = Command::new(&self.0)
            .args([COMMAND, &seconds.to_string(), &side.to_string()])
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let exchange = async {
            let mut kept = Vec::new();
            let send = async {
                if let Some(mut input) = input {
                    // A process that has ended reads no more.
                    drop(input.write_all(file).await);
                }
            };
            let receive = async {
                match output {
                    Some(output) => output.take(MAX_OUTPUT).read_to_end(&mut kept).await,
                    None => Ok(0),
                }
            };
            let ((), received) = tokio::join!(send, receive);
            received?;
            Ok::<_, io::Error>((process.wait().await?, kept))
        };
        let (status, kept) = timeout(time, exchange).await??;
        let code = status.code();
        let is_slow = seconds < MAX_SECONDS && status.signal() == Some(Signal::XCPU.as_raw());
        if is_slow || side < u32::MAX && code == Some(FileRefusal::Large as i32) {
            return Ok(None);
        }
        if code == Some(i32::from(UNCONFINED)) {
            return Err(io::Error::other("the process cannot drop its privileges"));
        }
        Ok(Some(match code {
            Some(0) => read(&kept).ok_or(FileRefusal::Broken),
            // Any other code means that a decoder failed or a limit was reached.
            code => Err(FileRefusal::ALL
                .into_iter()
                .find(|reason| code == Some(*reason as i32))
                .unwrap_or(FileRefusal::Broken)),
        }))
    }
}

fn read(kept: &[u8]) -> Option<Image> {
    let (width, kept) = kept.split_first_chunk()?;
    let (height, kept) = kept.split_first_chunk()?;
    let (length, kept) = kept.split_first_chunk()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let (jpeg, thumbnail) = kept.split_at_checked(length)?;
    Some(Image {
        width: u32::from_be_bytes(*width),
        height: u32::from_be_bytes(*height),
        jpeg: jpeg.to_vec(),
        thumbnail: thumbnail.to_vec(),
    })
}

/// Decodes a file within the limits of one of the [`ATTEMPTS`].
pub(crate) fn run(seconds: u64, side: u32) -> ExitCode {
    match confine(seconds) {
        Ok(()) => answer(side).unwrap_or(ExitCode::FAILURE),
        Err(_) => UNCONFINED.into(),
    }
}

/// Gives up the rights that decoding does not need, as far as the system can revoke them.
fn confine(seconds: u64) -> io::Result<()> {
    // Otherwise a photo would take its full share of a busy processor.
    let _ = rustix::process::nice(NICENESS);
    #[cfg(target_os = "linux")]
    {
        // When memory runs out, the kernel kills this process before the server.
        let _ = fs::write("/proc/self/oom_score_adj", "1000");
        deny_files();
    }
    for (resource, limit) in [
        (Resource::As, MAX_MEMORY),
        (Resource::Cpu, MAX_SECONDS),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Nofile, 0),
        (Resource::Nproc, 0),
    ] {
        // The signal at a lower limit tells the server that time was not enough.
        let current = Some(match resource {
            Resource::Cpu => limit.min(seconds),
            _ => limit,
        });
        let maximum = Some(limit);
        setrlimit(resource, Rlimit { current, maximum })?;
    }
    Ok(())
}

/// Returns the problem and its remedy if this process could not deny itself access to files: the kernel
/// has no Landlock, or a filter refuses its calls. Other systems have no such means.
pub(crate) fn landlock_problem() -> Option<&'static str> {
    #[cfg(target_os = "linux")]
    {
        use landlock::{ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))
            .and_then(Ruleset::create)
            .err()?;
    }
    cfg!(target_os = "linux").then_some("the program that decodes photos can read files, because Landlock is off: use a kernel with Landlock, and let the service call landlock_create_ruleset, landlock_add_rule, and landlock_restrict_self")
}

/// Denies access to all files, and new privileges, with Landlock, as far as the kernel supports it.
#[cfg(target_os = "linux")]
fn deny_files() {
    use landlock::{ABI, Access, AccessFs, Ruleset, RulesetAttr, Scope};
    let _ = rustix::thread::set_no_new_privs(true);
    let denied = Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V6))
        .and_then(|rules| rules.scope(Scope::from_all(ABI::V6)))
        .and_then(Ruleset::create);
    if let Ok(rules) = denied {
        let _ = rules.restrict_self();
    }
}

fn answer(side: u32) -> io::Result<ExitCode> {
    let mut file = Vec::new();
    stdin().take(MAX_BYTES as u64 + 1).read_to_end(&mut file)?;
    if declared_side(&file) > side {
        return Ok((FileRefusal::Large as u8).into());
    }
    let image = match decode(&file) {
        Ok(image) => image,
        Err(reason) => return Ok((reason as u8).into()),
    };
    let length = u32::try_from(image.jpeg.len()).unwrap_or(u32::MAX);
    let head = [image.width, image.height, length].map(u32::to_be_bytes);
    let kept = [head.as_flattened(), &image.jpeg, &image.thumbnail].concat();
    stdout().write_all(&kept)?;
    Ok(ExitCode::SUCCESS)
}
