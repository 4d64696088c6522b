import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestApi } from './api.ts'

/** A row of the admin log as it is stored. */
export type LoggedRow = {
  id: string
  event: string
  side: string | null
  username: string
  seen_name: string
  title: string
  title_en: string
  node: string
  method: string
  path: string
  query: unknown
  body: unknown
  code: number
  message: string
  address: string
  agent: string
  request_id: string
  change_set_id: string | null
  times: number
}

/** The rows of the admin log, oldest first. */
export async function logged({ db }: Pick<TestApi, 'db'>): Promise<LoggedRow[]> {
  const { rows } = await db.execute<LoggedRow>(sql`select * from admin_log order by create_time, id`)
  return rows
}

/** The same, as soon as there are so many: some are written after the answer. */
export async function loggedSoon(api: Pick<TestApi, 'db'>, count: number): Promise<LoggedRow[]> {
  await expect.poll(async () => (await logged(api)).length, { timeout: 20_000 }).toBe(count)
  return logged(api)
}
