import { createConnection } from 'node:net'
import type pg from 'pg'

/** What a request to cancel is known by. */
const CANCEL = 80_877_102
/** Milliseconds for the whole of it. */
const PATIENCE = 5_000

/**
 * Has the server give up what a connection is waiting for. A query that still sorts notices only so that nobody is there
 * any more: to a closed connection it would go on until its first row. The request goes its own way, in the protocol's
 * own words, so that it passes a pooler too.
 */
export function cancelQuery(client: pg.PoolClient): void {
  const { host, port } = client
  // What the server knows a connection by; kept by every client, though the types leave it out.
  const key: unknown[] = [Reflect.get(client, 'processID'), Reflect.get(client, 'secretKey')]
  if (!key.every((word) => typeof word === 'number')) return
  const request = Buffer.alloc(16)
  for (const [at, word] of [16, CANCEL, ...key].entries()) request.writeInt32BE(word | 0, at * 4)
  const socket = host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host)
  socket.setTimeout(PATIENCE, () => socket.destroy())
  // A server that cannot be reached has ended the query with everything else.
  socket.on('error', () => socket.destroy())
  socket.end(request)
  socket.resume()
}
