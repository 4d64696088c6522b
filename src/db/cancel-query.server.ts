import { createConnection } from 'node:net'
import type pg from 'pg'

/** The code of a CancelRequest message in PostgreSQL's protocol. */
const CANCEL = 80_877_102
/** Time-out of the whole cancel request, in milliseconds. */
const PATIENCE = 5_000

/**
 * Cancels the query that a connection is waiting for. Closing the connection is not enough: the server notices that
 * only when it sends the first row, so a query that still sorts would go on. The request is a CancelRequest message of
 * PostgreSQL's protocol on a connection of its own. It therefore also works through a connection pooler.
 */
export function cancelQuery(client: Pick<pg.Client, 'host' | 'port'>): void {
  const { host, port } = client
  // The server identifies a connection by these two values. Every client keeps them, but its types leave them out.
  const key: unknown[] = [Reflect.get(client, 'processID'), Reflect.get(client, 'secretKey')]
  if (!key.every((word) => typeof word === 'number')) return
  const request = Buffer.alloc(16)
  for (const [at, word] of [16, CANCEL, ...key].entries()) request.writeInt32BE(word | 0, at * 4)
  const socket = host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host)
  socket.setTimeout(PATIENCE, () => socket.destroy())
  // If the server cannot be reached, the query has ended too.
  socket.on('error', () => socket.destroy())
  // The server closes the connection. PgBouncer 1.18 crashes when this side closes its half first.
  socket.write(request)
  socket.resume()
}
