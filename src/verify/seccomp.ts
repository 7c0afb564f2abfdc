import { readData } from './services.ts'

/*
 * A seccomp-BPF filter. Namespaces do not cover everything: vsock sockets reach the host of a virtual machine, and a
 * nested user namespace exposes parts of the kernel that are otherwise reserved for root. Everything that ordinary programs
 * need is allowed.
 */

type Calls = Readonly<Record<string, number>>

interface Numbers extends Readonly<Record<'machine' | 'socket' | 'clone' | 'shmget', number>> {
  readonly refused: Calls
  readonly unknown: Calls
}

/** By `process.arch`, and what is the same on all. */
const { all, ...architectures } = readData<Readonly<Record<string, Numbers>>>('seccomp')

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK */
const families = [1, 2, 10, 16]
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET */
const newNamespaces = 0x7e020000

/** System V segments outlive their processes and are not counted; PostgreSQL needs a small one. At most 4,096 exist. */
const largestSegment = 0x10000

const load = 0x20
const isEqual = 0x15
const isAtLeast = 0x35
const hasBits = 0x45
const answer = 0x06
const allow = 0x7fff0000
const kill = 0x80000000
/** Refusals: 0x50000 and the error number. */
const noPermission = 0x50001
const notImplemented = 0x50026
const noSuchFamily = 0x50061

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
  const onEach = (kind: 'refused' | 'unknown', then: number): Instruction[] =>
    Object.values({ ...all?.[kind], ...numbers[kind] }).flatMap((call) => when(isEqual, call, then))
  /** Tests a word of one system call's arguments. */
  const onCall = (
    call: number,
    at: number,
    tests: readonly Instruction[],
    otherwise: number,
  ): Instruction[] => [
    [isEqual, 0, tests.length + 2, call],
    [load, 0, 0, at],
    ...tests,
    [answer, 0, 0, otherwise],
  ]
  const largeSegment = [
    ...when(isAtLeast, 1, noPermission),
    [load, 0, 0, argument(1)] as const,
    ...when(isAtLeast, largestSegment, noPermission),
  ]
  const knownFamily = families.flatMap((family) => when(isEqual, family, allow))
  const program: Instruction[] = [
    [load, 0, 0, 4],
    [isEqual, 1, 0, numbers.machine],
    [answer, 0, 0, kill],
    [load, 0, 0, 0],
    // x32, the alternative numbering.
    ...when(isAtLeast, 0x40000000, notImplemented),
    ...onEach('unknown', notImplemented),
    ...onEach('refused', noPermission),
    ...onCall(numbers.socket, argument(0), knownFamily, noSuchFamily),
    ...onCall(numbers.clone, argument(0), when(hasBits, newNamespaces, noPermission), allow),
    // Of its 64 bits the upper half comes first.
    ...onCall(numbers.shmget, argument(1) + 4, largeSegment, allow),
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
