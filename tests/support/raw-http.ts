import { type Agent, request } from 'node:http'
import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, unknown>; text: string }

type Raw = { method: string; path: string; headers: Record<string, string>; body?: string | Buffer | undefined }

/** A time-out of 60 seconds. A busy machine takes ten seconds for the largest request. */
const noHang = () => AbortSignal.timeout(60_000)

/**
 * Sends one request over real HTTP exactly as given, without escaping or correction. Of an event stream it reads only
 * the headers. Rejects after a minute.
 */
export function sendRaw(port: number, agent: Agent, { method, path, headers, body }: Raw): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length }, signal: noHang() },
      (answer) => {
        const chunks: Buffer[] = []
        const done = () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() })
        // An event stream goes on until the client disconnects, so its headers are the answer.
        if (/event-stream/.test(answer.headers['content-type'] ?? '')) {
          done()
          return answer.destroy()
        }
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', done)
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends only these bytes on a socket. Resolves with the response when the server closes it. Rejects after a minute. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    noHang().addEventListener('abort', () => socket.destroy(new Error('no end in a minute')))
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(said))
    // A closed connection counts as an answer, too.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(said) : reject(error),
    )
  })
}
