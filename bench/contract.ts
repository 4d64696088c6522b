import { hash, verify } from '@node-rs/argon2'
import type { Database } from '#src/db/client.server.ts'
import { type Call, measure, type Result, send } from './lib/measure.ts'
import { refreshCall, signedInCookie, signIn, signInCall } from './lib/people.ts'
import { type Server, startServer } from './lib/server.ts'

export type Pair = { subject: Result; floor?: Result; aim?: number }

const CALLERS = 16

type Options = { db: Database; databaseUrl: string; product: Server; seconds: number }

/** The contract's calls, each beside its floor. */
export async function benchContract({ databaseUrl, product, seconds }: Options): Promise<Pair[]> {
  const { url, pid } = product
  const floor = await startServer('bench/floor-contract.ts', { DATABASE_URL: databaseUrl }, '/ready')
  try {
    const run = (name: string, work: (caller: number, round: number) => Promise<unknown>, on = pid) =>
      measure({ name, seconds, callers: CALLERS, pid: on, work })
    const tokens = await Promise.all(Array.from({ length: CALLERS }, () => signIn(url)))
    const bearer = (caller: number) => ({ authorization: `Bearer ${tokens[caller]?.access_token}` })
    const get = (path: string) => (caller: number) => send({ url: `${url}${path}`, headers: bearer(caller) })
    const least = (path: string) =>
      run(
        `floor of ${path.slice(1)}`,
        (caller) => send({ url: `${floor.url}${path}`, headers: bearer(caller) }),
        floor.pid,
      )
    const ids = await rowIds(get)

    const stored = await hash('Bench-123456', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    const argon = await run('bare argon2id', () => verify(stored, 'Bench-123456'), process.pid)
    const pairs: Pair[] = [{ floor: argon, subject: await run('sign in', () => send(signInCall(url))), aim: 0.7 }]
    pairs.push({ floor: await least('/info'), subject: await run('info', get('/adminApi/user/info')) })
    pairs.push({ floor: await least('/menu'), subject: await run('menu', get('/adminApi/menu')) })
    const listCall = get('/adminApi/organization/index?limit=25&order=name,asc')
    pairs.push({ floor: await least('/list'), subject: await run('list of 25', listCall), aim: 0.5 })
    const save = await run('floor of save', saving(`${floor.url}/save`, ids, bearer), floor.pid)
    pairs.push({ floor: save, subject: await run('save', saving(`${url}/adminApi/organization/edit`, ids, bearer)) })
    const refreshing = async (caller: number) => {
      const mine = tokens[caller]
      const answer = await send(refreshCall(url, mine?.refresh_token ?? ''))
      if (mine) Object.assign(mine, JSON.parse(answer))
    }
    pairs.push({ floor: await least('/refresh'), subject: await run('refresh', refreshing) })
    return pairs
  } finally {
    await floor.stop()
  }
}

/** Pages as a browser asks for them, beside a bare page of the framework. */
export async function benchPages({ db, product, seconds }: Options): Promise<Pair[]> {
  const bare = await startServer('bench/floor-page.ts', {}, '/')
  try {
    const cookie = await signedInCookie(db, product.url)
    const page = (name: string, call: Call, pid: number) =>
      measure({ name, seconds, callers: CALLERS, pid, work: () => send(call) })
    const floor = await page('bare page', { url: bare.url }, bare.pid)
    const of = async (path: string, headers = {}, aim?: number): Promise<Pair> => ({
      subject: await page(`page ${path}`, { url: `${product.url}${path}`, headers }, product.pid),
      floor,
      aim,
    })
    return [await of('/', {}, 0.5), await of('/admin/login'), await of('/admin/baseInfo/organization', { cookie })]
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

/** Saves of different rows: two people on one row would measure the wait for its lock. */
function saving(url: string, ids: readonly number[], bearer: (caller: number) => { authorization: string }) {
  return (caller: number, round: number) =>
    send({
      url,
      method: 'POST',
      headers: { ...bearer(caller), 'content-type': 'application/json' },
      body: JSON.stringify({ id: ids[round % ids.length], contact: `Contact ${round}` }),
    })
}
