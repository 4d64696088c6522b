/** The reason why the embedded database cannot run, as one message for the operator. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

const texts: Record<string, (place: string) => string> = {
  ENOSPC: (place) => `The disk that holds ${place} is full: free some space and start again.`,
  EDQUOT: (place) => `The disk quota for ${place} is used up: free some space and start again.`,
  EACCES: (place) =>
    `There is no permission to write in ${place}: give it to this user or set DATA_DIR to another directory.`,
  EPERM: (place) =>
    `There is no permission to write in ${place}: give it to this user or set DATA_DIR to another directory.`,
  EROFS: (place) => `The file system of ${place} is read-only: set DATA_DIR to a directory that can be written.`,
  ENOTDIR: (place) => `${place} is not a directory: set DATA_DIR to a directory.`,
  EEXIST: (place) => `${place} is not a directory: set DATA_DIR to a directory.`,
}

/** The message for a file system error at `place`. Other errors are returned unchanged. */
function fileError(error: unknown, place: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = texts[code]
  return text ? new EmbeddedError(text(place), { cause: error }) : error
}

/** Runs `work` and converts file system errors to messages about `place`. @throws EmbeddedError */
export async function withFileErrors<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw fileError(error, place)
  }
}

/** The error message for the output that initdb or postgres wrote before it ended. */
export function diagnose(output: string, place: string, logFile: string): EmbeddedError {
  if (/No space left on device/.test(output)) return new EmbeddedError(texts.ENOSPC?.(place))
  if (/Disk quota exceeded/.test(output)) return new EmbeddedError(texts.EDQUOT?.(place))
  if (/Read-only file system/.test(output)) return new EmbeddedError(texts.EROFS?.(place))
  if (/Permission denied|wrong ownership|Operation not permitted/.test(output))
    return new EmbeddedError(texts.EACCES?.(place))
  if (/incompatible with server|initialized by PostgreSQL version/.test(output)) {
    return new EmbeddedError(`The database in ${place} was made by another version of PostgreSQL.`)
  }
  const lines = output.trim().split('\n')
  const last = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'it gave no reason'
  const reason = last.replace(/^.*?(?:FATAL|PANIC|error):\s*/i, '').trim()
  return new EmbeddedError(`The database server did not start: ${reason} (details in ${logFile}).`)
}
