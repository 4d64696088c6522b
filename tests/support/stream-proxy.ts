import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { someTokens, startBackend } from './backend.ts'
import { serveHttp } from './serve.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a back end on plain Node, which gives access to the connections themselves. @returns its base URL */
async function startUpstream(handler: Handler): Promise<string> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts the application in front of a back end, with a session for each side. */
export async function startProxy(handler: Handler, variables: Record<string, string> = {}) {
  const backend = await startBackend({ BACKEND_URL: await startUpstream(handler), ...variables })
  const app = await serveHttp(backend.createHttp(() => new Response('a page'), true))
  const admin = await backend.session('admin', someTokens)
  const user = await backend.session('user', { ...someTokens, token: 'member', token_type: 'Bearer' })
  const cookie = `ys_admin=${admin.id}; ys_user=${user.id}`
  const call = (path: string, init: RequestInit = {}) =>
    fetch(app + path, { ...init, headers: { cookie, 'sec-fetch-site': 'same-origin', ...init.headers } })
  return { ...backend, app, admin, cookie, call }
}

/** Answers with the envelope of the contract. */
export const json = (response: ServerResponse, data: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: status, msg: '', data }))
}

/** Makes a body of this many chunks of 64 kB, each created when it is read. */
export function bodyOf(chunks: number) {
  const made = { chunks: 0 }
  const chunk = new Uint8Array(65_536)
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (made.chunks === chunks) controller.close()
      else {
        made.chunks += 1
        controller.enqueue(chunk)
      }
    },
  })
  return { stream, made }
}

/** The request of an upload. */
export const upload = (stream: ReadableStream): RequestInit & { duplex: 'half' } => ({
  method: 'POST',
  body: stream,
  duplex: 'half',
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
})
