import { globSync, readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rule } from '#src/db/identity.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { resourceDescription } from '#src/features/resources/description.table.server.ts'
import { guardRelations } from '#src/features/resources/runtime-guards.server.ts'
import { descriptionSchema } from '#src/resource/description-schema.ts'
import { runtimeComponent } from '#src/resource/runtime-component.ts'
import { parsed } from '#src/server/parsed.server.ts'
import { startApi } from './api.ts'
import { listOf } from './base-info.ts'
import { screens } from './screens.ts'

/**
 * Proves, in a project that has the code of the screens, what their migration does where they were generated: tables,
 * rows, keys and triggers stay, and the code takes the place of the stored descriptions.
 */
export async function migratesWhereGenerated(): Promise<void> {
  const { db, signIn } = await startApi()
  const told = async () => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select conname as name from pg_constraint where conrelid in ('res_lab'::regclass, 'res_lab_room'::regclass) and contype <> 'n'
      union all select tgname from pg_trigger where not tgisinternal and (tgrelid::regclass::text like 'res_lab%' or tgname like 'guard%')
      union all select indexname from pg_indexes where tablename like 'res_lab%' order by 1`)
    return rows.map(({ name }) => name).toSorted()
  }
  await write(db, systemAuthor, 'seed', async (tx) => {
    await tx.execute(sql`drop table res_lab_room, res_lab, res_letter`)
    for (const { table, description, tableName } of screens) {
      for (const statement of table.split(';\n')) await tx.execute(sql.raw(statement))
      const stored = parsed(descriptionSchema, description)
      const { key, menu } = stored
      await tx.insert(resourceDescription).values({ key, tableName, description: stored })
      await guardRelations(tx, tableName, stored)
      await tx
        .update(rule)
        .set({ component: runtimeComponent(key), builtIn: false })
        .where(eq(rule.name, menu))
    }
    await tx.execute(sql`insert into res_letter (words) values ('kept')`)
  })
  const before = await told()
  const [file = ''] = globSync('src/db/migrations/*_lab_*.sql')
  for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint'))
    await db.execute(sql.raw(statement))
  // Code has an order by each time, so an index of it comes where there is none.
  const more = ['res_lab_room_update_time_idx', 'res_lab_update_time_idx']
  expect(await told()).toEqual([...before, ...more].toSorted())
  expect(await db.select().from(resourceDescription)).toEqual([])
  const menus = await db
    .select({ component: rule.component, builtIn: rule.builtIn })
    .from(rule)
    .where(eq(rule.name, 'baseInfo/lab'))
  expect(menus).toEqual([{ component: 'baseInfo/lab', builtIn: true }])
  expect(await listOf(await signIn(), 'letter')).toMatchObject([{ words: 'kept' }])
}
