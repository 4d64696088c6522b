import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from './errors.server.ts'
import { pgErrorOf } from './write/db-errors.server.ts'

/** Seconds after which a stopped call may be tried again. */
const AGAIN_SECONDS = 5

/** Another transaction holds what this one needs: a lock came too late, or two transactions waited for each other. */
const BUSY = ['55P03', '40P01', '40001']
/** PostgreSQL's code for a disk without room. */
const DISK_FULL = '53100'
/** A table or a column is not there. */
const MISSING = ['42P01', '42703']
/** A statement ran into its time limit, or filled its share of the disk. */
const STOPPED = ['57014', '53400']
/** Classes and codes of a database that cannot be reached, is full, or has ended a transaction that did nothing. */
const DOWN = /^(08|57P|53300|25P0[34])/
const LOST =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOENT|Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/

/**
 * The answer to an error that is nobody's mistake: the database is away, busy or took too long. Undefined for any other
 * error.
 * @param writes whether the call changes data: then a lock is a conflict (409), otherwise the service is late (503)
 */
export function databaseTrouble(error: unknown, writes: boolean): AppError | undefined {
  const code = pgErrorOf(error)?.code ?? ''
  if (BUSY.includes(code)) {
    return new AppError(writes ? 409 : 503, m.error_busyRows(), writes ? { reason: 'busy' } : null, AGAIN_SECONDS)
  }
  if (STOPPED.includes(code)) return new AppError(503, m.error_tooSlow(), null, AGAIN_SECONDS)
  if (code === DISK_FULL) return new AppError(503, m.error_diskFull())
  if (DOWN.test(code)) return new AppError(503)
  for (let one = error; one instanceof Error; one = one.cause) if (LOST.test(one.message)) return new AppError(503)
  return undefined
}

/**
 * The answer to a call on a screen whose table has changed since the call began: somebody has changed or removed it.
 * Undefined for any other error.
 */
export function changedTable(error: unknown, writes: boolean): AppError | undefined {
  if (!MISSING.includes(pgErrorOf(error)?.code ?? '')) return undefined
  return new AppError(writes ? 409 : 503, m.error_screenChanged(), writes ? { reason: 'changed' } : null)
}
