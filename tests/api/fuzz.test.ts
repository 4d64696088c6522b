import { Agent } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { operations } from '#src/features/contract.server.ts'
import { organizationDescription } from '#src/features/org/organization.schema.ts'
import { type Operation, operationName } from '#src/server/openapi/operation.server.ts'
import { listen } from '../../scripts/lib/listen.ts'
import { ADMIN_PASSWORD, addOrganizations, MEMBER_PASSWORD, startApi } from '../support/api.ts'
import { type FuzzRequest, malformed } from '../support/fuzz.ts'
import { addOfficer } from '../support/officer.ts'
import { random } from '../support/random.ts'
import { type RawAnswer, sendBytes, sendRaw } from '../support/raw-http.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122)
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_800)
const AT_ONCE = 16
/** After half of the requests, what is made once is made, such as the documents and statements of all calls. */
const WARM = Math.max(2 * operations.length, REQUESTS / 2)
/** Bytes that the heap may grow from then on. */
const GROWTH = 12 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Starts the API behind the HTTP server of production. */
async function serve() {
  const started = await startApi()
  const server = await listen({
    fetch: (request) => started.api.fetch(request, { address: request.ip ?? '' }),
    middleware: [],
    host: '127.0.0.1',
    port: 0,
    trustProxy: false,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  onTestFinished(async () => {
    agent.destroy()
    await server.close()
  })
  return { ...started, port: server.port, agent }
}

/** Describes what is wrong with a response. @returns undefined when the response is valid */
function complaint({ method }: FuzzRequest, { status, text, headers }: RawAnswer): string | undefined {
  // Node itself sends 431: the request's headers were too large to be read.
  if (status === 431) return undefined
  if (status >= 500) return `status ${status}`
  const silent = method === 'HEAD' || status === 204 || status === 304 || status === 302
  if (silent || !String(headers['content-type']).startsWith('application/json'))
    return silent || status < 300 ? undefined : 'no JSON'
  const body: { code?: number; openapi?: string } = JSON.parse(text)
  return body.openapi || body.code === status || body.code === 302 ? undefined : `code ${body.code} in a ${status}`
}

test(
  `${REQUESTS} malformed requests: no 5xx, no hang, no secret in the log, memory flat, and alive afterwards`,
  async () => {
    const { signIn, logged, port, agent, db } = await serve()
    const [admin, member, leaving] = [await signIn(), await signIn('user'), await signIn()]
    // The fuzz may end sign-ins of these accounts.
    await addOfficer({ db }, { username: 'ending', nodes: [], scope: 'all' })
    await addOfficer({ db }, { username: 'nothing', nodes: [], scope: 'all' })
    const other = { kind: 'user', username: 'ending', password: MEMBER_PASSWORD, nickname: 'ending' } as const
    await write(db, systemAuthor, 'seed', (tx) => createAccount(tx, other))
    const ending = { admin: await signIn('admin', 'ending'), user: await signIn('user', 'ending') }
    const mayNothing = await signIn('admin', 'nothing')
    await addOrganizations(admin)
    const bearer = ({ tokens }: { tokens: { access_token: string } }) => `Bearer ${tokens.access_token}`
    const strangers = ['', 'Bearer canary-token', 'Basic canary', 'Bearer ', `Bearer ${'x'.repeat(5_000)}`]
    const signedIn = { admin: bearer(admin), user: bearer(member) }
    const fields = organizationDescription.fields.map((field) => field.name)
    const source = random(SEED)
    // Most requests have the right token. Otherwise the test would only reach the authorization check.
    const identities = (call: Operation) => {
      const right = call.security === 'user' ? signedIn.user : signedIn.admin
      // Sign-out gets its own session. The token endpoint accepts only client credentials.
      if (call.path.includes('logout')) return [bearer(leaving), ...strangers]
      if (call.path.includes('/session/') && call.method !== 'get')
        return [bearer(call.security === 'user' ? ending.user : ending.admin), ...strangers]
      if (call.security === 'client') return [`Basic ${btoa('admin:admin')}`, `Basic ${btoa('user:user')}`, 'Basic e']
      return [...Array<string>(12).fill(right), signedIn.admin, signedIn.user, bearer(mayNothing), ...strangers]
    }
    // Each request is made when it is sent. Otherwise the stored bodies would count as heap growth.
    const make = (at: number) => {
      const call = operations[at % operations.length]
      if (!call) throw new Error('no calls')
      return { call, request: malformed(source, call, fields, identities(call)) }
    }

    const complaints: string[] = []
    const statuses = new Map<number, number>()
    let [next, heap] = [0, 0]
    const work = async () => {
      while (next < REQUESTS) {
        const at = next++
        const one = make(at)
        if (at === WARM) {
          collectGarbage()
          heap = process.memoryUsage().heapUsed
        }
        const answer = await sendRaw(port, agent, one.request).catch((error: Error) => error)
        const wrong = answer instanceof Error ? answer.message : complaint(one.request, answer)
        if (!(answer instanceof Error)) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        // The server may answer a request over a limit by cutting the connection while the client still sends.
        const large = Buffer.byteLength(one.request.body ?? '') > 2_000_000 || one.request.path.length > 12_000
        const cut = large && answer instanceof Error && /ECONNRESET|EPIPE/.test(answer.message)
        if (wrong && !cut) complaints.push(`#${at} ${operationName(one.call)} ${show(one.request)}: ${wrong}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))

    if (process.env.FUZZ_SEED) process.stdout.write(`${JSON.stringify([...statuses])}\n`)
    expect(complaints.slice(0, 20), `seed ${SEED}`).toEqual([])
    // Every kind of status occurs, so the requests got past the authorization check.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405, 409, 415, 422]))
    const log = logged.join('\n')
    expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    for (const secret of [
      ADMIN_PASSWORD,
      MEMBER_PASSWORD,
      'canary',
      btoa('admin:admin'),
      admin.tokens.access_token,
      member.tokens.refresh_token,
    ])
      expect(log).not.toContain(secret)
    collectGarbage()
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(GROWTH)
    expect(await admin('GET', '/adminApi/user/info')).toMatchObject({ code: 200 })
    expect(await admin('GET', '/adminApi/organization/index')).toMatchObject({ code: 200 })
  },
  Math.max(120_000, REQUESTS * 60),
)

function show({ method, path, headers, body }: FuzzRequest): string {
  const { authorization, ...rest } = headers
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(rest).slice(0, 300)} ${authorization?.slice(0, 8)} ${String(body ?? '').slice(0, 200)}`
}

test('bytes that are no HTTP, or two requests in one, are refused or cut off, and a body that nobody wanted passes', async () => {
  const made = await serve()
  // Bytes that are no HTTP, or two requests in one, are refused or cut off, and the server goes on.
  {
    const { port, agent } = made
    const head = 'Host: x\r\nContent-Type: application/json\r\n'
    const messages = [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET http://other/api/site HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET //other/api/site HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /api/site HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
      'GET /api/site HTTP/1.1\r\nHost: <b>\r\n\r\n',
      'GET /api/site HTTP/1.1\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
      `GET /api/site HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(5_000)}\r\n`,
      `GET /api/site?${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      Buffer.from('GET /api/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'),
      `POST /api/Sms/send HTTP/1.1\r\n${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\nHost: x\r\n\r\n`,
      `POST /api/Sms/send HTTP/1.1\r\n${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
      `POST /api/Sms/send HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n`,
      `POST /auth/oauth/token HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${btoa('admin:admin')}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nabc`,
      `POST /api/Sms/send HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{"a`,
    ]
    for (const bytes of messages) {
      const said = await sendBytes(port, bytes)
      expect(said, String(bytes).slice(0, 80)).not.toMatch(/HTTP\/1\.1 5(?!01)/)
      expect((await sendRaw(port, agent, { method: 'GET', path: '/api/site', headers: {} })).status).toBe(200)
    }
  }
  // A connection goes on after a body that nobody wanted.
  {
    const { port, signIn } = made
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const [admin, member] = [await signIn(), await signIn('user')]
    const body = Buffer.alloc(2_200_000, 'x')
    const types = ['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json', 'text/plain']
    const paths = [
      '/admin/sys-file/upload',
      '/adminApi/nothing/add',
      '/adminApi/subject/add',
      '/adminApi/subject/import?name=x.csv',
    ]
    // Each of both meets every path and every type once.
    for (const [turn, { tokens }] of [admin, member].entries()) {
      for (const [at, path] of paths.entries()) {
        for (const type of types.slice((at + turn) % 4, ((at + turn) % 4) + 1)) {
          const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': type }
          const refused = await sendRaw(port, agent, { method: 'POST', path, headers, body })
          expect(refused.status, `${path} ${type}`).toBeGreaterThanOrEqual(200)
          const next = await sendRaw(port, agent, { method: 'GET', path: '/api/site', headers: {} })
          expect(next.status, `${path} ${type}`).toBe(200)
        }
      }
    }
  }
})
