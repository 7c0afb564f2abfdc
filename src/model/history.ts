/** What a commit did to one source file. */
export interface FileEvent {
  readonly kind: 'added' | 'changed' | 'removed'
  /** Counts commits from the newest, which is 0: events of one commit have the same number. */
  readonly commit: number
  /** Seconds since 1970. */
  readonly time: number
}

/** Why nothing is known of the content's past. */
export type MissingHistory = 'repository' | 'shallow' | 'commits' | 'too-long' | 'preview'

/** The content's past as its repository tells it. Plain JSON, and the same for the same commit. */
export interface History {
  readonly missing?: MissingHistory
  /** Seconds since 1970 of the newest commit that touched the content. */
  readonly newest?: number
  /** Events of each solution's source file, newest first, by its `<category>/<slug>`. */
  readonly files: Readonly<Record<string, readonly FileEvent[]>>
}

export const noHistory = (missing: MissingHistory): History => ({ missing, files: {} })
