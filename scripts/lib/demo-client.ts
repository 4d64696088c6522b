import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
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
}

/** One call of the HTTP contract. It returns the validated data. */
export type Call = <T extends v.GenericSchema>(schema: T, request: Request) => Promise<v.InferOutput<T>>

const envelope = v.object({ code: v.number(), msg: v.nullish(v.string(), ''), data: v.nullish(v.unknown()) })
const tokens = v.object({ access_token: v.string(), token_type: v.string() })
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
  return (schema, request) => send(url, authorization, schema, request)
}

async function send<T extends v.GenericSchema>(url: string, authorization: string, schema: T, request: Request) {
  const { method = 'GET', path, query, body, content, key } = request
  const response = await reach(url, query ? `${path}?${new URLSearchParams(query)}` : path, {
    method,
    headers: {
      authorization,
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
