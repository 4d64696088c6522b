import { hash, verify } from '@node-rs/argon2'
import type { Database } from '#src/db/client.server.ts'
import { accountCookieOf } from '#src/lib/storage-keys.ts'
import { type Call, type Load, measure, type Result, send } from './lib/measure.ts'
import { addPeople, refreshCall, signedInCookie, signIn, signInCall } from './lib/people.ts'
import { type Server, startServer } from './lib/server.ts'

/** A result, and its aim: a share of the floor's requests, or a number of requests a second. */
export type Pair = { subject: Result; floor?: Result | undefined; aim?: number | undefined; perSecond?: number }

const CALLERS = 16

/** What each measurement gets. */
export type BenchOptions = {
  db: Database
  databaseUrl: string
  product: Server
  seconds: number
  /** Whether a measurement is selected. */
  only: (name: string) => boolean
}

/** Measures the contract's calls, each beside its floor. */
export async function benchContract({ db, databaseUrl, product, seconds, only }: BenchOptions): Promise<Pair[]> {
  const { url, pid } = product
  const floor = await startServer('bench/floor-contract.ts', { DATABASE_URL: databaseUrl }, '/ready')
  try {
    const tokens = await Promise.all(Array.from({ length: CALLERS }, () => signIn(url)))
    const bearer = (caller: number) => ({ authorization: `Bearer ${tokens[caller]?.access_token}` })
    const get = (path: string) => (caller: number) => send({ url: `${url}${path}`, headers: bearer(caller) })
    const least = (path: string) => (caller: number) => send({ url: `${floor.url}${path}`, headers: bearer(caller) })
    const ids = await rowIds(get)
    const people = only('sign in') ? await addPeople(db, CALLERS) : []
    const stored = await hash('Bench-123456', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    const refreshing = async (caller: number) => {
      const mine = tokens[caller]
      const answer = await send(refreshCall(url, mine?.refresh_token ?? ''))
      if (mine) Object.assign(mine, JSON.parse(answer))
    }
    const pairs: Planned[] = [
      ['sign in', (caller) => send(signInCall(url, people[caller])), () => verify(stored, 'Bench-123456'), 0.7],
      ['info', get('/adminApi/user/info'), least('/info')],
      ['menu', get('/adminApi/menu'), least('/menu')],
      ['list of 25', get('/adminApi/organization/index?limit=25&order=name,asc'), least('/list'), 0.5],
      ['save', saving(`${url}/adminApi/organization/edit`, ids, bearer), saving(`${floor.url}/save`, ids, bearer)],
      ['refresh', refreshing, least('/refresh')],
    ]
    const results: Pair[] = []
    for (const [name, work, floorWork, aim] of pairs.filter(([name]) => only(name))) {
      const common = { seconds, callers: CALLERS }
      const [least, subject] = await measure(
        { ...common, name: `floor of ${name}`, pid: floor.pid, work: floorWork },
        { ...common, name, pid, work },
      )
      if (subject) results.push({ subject, floor: least, aim })
    }
    return results
  } finally {
    await floor.stop()
  }
}

type Work = Load['work']
type Planned = [name: string, work: Work, floor: Work, aim?: number]

export const pageNames = [
  'page /',
  'page /admin/login',
  'page /admin/login, rendered',
  'page /admin/baseInfo/organization',
] as const
type PageName = (typeof pageNames)[number]

/** Measures pages as a browser requests them, beside a bare page of the framework. */
export async function benchPages({ db, product, seconds, only }: BenchOptions): Promise<Pair[]> {
  const bare = await startServer('bench/floor-page.ts', { NODE_ENV: 'production' }, '/')
  try {
    const cookie = await signedInCookie(db, product.url)
    const load = (name: string, call: Call, pid: number): Load => ({
      name,
      seconds,
      callers: CALLERS,
      pid,
      work: () => send(call),
    })
    const of = async (name: PageName, headers = {}, aim?: number): Promise<Pair[]> => {
      const path = name.slice('page '.length).replace(/,.*/, '')
      if (!only(name)) return []
      const page = load(name, { url: `${product.url}${path}`, headers }, product.pid)
      const [floor, subject] = await measure(load('bare page', { url: bare.url }, bare.pid), page)
      return subject ? [{ subject, floor, aim }] : []
    }
    return [
      ...(await of('page /', {}, 0.5)),
      ...(await of('page /admin/login', {}, 0.5)),
      // A browser that remembers an account has a page of its own: this is the price of rendering it.
      ...(await of('page /admin/login, rendered', { cookie: `${accountCookieOf('admin')}=bench0` })),
      ...(await of('page /admin/baseInfo/organization', { cookie })),
    ]
  } finally {
    await bare.stop()
  }
}

async function rowIds(get: (path: string) => (caller: number) => Promise<string>): Promise<number[]> {
  const answer: { data: { list: { id: number }[] } } = JSON.parse(
    await get('/adminApi/organization/index?limit=100')(0),
  )
  return answer.data.list.map((row) => row.id)
}

/** Saves different rows: two callers on one row would measure the wait for its lock. */
function saving(url: string, ids: readonly number[], bearer: (caller: number) => { authorization: string }) {
  return (caller: number, round: number) =>
    send({
      url,
      method: 'POST',
      headers: { ...bearer(caller), 'content-type': 'application/json' },
      body: JSON.stringify({ id: ids[round % ids.length], contact: `Contact ${round}` }),
    })
}
