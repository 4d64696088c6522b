import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { dataImport, importPart } from '#src/db/import.table.server.ts'
import { forgetSeen } from './seen.server.ts'
import { forgetRows } from './stage.server.ts'

type Named = {
  /** The resources whose files may name the person; those made on demand by their beginning: `exam-score:`. */
  resources: readonly string[]
  /** Whole values that name the person in any of these files. */
  words: readonly string[]
  /** Further ones in files of one place, such as an exam: `exam-score:<key>`. */
  numbers: readonly { key: string; numbers: readonly string[] }[]
}

/**
 * Deletes the rows of files that name a person, and of files that nobody has read yet, and lets the files expire: the
 * next purge removes them. What was imported stays, with the record of the import; whoever has not finished sends the
 * file again. Replacing a name in a staged row would be no help: the row would be imported with what stands there.
 * @returns how many files there were
 */
export async function withdrawImports(tx: Db, { resources, words, numbers }: Named): Promise<number> {
  const texts = (values: readonly string[]) => sql`${sql.param(values.map((value) => JSON.stringify(value)))}::text[]`
  const saysOne = (said: ReturnType<typeof sql>, keyed: ReturnType<typeof sql>) => sql`(
    exists (select from unnest(${texts(words)}) word where strpos(${said}, word) > 0) or ${sql.join(
      [
        sql`false`,
        ...numbers.map(
          (one) =>
            sql`(${keyed} = ${one.key} and exists (select from unnest(${texts(one.numbers)}) word where strpos(${said}, word) > 0))`,
        ),
      ],
      sql` or `,
    )})`
  const key = sql`split_part(d.resource, ':', 2)`
  const { rows } = await tx.execute<{ id: number }>(sql`
    select d.id::float8 as id from data_import d where d.stored_as <> '' and d.expire_time > now()
      and (${sql.join(
        resources.map((one) => (one.endsWith(':') ? sql`starts_with(d.resource, ${one})` : sql`d.resource = ${one}`)),
        sql` or `,
      )})
      and (not exists (select from import_row r where r.import_id = d.id)
        or exists (select from import_row r where r.import_id in (d.id, -d.id) and ${saysOne(
          sql`concat_ws(' ', r.values, r.errors, to_json(r.parent), r.choices, r.unclear, r.notices, r.hidden)`,
          key,
        )})
        or exists (select from import_verdict v where v.import_id in (d.id, -d.id)
          and ${saysOne(sql`concat_ws(' ', v.errors, v.warnings)`, key)})
        or exists (select from import_unfolded u where u.import_id = d.id and ${saysOne(sql`coalesce(u.given::text, '')`, key)}))`)
  for (const { id } of rows) {
    await forgetRows(tx, id)
    await forgetSeen(tx, id)
    await tx.delete(importPart).where(eq(importPart.importId, id))
    await tx.update(dataImport).set({ expireTime: sql`now()` }).where(eq(dataImport.id, id))
  }
  return rows.length
}
