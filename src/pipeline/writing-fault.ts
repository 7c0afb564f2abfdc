import { Fault } from '../model/fault.ts'
import { errorCode } from './error-code.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
}

/** A disk that is full or not ours to write is the user's to mend, so it is said in one line. */
export function writing<T>(place: string, hint: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = errorCode(error)
    if (error instanceof Fault || code === '') throw error
    throw new Fault(`Can’t write ${place}: ${reasons[code] ?? code}`, hint)
  }
}
