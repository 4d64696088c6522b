import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refreshStatistics } from '#src/db/refresh-statistics.server.ts'
import { startApi } from '../support/api.ts'

test('a table that has grown is counted before rows are checked against it, in its partitions too', async () => {
  const { db } = await startApi()
  const counted = async (table: string) => {
    const { rows } = await db.execute<{ rows: number }>(
      sql`select reltuples::float8 as rows from pg_class where oid = to_regclass(${table})`,
    )
    return rows[0]?.rows
  }
  await db.execute(sql`create table plain_rows (id int, text text)`)
  await db.execute(sql`create table parted_rows (id int, text text) partition by range (id)`)
  await db.execute(sql`create table parted_rows_a partition of parted_rows for values from (0) to (100000)`)
  for (const table of ['plain_rows', 'parted_rows']) {
    const fill = (count: number) =>
      db.execute(
        sql`insert into ${sql.identifier(table)} select n, repeat('x', 100) from generate_series(1, ${count}::int) n`,
      )
    await fill(100)
    await refreshStatistics(db, table)
    expect(await counted(table), 'a small table is planned for well enough').toBe(-1)
    await fill(9_900)
    await refreshStatistics(db, table)
    expect(await counted(table)).toBe(10_000)
    await fill(100)
    await refreshStatistics(db, table)
    expect(await counted(table)).toBe(10_000)
  }
})
