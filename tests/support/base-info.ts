import type { TestApi } from './api.ts'

export type Call = Awaited<ReturnType<TestApi['signIn']>>
export type Row = Record<string, unknown> & { id: number; version: number }

/** Reads every row of a resource, keyed by one field. @throws Error when the list is refused */
export async function rowsBy(call: Call, key: string, name: string): Promise<Record<string, Row>> {
  const answer = await call('GET', `/adminApi/${key}/index?limit=200`)
  if (answer.code !== 200) throw new Error(answer.msg)
  return Object.fromEntries((answer.data as { list: Row[] }).list.map((row) => [String(row[name]), row]))
}

/** The first rows of a resource that meet a filter. @throws Error when the list is refused */
export async function listOf(call: Call, key: string, filter?: object): Promise<Row[]> {
  const condition = filter ? `&filter=${encodeURIComponent(JSON.stringify(filter))}` : ''
  const answer = await call('GET', `/adminApi/${key}/index?limit=200${condition}`)
  if (answer.code !== 200) throw new Error(answer.msg)
  return (answer.data as { list: Row[] }).list
}

export async function rowOf(call: Call, key: string, id: number): Promise<Row> {
  const answer = await call('GET', `/adminApi/${key}/edit?id=${id}`)
  if (answer.code !== 200) throw new Error(answer.msg)
  return (answer.data as { row: Row }).row
}

/** Returns the id of an added row. @throws Error when the row was refused */
export function idOf(answer: { code: number; msg: string; data: unknown }): number {
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return (answer.data as { id: number }).id
}
