import { type Agent, request } from 'node:http'
import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, unknown>; text: string }

type Raw = { method: string; path: string; headers: Record<string, string>; body?: string | Buffer | undefined }

/** A deadline for what would never end; a busy machine takes ten seconds for the largest of them. */
const noHang = () => AbortSignal.timeout(60_000)

/** One request over real HTTP, as it stands: nothing is escaped or mended. Rejects after a minute; of events only the head is read. */
export function sendRaw(port: number, agent: Agent, { method, path, headers, body }: Raw): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length }, signal: noHang() },
      (answer) => {
        const chunks: Buffer[] = []
        const done = () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() })
        // Events go on until somebody leaves: their head is the answer.
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

/** Bytes on a socket, and nothing after them; what comes back until the other side closes. Rejects after a minute. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    noHang().addEventListener('abort', () => socket.destroy(new Error('no end in a minute')))
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(said))
    // A connection that is cut is an answer, too.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(said) : reject(error),
    )
  })
}
