import { m } from '#src/i18n/paraglide/messages.js'
import { tooMany } from '../errors.server.ts'

/** Maximum parallel exports of a process. Each export holds a connection until the client has read the file. */
const MOST = 4

/** The accounts whose exports run. */
const running = new Set<number>()

/**
 * Takes one of the places for exports, of which an account has one. The place is taken at once: of requests at the same
 * time, only as many as there are places go on.
 * @returns gives the place back; further calls do nothing
 * @throws AppError 429
 */
export function takeSlot(accountId: number): () => void {
  if (running.has(accountId)) throw tooMany(10, m.export_own())
  if (running.size >= MOST) throw tooMany(10, m.export_busy())
  running.add(accountId)
  let taken = true
  return () => {
    if (taken) running.delete(accountId)
    taken = false
  }
}
