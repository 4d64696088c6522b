import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Description } from '#src/resource/description.ts'
import { offersOf } from '#src/resource/offers.ts'
import type { Resource } from '#src/server/crud/resource.server.ts'
import { registeredResources } from '#src/server/crud/resource-registry.server.ts'
import { startApi } from '../support/api.ts'

type Index = { table: string; columns: string[]; partial: boolean; condition: string | null }

async function indexes(): Promise<Index[]> {
  const { db } = await startApi()
  const { rows } = await db.execute<Index>(sql`
    select c.relname as "table", i.indpred is not null as partial, pg_get_expr(i.indpred, i.indrelid) as condition,
      array(select pg_get_indexdef(i.indexrelid, n, false) from generate_series(1, i.indnkeyatts) n) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
      join pg_am a on a.oid = x.relam where a.amname = 'btree' and i.indisvalid`)
  return rows
}

/** Views of the change history are read by its indexes of deletions and of edits. */
const ofHistory: Readonly<Record<string, string>> = { recycle_line: 'delete', sensitive_line: 'update' }

/** Whether an index of the history serves a view of it. */
function servesView({ table, condition }: Index, view: string): boolean {
  return table === 'change' && view in ofHistory && condition === `(operation = '${ofHistory[view]}'::text)`
}

/** Whether a partial index has exactly the rows that a resource has of its table. */
function isOf({ only = {} }: Pick<Resource, 'only'>, { condition }: Index): boolean {
  const wanted = Object.entries(only).map(([field, value]) => `((${snake(field)})::text = '${value}'::text)`)
  return wanted.length > 0 && condition === wanted.join(' AND ')
}

/** Converts a field name to its column name: `createTime` → `create_time`. */
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)

test('every order that a resource declares has an index with its columns in front', async () => {
  const all = await indexes()
  const missing = registeredResources().flatMap(({ resource }) => {
    const description: Description = resource.description
    const table = resource.tableName
    const usual = description.defaultOrder.split(',')[0] ?? 'id'
    const orders = [...description.sorts.map((field) => [field]), [usual], ...(description.sortGroups ?? [])]
    // An index on an expression is the business of the resource's own test. A small related table needs none.
    const related = ([field = '']: readonly string[]) => {
      const by = resource.computed?.[field]?.sortedBy
      const wanted = [snake(field), snake(by?.key.name ?? '')]
      return (
        by &&
        all.some(({ table, partial, columns }) => table === by.table && !partial && String(columns) === String(wanted))
      )
    }
    const has = (fields: readonly string[]) =>
      fields.every((field) => resource.computed?.[field]?.sortedWithoutIndex) ||
      related(fields) ||
      all.some(
        (one) =>
          (servesView(one, table) || (one.table === table && (!one.partial || isOf(resource, one)))) &&
          fields.every((field, at) => one.columns[at] === snake(field)),
      )
    return orders.filter((fields) => !has(fields)).map((fields) => `${description.key}: ${fields.join(', ')}`)
  })
  expect(registeredResources().length).toBeGreaterThan(0)
  expect(missing).toEqual([])
})

test('every shown column with an index can be sorted by', async () => {
  const all = await indexes()
  const missing = registeredResources().flatMap(({ resource }) => {
    const description: Description = resource.description
    // A field may have a column with another name.
    const columnsOf = (fields: readonly string[]) =>
      new Set(fields.map((field) => resource.columnNames.get(field) ?? snake(field)))
    const sorts = columnsOf([...description.sorts, description.defaultOrder.split(',')[0] ?? 'id'])
    const fields = description.fields.filter(({ list, name }) => !list?.never && name !== 'pid').map(({ name }) => name)
    const shown = columnsOf([...fields, 'createTime', 'updateTime'])
    const indexed = all.filter(({ table, partial }) => table === resource.tableName && !partial)
    return indexed
      .flatMap(({ columns: [first = ''] }) => (shown.has(first) && !sorts.has(first) ? [first] : []))
      .map((column) => `${description.key}: ${column}`)
  })
  expect(missing).toEqual([])
})

test('a list answers in each order that it declares, both ways', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const list = async (key: string, order: string) => {
    const answer = await call('GET', `/adminApi/${key}/index?limit=200&order=${order}`)
    expect(answer, `${key} ${order}`).toMatchObject({ code: 200, data: { list: expect.any(Array) } })
    return (answer.data as { list: { id: number }[] }).list.map(({ id }) => id)
  }
  for (const { resource } of registeredResources()) {
    const description: Description = resource.description
    const { key, sorts, fields } = description
    // Rows that nobody edits have only the time when they were made.
    const times = offersOf(description).edit ? ['createTime', 'updateTime'] : ['createTime']
    expect(sorts, key).toEqual(expect.arrayContaining(times))
    if (fields.some(({ name }) => name === 'status')) expect(sorts, key).toContain('status')
    for (const field of sorts) {
      const rising = await list(key, `${field},asc`)
      expect(await list(key, `${field},desc`), `${key} ${field}`).toEqual(rising.toReversed())
    }
  }
})

test('what a quick search looks up is made of the fields that it searches', async () => {
  const { db } = await startApi()
  const { rows } = await db.execute<{ table: string; text: string; indexed: boolean }>(sql`
    select c.relname as "table", pg_get_expr(d.adbin, d.adrelid) as text,
      exists (select 1 from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum) as indexed
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attname = 'search_grams'
    union all select c.relname, p.prosrc, exists (select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid
        and a.attnum = i.indkey[0] where i.indrelid = c.oid and a.attname = 'search_grams')
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and p.prosrc like '%NEW.search_grams :=%'`)
  const searched = registeredResources().filter(({ resource }) => resource.columns.searchGrams)
  expect(searched.length).toBeGreaterThan(0)
  for (const { resource } of searched) {
    const found = rows.find((row) => row.table === resource.tableName)
    expect(found?.indexed, resource.description.key).toBe(true)
    // An id is found by its own index.
    const wanted = resource.description.quickSearch.filter((name) => name !== 'id').map(snake)
    expect(
      wanted.filter((name) => !found?.text.includes(name)),
      resource.description.key,
    ).toEqual([])
  }
})
