import { eq } from 'drizzle-orm'
import { stream } from 'hono/streaming'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import type { TerminalRunRow } from '#src/db/terminal.table.server.ts'
import { isRunOver } from '#src/lib/terminal-run-states.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { streamsThatGoOn } from '#src/server/access/streams.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { nextOfRun } from './run-signal.server.ts'
import { endForsaken, findRun, outputAfter } from './run-store.server.ts'
import { markers } from './stream-markers.ts'

/** Milliseconds between two looks, when this process hears nothing of the run: another one may carry it out. */
const LOOK_MS = 300
/** Milliseconds between keep-alive events. */
const QUIET_MS = 20_000
/** Milliseconds between two looks whether the sign-in still stands and whether the run has been forsaken. */
const CHECK_MS = 3_000
/** Lines that are sent at once. */
const AT_ONCE = 2_000

/**
 * The event stream of a run: a message for its beginning, one for each line, and one for its end. Messages are numbered
 * from 1, so that a client that has lost its connection goes on where it was.
 * @param seen the number of the last message that the client has
 */
export function runStream(c: ApiContext, actor: Actor, run: TerminalRunRow, seen: number): Response {
  const { db, vitalDb, jobs } = c.get('deps')
  const { uuid, extend, command: key } = run
  c.header('content-type', 'text/event-stream')
  c.header('x-accel-buffering', 'no')
  const message = (id: number, data: string) => `id: ${id}\ndata: ${JSON.stringify({ uuid, data, extend, key })}\n\n`
  const event = (name: string) => `event: ${name}\ndata: ${JSON.stringify({ uuid })}\n\n`
  return stream(c, async (out) => {
    const over = new AbortController()
    const end = () => over.abort()
    out.onAbort(end)
    jobs.feed.closing.addEventListener('abort', end)
    let sent = seen
    let quiet = Date.now()
    let checked = Date.now()
    const send = async (text: string) => {
      quiet = Date.now()
      await out.write(text)
    }
    try {
      await send('retry: 1000\n\n')
      while (!over.signal.aborted) {
        if (Date.now() - checked > CHECK_MS) {
          checked = Date.now()
          if (!(await isLetIn(vitalDb, actor))) return
          await endForsaken(db, [run.id])
        }
        const now = await findRun(db, uuid)
        // It was removed as too old.
        if (!now) return
        const begun = now.state !== 'waiting' && now.startTime !== null
        if (begun && sent < 1) {
          await send(message(1, markers.linkSuccess))
          sent = 1
        }
        if (begun && sent - 1 < now.lines) {
          const lines = await outputAfter(db, run.id, sent - 1, AT_ONCE)
          await send(lines.map(({ number, text }) => message(number + 1, text)).join(''))
          sent = (lines.at(-1)?.number ?? now.lines) + 1
          // What has come meanwhile, or the end.
          if (sent - 1 < now.lines || isRunOver(now.state)) continue
        } else if (isRunOver(now.state)) {
          const rest = endOf(now).map((data, index) => ({ id: now.lines + 2 + index, data }))
          const unheard = rest.filter(({ id }) => id > sent).map(({ id, data }) => message(id, data))
          await send(now.state === 'lost' ? event('lost') : unheard.join(''))
          return
        }
        if (Date.now() - quiet > QUIET_MS) await send(event('quiet'))
        await nextOfRun(run.id, LOOK_MS, over.signal)
      }
    } finally {
      jobs.feed.closing.removeEventListener('abort', end)
    }
  })
}

/** The messages about how a run has ended. */
function endOf({ state }: TerminalRunRow): string[] {
  return [state === 'success' ? markers.execSuccess : markers.execError, markers.execCompleted]
}

/** Whether a request of this sign-in would be answered now. */
async function isLetIn(db: Db, { id: owner, familyId, address = '' }: Actor): Promise<boolean> {
  const open = { owner, familyId, address }
  const [row] = await db.select({ super: account.super }).from(account).where(eq(account.id, owner))
  return row?.super === true && (await streamsThatGoOn(db, [open])).has(open)
}
