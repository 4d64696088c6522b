import { streamSSE } from 'hono/streaming'
import { contractLocale } from '#src/i18n/locale.server.ts'
import type { Actor } from '../access/actor.server.ts'
import type { ApiContext } from '../context.server.ts'
import type { FeedEvent, JobFeed } from './job-feed.server.ts'

/** Milliseconds that an event stream stays open. The client then reconnects, and its token is checked again. */
const STREAM_MS = 10 * 60_000
/** Milliseconds between keep-alive events, so that no proxy takes a quiet stream for a dead one. */
const QUIET_MS = 20_000

/** What concerns the caller, as it changes: jobs, of which all come first, and the number of unread notices. */
export function eventStream(
  c: ApiContext,
  { id: owner, familyId, viewer, address = '' }: Actor,
  feed: JobFeed,
): Response {
  const locale = contractLocale(c.req.raw)
  feed.assertRoom(owner)
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    let over: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      over = resolve
    })
    const write = (event: string, data: unknown) =>
      void stream.writeSSE({ event, data: JSON.stringify(data), retry: 2_000 }).catch(over)
    stream.onAbort(over)
    feed.closing.addEventListener('abort', over)
    const timers = [setInterval(() => write('quiet', {}), QUIET_MS), setTimeout(over, STREAM_MS)]
    write('hello', {})
    const send = ({ event, data }: FeedEvent) => write(event, data)
    const deaf = feed.listen({ owner, familyId, address, locale, viewing: viewer !== undefined, send, end: over })
    await ended
    deaf()
    for (const timer of timers) clearTimeout(timer)
    feed.closing.removeEventListener('abort', over)
  })
}
