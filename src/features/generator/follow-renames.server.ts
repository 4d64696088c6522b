import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { importMemory } from '#src/db/import.table.server.ts'
import { sensitiveRule } from '#src/db/watch.table.server.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { memorySchema } from '#src/server/import/import-store.server.ts'
import { savedViewTable } from '#src/server/views/view.table.server.ts'
import type { Design } from './design.schema.ts'

/** Old and new names of fields. */
export type Renames = readonly (readonly [from: string, to: string])[]

/**
 * Makes everything follow that knows fields by their names: saved views, the fields that are watched as sensitive and
 * what imports remember of titles.
 */
export async function followRenames(tx: Db, { description: { key } }: Design, renames: Renames): Promise<void> {
  if (renames.length === 0) return
  const names = new Map(renames)
  const views = await tx.select().from(savedViewTable).where(eq(savedViewTable.resource, key))
  for (const { id, state } of views) {
    const renamed = renamedState(state, names)
    if (JSON.stringify(renamed) !== JSON.stringify(state))
      await tx.update(savedViewTable).set({ state: renamed }).where(eq(savedViewTable.id, id))
  }
  const watched = await tx.select().from(sensitiveRule).where(eq(sensitiveRule.resource, key))
  for (const { id, fields } of watched) {
    const renamed = fields.map((name) => names.get(name) ?? name)
    if (renamed.join() !== fields.join())
      await tx.update(sensitiveRule).set({ fields: renamed }).where(eq(sensitiveRule.id, id))
  }
  const memories = await tx.select().from(importMemory).where(eq(importMemory.resource, key))
  for (const { accountId, mapping } of memories) {
    const known = v.safeParse(memorySchema, mapping)
    if (!known.success) continue
    const { chosen, keys } = known.output
    const now = (name: string) => names.get(name) ?? name
    const renamed = {
      chosen: Object.fromEntries(
        Object.entries(chosen).map(([title, name]) => [title, name === null ? null : now(name)]),
      ),
      ...(keys ? { keys: keys.map(now) } : {}),
    }
    await tx
      .update(importMemory)
      .set({ mapping: renamed })
      .where(and(eq(importMemory.accountId, accountId), eq(importMemory.resource, key)))
  }
}

/** Gives the history of the rows the new names of fields, for generations that did not keep how it follows. */
export async function followInHistory(tx: Db, tableName: string, renames: Renames): Promise<void> {
  if (renames.length === 0) return
  const columns = Object.fromEntries(renames.map(([from, to]) => [columnNameOf(from), columnNameOf(to)]))
  const old = sql`${sql.param(Object.keys(columns))}::text[]`
  const map = sql`${JSON.stringify(columns)}::jsonb`
  await tx.execute(sql`update change set before = rename_keys(before, ${map}), after = rename_keys(after, ${map})
    where table_name = ${tableName} and (before ?| ${old} or after ?| ${old})`)
}

/** The other way round. */
export function inverse(renames: Renames): Renames {
  return renames.map(([from, to]) => [to, from])
}

/** A view with the new names: in its filter, its order, and its columns with their widths and sides. */
function renamedState(state: unknown, names: ReadonlyMap<string, string>): unknown {
  if (!isObject(state)) return state
  const name = (one: unknown) => (typeof one === 'string' ? (names.get(one) ?? one) : one)
  return Object.fromEntries(
    Object.entries(state).map(([part, value]) => {
      if (part === 'columns' && Array.isArray(value)) return [part, value.map(name)]
      if (part === 'order' && Array.isArray(value))
        return [part, value.map((one) => String(one).replace(/^\w+/, (field) => names.get(field) ?? field))]
      if ((part === 'widths' || part === 'pins') && isObject(value))
        return [part, Object.fromEntries(Object.entries(value).map(([field, one]) => [names.get(field) ?? field, one]))]
      return part === 'filter' ? [part, renamedFilter(value, name)] : [part, value]
    }),
  )
}

function renamedFilter(filter: unknown, name: (one: unknown) => unknown): unknown {
  if (Array.isArray(filter)) return filter.map((one) => renamedFilter(one, name))
  if (!isObject(filter)) return filter
  return Object.fromEntries(
    Object.entries(filter).map(([part, value]) => [
      part,
      part === 'field' ? name(value) : part === 'val' ? value : renamedFilter(value, name),
    ]),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
