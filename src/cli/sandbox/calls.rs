//! seccomp: which system calls are refused.
//!
//! A refused call fails with `EPERM`; it does not end the program. All other
//! calls are allowed, because which of them the standard library and the allocator make
//! changes with their versions. A call of another architecture ends the program.

use std::collections::BTreeMap;
use std::env::consts::ARCH;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp,
    SeccompCondition, SeccompFilter, SeccompRule, TargetArch, apply_filter,
};

/// New connections. The desk has its listener before it enters the sandbox.
const CONNECTING: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
];

/// What only the desk does with a connection.
const SERVING: &[i64] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_sendto,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_recvmmsg,
];

/// Other programs, and the memory, files and queues of other processes.
const PROCESSES: &[i64] = &[
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_kcmp,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

/// Attributes of files that Landlock does not cover: their owners, permissions, dates and attributes,
/// and before Linux 6.2 their lengths. The program sets permissions only of files that it
/// has open (`fchmod`).
const ATTRIBUTES: &[i64] = &[
    libc::SYS_fchmodat,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
    libc::SYS_truncate,
    libc::SYS_fchown,
    FCHMODAT2,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
];

// Numbers that all architectures share, and `libc` does not know for all of them
// (Linux 6.17, `scripts/syscall.tbl`).
const FCHMODAT2: i64 = 452;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const FILE_SETATTR: i64 = 469;

/// Ways around the rules, or into the kernel. Calls through an `io_uring` pass no filter.
const KERNEL: &[i64] = &[
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
];

/// Older forms of the calls above, which only this architecture has.
#[cfg(target_arch = "x86_64")]
const OLDER: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_iopl,
    libc::SYS_ioperm,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[i64] = &[];

/// Commands to a terminal: to type into it (`TIOCSTI`, `TIOCLINUX`), or to change what it does
/// with what is typed (`TIOCSETD`); Linux, `asm-generic/ioctls.h`.
const TERMINAL: [u64; 3] = [0x5412, 0x541C, 0x5423];

/// The bit of calls in the x32 form, which passes for x86-64 (x32 ABI, `__X32_SYSCALL_BIT`).
#[cfg(target_arch = "x86_64")]
const X32: i64 = 0x4000_0000;

/// The calls that x32 has for itself: programs, messages, and the memory of others.
#[cfg(target_arch = "x86_64")]
const OF_X32: std::ops::RangeInclusive<i64> = 512..=547;

/// Refuses these calls to the calling thread and those that it starts from then on.
pub(super) fn restrict_calls(serves: bool) {
    // A kernel without seccomp allows all.
    if let Ok(filter) = compile_filter(serves) {
        let _ = apply_filter(&filter);
    }
}

fn compile_filter(serves: bool) -> Result<BpfProgram, BackendError> {
    let serving = if serves { &[] } else { SERVING };
    let refused = [CONNECTING, PROCESSES, ATTRIBUTES, KERNEL, OLDER, serving].concat();
    // An empty list of rules refuses the call whatever its arguments are.
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        refused.into_iter().map(|number| (number, Vec::new())).collect();
    let mut commands = Vec::new();
    for command in TERMINAL {
        let (length, equals) = (SeccompCmpArgLen::Dword, SeccompCmpOp::Eq);
        let is_command = SeccompCondition::new(1, length, equals, command)?;
        commands.push(SeccompRule::new(vec![is_command])?);
    }
    rules.insert(libc::SYS_ioctl, commands);
    #[cfg(target_arch = "x86_64")]
    {
        let own = OF_X32.map(|number| (number | X32, Vec::new()));
        let shared = rules.iter().map(|(number, rule)| (number | X32, rule.clone()));
        let in_x32: Vec<_> = shared.chain(own).collect();
        rules.extend(in_x32);
    }
    let refusal = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    let arch = TargetArch::try_from(ARCH)?;
    SeccompFilter::new(rules, SeccompAction::Allow, refusal, arch)?.try_into()
}
