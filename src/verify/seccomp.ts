/*
 * A seccomp-BPF filter. Namespaces do not cover everything: vsock sockets reach the host of a virtual machine, and a
 * nested user namespace exposes parts of the kernel that are otherwise reserved for root. Everything that ordinary programs
 * need is allowed.
 */

interface Numbers {
  /** AUDIT_ARCH_… of linux/audit.h. */
  readonly machine: number
  readonly socket: number
  readonly clone: number
  readonly ioctl: number
  readonly shmget: number
  readonly memfd: number
  readonly refused: readonly number[]
}

/** The same on all architectures: io_uring, which could open sockets past the filter, and clone3, whose flags BPF can't read. */
const unknown = [425, 426, 427, 435]
/** open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr */
const mounting = [428, 429, 430, 431, 432, 433, 442]

/** mount, umount2, pivot_root, unshare, setns, ptrace, keyctl, add_key, request_key, bpf, perf_event_open, userfaultfd */
const architectures: Readonly<Record<string, Numbers>> = {
  x64: {
    machine: 0xc000003e,
    socket: 41,
    clone: 56,
    ioctl: 16,
    shmget: 29,
    memfd: 319,
    refused: [165, 166, 155, 272, 308, 101, 250, 248, 249, 321, 298, 323, ...mounting],
  },
  arm64: {
    machine: 0xc00000b7,
    socket: 198,
    clone: 220,
    ioctl: 29,
    shmget: 194,
    memfd: 279,
    refused: [40, 39, 41, 97, 268, 117, 219, 217, 218, 280, 241, 282, ...mounting],
  },
}

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK */
const families = [1, 2, 10, 16]
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET */
const newNamespaces = 0x7e020000
/** TIOCSTI injects input into the caller's terminal. */
const typeOnTerminal = 0x5412

/** System V segments outlive their processes and are not counted; PostgreSQL needs a small one. At most 4,096 exist. */
const largestSegment = 0x10000

const load = 0x20
const isEqual = 0x15
const isAtLeast = 0x35
const hasBits = 0x45
const answer = 0x06
const allow = 0x7fff0000
const kill = 0x80000000
const refuse = (errno: number): number => 0x00050000 | errno
const noPermission = refuse(1)
const notImplemented = refuse(38)
const noSuchFamily = refuse(97)

const argument = (index: number): number => 16 + index * 8

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number]

/** The filter for an architecture, or undefined if its system call numbers are not known. */
export function seccompFilter(architecture: string): Buffer | undefined {
  const numbers = architectures[architecture]
  if (numbers === undefined) return undefined
  /** If the loaded word passes the test, returns the action; otherwise continues. */
  const when = (test: number, value: number, then: number): Instruction[] => [
    [test, 0, 1, value],
    [answer, 0, 0, then],
  ]
  /** Instructions for one system call, which end in an action. */
  const onCall = (call: number, body: readonly Instruction[]): Instruction[] => [
    [isEqual, 0, body.length, call],
    ...body,
  ]
  const program: Instruction[] = [
    [load, 0, 0, 4],
    [isEqual, 1, 0, numbers.machine],
    [answer, 0, 0, kill],
    [load, 0, 0, 0],
    // x32, the alternative numbering.
    ...when(isAtLeast, 0x40000000, notImplemented),
    ...unknown.flatMap((call) => when(isEqual, call, notImplemented)),
    ...numbers.refused.flatMap((call) => when(isEqual, call, noPermission)),
    ...onCall(numbers.socket, [
      [load, 0, 0, argument(0)],
      ...families.flatMap((family) => when(isEqual, family, allow)),
      [answer, 0, 0, noSuchFamily],
    ]),
    ...onCall(numbers.clone, [
      [load, 0, 0, argument(0)],
      ...when(hasBits, newNamespaces, noPermission),
      [answer, 0, 0, allow],
    ]),
    ...onCall(numbers.ioctl, [
      [load, 0, 0, argument(1)],
      ...when(isEqual, typeOnTerminal, noPermission),
      [answer, 0, 0, allow],
    ]),
    // memfd_create: files that no folder lists, so their size could not be limited.
    ...when(isEqual, numbers.memfd, notImplemented),
    ...onCall(numbers.shmget, [
      [load, 0, 0, argument(1) + 4],
      [isEqual, 1, 0, 0],
      [answer, 0, 0, noPermission],
      [load, 0, 0, argument(1)],
      ...when(isAtLeast, largestSegment, noPermission),
      [answer, 0, 0, allow],
    ]),
    [answer, 0, 0, allow],
  ]
  const bytes = Buffer.alloc(program.length * 8)
  for (const [at, [code, jumpTrue, jumpFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(jumpTrue, at * 8 + 2)
    bytes.writeUInt8(jumpFalse, at * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4)
  }
  return bytes
}
