import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { ScriptError } from './main.ts'

type Request = {
  method?: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** In its place, a file. */
  content?: string
  key?: string
  /** Whether the call needs a fresh proof of who calls. */
  proven?: boolean
}

/** One call of the HTTP contract. It returns the validated data. */
export type Call = <T extends v.GenericSchema>(schema: T, request: Request) => Promise<v.InferOutput<T>>

const envelope = v.object({ code: v.number(), msg: v.nullish(v.string(), ''), data: v.nullish(v.unknown()) })
const tokens = v.object({ access_token: v.string(), token_type: v.string() })
const proof = v.object({ proof: v.string() })
const refusal = v.object({ error_description: v.string() })
const fieldErrors = v.object({ errors: v.record(v.string(), v.array(v.string())) })

type SignIn = { url: string; client: string; username: string; password: string }

/** Signs in as any client of the HTTP contract does. @throws ScriptError when that fails */
export async function signIn({ url, client, username, password }: SignIn): Promise<Call> {
  const response = await reach(url, '/auth/oauth/token', {
    method: 'POST',
    headers: { 'accept-language': 'en', authorization: `Basic ${Buffer.from(client).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', scope: 'server', username, password }),
  })
  const answer: unknown = await response.json().catch(() => null)
  const signedIn = v.safeParse(tokens, answer)
  if (!signedIn.success) {
    const refused = v.safeParse(refusal, answer)
    const why = refused.success ? refused.output.error_description : `status ${response.status}`
    throw new ScriptError(`The server at ${url} does not let ${username} in: ${why}.`)
  }
  const authorization = `${signedIn.output.token_type} ${signedIn.output.access_token}`
  const plain: OwnHeaders = { authorization }
  const prove = () =>
    send(url, plain, proof, { method: 'POST', path: '/adminApi/proof/give', body: { way: 'password', password } })
  return async (schema, request) => {
    const own = request.proven ? { ...plain, [PROOF_HEADER]: (await prove()).proof } : plain
    return send(url, own, schema, request)
  }
}

type OwnHeaders = Readonly<Record<string, string>>

async function send<T extends v.GenericSchema>(url: string, own: OwnHeaders, schema: T, request: Request) {
  const { method = 'GET', path, query, body, content, key } = request
  const response = await reach(url, query ? `${path}?${new URLSearchParams(query)}` : path, {
    method,
    headers: {
      ...own,
      'accept-language': 'en',
      ...(key ? { 'idempotency-key': key } : {}),
      ...(content === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: content ?? (body === undefined ? undefined : JSON.stringify(body)),
  })
  const answer = v.safeParse(envelope, await response.json().catch(() => null))
  if (!answer.success) throw new ScriptError(`${url}${path} does not answer as the contract says: is it Yardstick?`)
  const { code, msg, data } = answer.output
  if (code !== 200) throw new ScriptError(`${method} ${path} was refused: ${reason(msg ?? '', data)}`)
  const parsed = v.safeParse(schema, data)
  if (!parsed.success) throw new ScriptError(`${method} ${path} answered something unexpected.`)
  return parsed.output
}

function reason(msg: string, data: unknown): string {
  const fields = v.safeParse(fieldErrors, data)
  if (!fields.success) return msg
  return Object.entries(fields.output.errors)
    .map(([field, texts]) => `${field}: ${texts.join(' ')}`)
    .join('; ')
}

/** Sends a request, and once more after a lost connection. The Idempotency-Key makes the repetition safe. */
async function reach(url: string, path: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(60_000) })
    } catch {
      if (attempt === 2) {
        throw new ScriptError(
          `Nothing answers at ${url}: start the product with npm start, or say where it is with --url.`,
        )
      }
      await wait(500)
    }
  }
}

/** The rows of a resource that meet a condition of its lists. */
export async function rowsOf<T extends v.GenericSchema>(
  call: Call,
  key: string,
  row: T,
  condition?: { field: string; operator: string; val: string | number },
): Promise<v.InferOutput<T>[]> {
  const list = v.object({ list: v.array(row), total: v.number() })
  const found: v.InferOutput<T>[] = []
  for (let page = 1; ; page++) {
    const query = { page: String(page), limit: '200', ...(condition && { filter: JSON.stringify(condition) }) }
    const answer = await call(list, { path: `/adminApi/${key}/index`, query })
    found.push(...answer.list)
    if (answer.list.length === 0 || found.length >= answer.total) return found
  }
}
