import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'

/** What a call answered: the envelope, and the status it came with. */
export interface Answer {
  status: number
  code: number
  msg: string
  data: unknown
}

export interface Tokens {
  access: string
  refresh: string
}

interface Options {
  /** Idempotency-Key. */
  key?: string
  language?: 'en' | 'zh-CN'
}

/** One call of the contract as somebody who is signed in. */
export type Call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  options?: Options,
) => Promise<Answer>

export type Person = { url: string; call: Call; tokens: Tokens }

const envelope = v.object({ code: v.number(), msg: v.nullish(v.string(), ''), data: v.nullish(v.unknown()) })
const tokenAnswer = v.object({ access_token: v.string(), refresh_token: v.string() })

type Side = 'admin' | 'user'

/** Asks the token endpoint, whatever it answers. */
export function askTokens(url: string, side: Side, grant: 'password' | 'refresh_token', form: Record<string, string>) {
  return fetch(`${url}/auth/oauth/token?grant_type=${grant}&scope=server`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${side}:${side}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en',
      'user-agent': 'Arranging/1',
    },
    body: new URLSearchParams(form).toString(),
  })
}

export async function signIn(
  url: string,
  side: Side,
  username: string,
  password: string,
  form: Record<string, string> = {},
): Promise<Person> {
  const response = await askTokens(url, side, 'password', { username, password, ...form })
  return personOf(url, await readTokens(response))
}

/** A new token set for an old one. */
export async function refresh(url: string, side: Side, { refresh: refresh_token }: Tokens): Promise<Tokens> {
  return readTokens(await askTokens(url, side, 'refresh_token', { refresh_token }))
}

async function readTokens(response: Response): Promise<Tokens> {
  const answer = v.safeParse(tokenAnswer, await response.json())
  if (!answer.success) throw new Error(`The token endpoint answered ${response.status}.`)
  return { access: answer.output.access_token, refresh: answer.output.refresh_token }
}

/** Whoever holds these tokens. */
export function personOf(url: string, tokens: Tokens): Person {
  const call: Call = async (method, path, body, { key, language = 'en' } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(tokens.access === '' ? {} : { authorization: `Bearer ${tokens.access}` }),
        'accept-language': language,
        'user-agent': 'Arranging/1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const { code, msg, data } = v.parse(envelope, await response.json())
    return { status: response.status, code, msg: msg ?? '', data }
  }
  return { url, call, tokens }
}

/** What a call that went well brought. @throws what it said otherwise */
export function want<T extends v.GenericSchema>(schema: T, answer: Answer): v.InferOutput<T> {
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
  return v.parse(schema, answer.data)
}

/** Makes sure that a call was refused, and how. */
export function refused(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`Not ${status} but ${answer.status} ${answer.msg}`)
  return answer
}

const written = v.object({ id: v.optional(v.number(), 0), changeSetId: v.nullish(v.number()) })

/** A write that changed something: the row, and its change set. */
export function wrote(answer: Answer): { id: number; changeSetId: number } {
  const { id, changeSetId } = want(written, answer)
  if (typeof changeSetId !== 'number') throw new Error('Nothing was different.')
  return { id, changeSetId }
}

export const row = v.looseObject({ id: v.number(), version: v.number() })
export type Row = v.InferOutput<typeof row>
const list = v.object({ list: v.array(row), total: v.number() })

/** The rows of a resource, at most two hundred, in its usual order. */
export async function rowsOf({ call }: Person, resource: string, query = ''): Promise<Row[]> {
  return want(list, await call('GET', `/adminApi/${resource}/index?limit=200${query}`)).list
}

/** The rows of a resource by a field that names them. */
export async function rowsBy(person: Person, resource: string, field: string): Promise<(name: string) => Row> {
  const rows = await rowsOf(person, resource)
  return (name) => {
    const found = rows.find((one) => one[field] === name)
    if (!found) throw new Error(`There is no ${resource} ${name}.`)
    return found
  }
}

/** A row as its form gets it. */
export async function rowOf({ call }: Person, resource: string, id: number): Promise<Row> {
  return want(v.object({ row }), await call('GET', `/adminApi/${resource}/edit?id=${id}`)).row
}

/** Asks again and again until there is an answer, half a minute at the most. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
    const answer = await ask()
    if (answer !== undefined) return answer
  }
  throw new Error(`It took too long: ${what}.`)
}
