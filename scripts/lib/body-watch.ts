import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { streamPath } from '#src/backend/contract-paths.ts'

/** Milliseconds in which a body must bring its next byte. */
const QUIET_MS = 30_000

/** Milliseconds that a body has, and those that each of its bytes adds: a kilobyte a second after the first seconds. */
const FIRST_MS = 20_000
const MS_PER_BYTE = 1

/** Milliseconds between two looks at the requests under way. */
const LOOK_MS = 1_000

/** How the body of a request has arrived so far; times in milliseconds. */
export type Arrival = {
  /** A file: it may take hours, as long as it moves. */
  upload: boolean
  /** The response is complete, as it is when a file is refused. A client that sends on only holds the connection. */
  answered: boolean
  begun: number
  bytes: number
  /** The last time at which a byte arrived, or the server itself was not ready for one. */
  moved: number
}

/** Whether a body has stopped, or is so slow that it only holds a connection. */
export function isStalled({ upload, answered, begun, bytes, moved }: Arrival, now: number): boolean {
  const mayTakeHours = upload && !answered
  return now - moved > QUIET_MS || (!mayTakeHours && now - begun > FIRST_MS + bytes * MS_PER_BYTE)
}

type Watched = Arrival & { request: IncomingMessage; response: ServerResponse; before: number; looked: number }

/**
 * Ends the requests of a server whose bodies have stalled, with status 408. The time of a slow server does not count.
 */
export function watchBodies(server: Server): void {
  const watched = new Set<Watched>()
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
    const now = Date.now()
    const upload = streamPath(request.url?.split('?')[0] ?? '') !== undefined
    const arrival = { upload, answered: false, begun: now, bytes: 0, moved: now }
    watched.add({ ...arrival, looked: now, before: socket.bytesRead, request, response })
  })
  const timer = setInterval(() => {
    const now = Date.now()
    for (const one of watched) {
      if (one.request.complete || one.request.socket.destroyed) watched.delete(one)
      else if (isStalled(look(one, now), now)) {
        watched.delete(one)
        end(one)
      }
    }
  }, LOOK_MS)
  server.once('close', () => clearInterval(timer))
  timer.unref()
}

function look(one: Watched, now: number): Arrival {
  const { request, response } = one
  const { bytesRead } = request.socket
  const busy = request.readableLength > 0 || request.socket.isPaused()
  if (busy) one.begun += now - one.looked
  if (busy || bytesRead > one.before + one.bytes) one.moved = now
  one.answered = response.writableEnded
  one.bytes = bytesRead - one.before
  one.looked = now
  return one
}

// Written on the socket, as Node does for a late head, because the application still waits for the body.
function end({ request, response }: Watched): void {
  if (!response.headersSent) request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  request.socket.destroySoon()
}
