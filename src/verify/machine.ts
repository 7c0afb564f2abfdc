/** What the sandbox takes from this machine. */
export interface Machine {
  /** The Node that runs this program, and that pages run too. */
  readonly node: string
  /** Folder of the installed program, with `lib` in it. */
  readonly program: string
  /** Of the processor, in Node's words. */
  readonly architecture: string
  readonly temporary: string
  readonly root: boolean
}
