import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { readAllowedHosts } from '#src/lib/allowed-hosts.ts'
import type { Resolve } from '#src/server/outgoing/gate.server.ts'
import { outgoingClient } from '#src/server/outgoing/outgoing-client.server.ts'
import { OutgoingError } from '#src/server/outgoing/outgoing-error.server.ts'
import type { OutgoingRequest } from '#src/server/outgoing/outgoing-types.ts'

/** Limits that nothing in a test reaches by accident. */
export const roomy = { connect: 20_000, headers: 20_000, whole: 20_000, bytes: 1_000_000 }

/** Starts a server on plain Node until the test ends. @returns its port */
export async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // Seam: the server listens on a port.
  return (server.address() as AddressInfo).port
}

/** A client that may reach the listed machines, and the lines that it logs. */
export function client(list: string, resolve?: Resolve) {
  const lines: Record<string, unknown>[] = []
  const log = {
    info: (line: Record<string, unknown>) => void lines.push(line),
    warn: (line: Record<string, unknown>) => void lines.push(line),
  }
  const send = outgoingClient({ allowed: readAllowedHosts(list) ?? [], log, resolve })
  const get = (url: string, request: Partial<OutgoingRequest> = {}) => send(url, { limits: roomy, ...request })
  /** Why a request and the reading of its answer fail. */
  const reason = (url: string, request: Partial<OutgoingRequest> = {}) =>
    get(url, request)
      .then((answer) => answer.text())
      .then(
        () => 'nothing',
        (error: unknown) => (error instanceof OutgoingError ? error.reason : String(error)),
      )
  return { get, reason, lines }
}
