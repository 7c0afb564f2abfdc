/** What a sandbox takes from this machine. */
export interface Machine {
  /** The Node that runs this program, and that pages run too. */
  readonly node: string
  /** Folder of the installed program, with `lib` in it. */
  readonly program: string
  /** Of the processor, in Node's words. */
  readonly architecture: string
  readonly temporary: string
  /** The caller; -1 where there are no such numbers. */
  readonly uid: number
  readonly root: boolean
  /** Environment variables of the caller: for the programs that make a sandbox, and never for what runs in it. */
  readonly variables: Readonly<Record<string, string | undefined>>
}
