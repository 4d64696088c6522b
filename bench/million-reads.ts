import type { BenchOptions, Pair } from './contract.ts'
import { type Load, measure, send } from './lib/measure.ts'
import { startServer } from './lib/server.ts'

const CALLERS = 16
/** Rows that another caller saves in a second while totals are read. */
const SAVES = 50
/** The aims: a share of the bare server's pages, and totals and searches a second. */
const AIM = { pages: 0.5, totals: 2_000, searches: 600 }

/** Two conditions, which most rows meet. */
export const schoolsInUse = JSON.stringify({
  and: [
    { field: 'type', operator: 'eq', val: 'school' },
    { field: 'status', operator: 'eq', val: 1 },
  ],
})

type Options = BenchOptions & {
  headers: Record<string, string>
  /** Words of one, two and three characters that occur in a name. */
  words: readonly string[]
}

/**
 * Measures what a list asks for, on a million organizations: pages of rows beside a bare server with the same rows;
 * totals while somebody else saves rows; searches with their total.
 */
export async function benchMillionReads({ db, databaseUrl, product, headers, seconds, only, words }: Options) {
  const api = `${product.url}/adminApi/organization`
  const get = (path: string, query: Record<string, string>) => () =>
    send({ url: `${api}/${path}?${new URLSearchParams({ limit: '25', order: 'name,asc', ...query })}`, headers })
  const load = (name: string, pid: number, work: Load['work']): Load => ({ name, seconds, callers: CALLERS, pid, work })
  const pairs: Pair[] = []

  const bare = await startServer('bench/floor-rows.ts', { DATABASE_URL: databaseUrl }, '/ready')
  const pages: [name: string, path: string, query: Record<string, string>][] = [
    ['million: page', '/rows', { cursor: 'first' }],
    ['million: first page', '/first', { filter: schoolsInUse, cursor: 'first' }],
    ['million: last page', '/last', { filter: schoolsInUse, cursor: 'last' }],
  ]
  for (const [name, path, query] of pages.filter(([name]) => only(name))) {
    const [floor, subject] = await measure(
      load(`floor of ${name}`, bare.pid, () => send({ url: `${bare.url}${path}` })),
      load(name, product.pid, get('index', { ...query, count: 'none' })),
    )
    if (subject) pairs.push({ subject, floor, aim: AIM.pages })
  }
  await bare.stop()

  const alone = async (name: string, work: Load['work'], perSecond: number) => {
    if (!only(name)) return
    const [subject] = await measure(load(name, product.pid, work))
    if (subject) pairs.push({ subject, perSecond })
  }
  const { rows: some } = await db.$client.query<{ id: string }>('select id from organization order by id limit 2000')
  const save = (round: number) => {
    const body = JSON.stringify({ id: Number(some[round % some.length]?.id), contact: `contact ${round}` })
    return send({ url: `${api}/edit`, method: 'POST', headers, body })
  }
  const stop = only('million: total') ? inRhythm(save) : undefined
  await alone('million: total beside a writer', get('count', { filter: schoolsInUse }), AIM.totals)
  await alone('million: total and rows beside a writer', get('index', { filter: schoolsInUse }), AIM.totals)
  const saved = await stop?.()
  if (saved) console.log(`The writer saved ${Math.round(saved)} rows a second.`)
  for (const word of words)
    await alone(`million: quick search ${word}`, get('index', { quickSearch: word }), AIM.searches)
  return pairs
}

/** Saves rows in an even rhythm until it is stopped. @returns a function that stops it and returns the rows a second */
function inRhythm(save: (round: number) => Promise<unknown>): () => Promise<number> {
  let stopped = false
  let round = 0
  const begin = performance.now()
  const work = async () => {
    while (!stopped) {
      await save(round++)
      const due = begin + (round * 1000) / SAVES
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    }
  }
  const working = work()
  return async () => {
    stopped = true
    await working
    return (round * 1000) / (performance.now() - begin)
  }
}
