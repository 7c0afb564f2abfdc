/** What the sandbox takes from this machine. */
export interface Machine {
  /** The Node that runs this program, and that pages run too. */
  readonly node: string
  /** Folder of the installed program, with `lib` in it. */
  readonly program: string
  readonly temporary: string
  readonly root: boolean
}
