import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { Design } from './design.schema.ts'
import { readComment } from './dictionary.ts'
import { adoptionFor, proposeDesign } from './propose-design.server.ts'
import { listTables } from './table-list.server.ts'
import { type ReadTable, readTable } from './table-read.server.ts'

/** Any text may come as a name. What names no table that may be read is missing, whatever it is. */
const table = v.pipe(v.string(), v.maxLength(200))
/** 1: comments without their dictionaries. */
const clean = v.optional(v.picklist(['0', '1']), '1')

const reads = { tag: 'resource', security: 'admin', method: 'get', super: true, proof: true } as const

const primaryKey = v.nullable(v.union([v.string(), v.array(v.string())]))
const names = v.record(v.string(), v.string())
const listed = v.strictObject({
  name: v.string(),
  comment: v.string(),
  rows: v.number(),
  key: v.nullable(v.string()),
})

const notes = v.array(v.strictObject({ column: v.string(), text: v.string() }))
const statements = v.array(v.string())

/** The tables that others made in the database, for screens that start from them. */
export const tableEndpoints = {
  tables: endpoint({
    ...reads,
    path: '/adminApi/crud/tables',
    summary: m.call_crudTables,
    answer: v.strictObject({ list: v.array(listed), total: v.number() }),
    run: async ({ db }) => {
      const list = await listTables(db)
      return { list, total: list.length }
    },
  }),
  table: endpoint({
    ...reads,
    path: '/adminApi/crud/table',
    summary: m.call_crudTable,
    query: v.object({ name: table }),
    answer: v.strictObject({
      design: knownAs<Design>(v.looseObject({})),
      notes,
      adopt: v.nullable(v.strictObject({ up: statements, down: statements })),
      refusal: v.nullable(v.string()),
    }),
    errors: [404],
    run: async ({ db, query }) => {
      const read = await found(db, query.name)
      const proposed = await proposeDesign(db, read)
      const adopted = adoptionFor(read, proposed.design)
      if ('refusal' in adopted) return { ...proposed, adopt: null, refusal: adopted.refusal }
      return { ...proposed, adopt: adopted, refusal: null }
    },
  }),
  helper: endpoint({
    ...reads,
    path: '/admin/ajax/table',
    summary: m.call_table,
    query: v.object({ table: v.optional(table), clean }),
    answer: v.strictObject({ list: names }),
    errors: [404],
    run: async ({ db, query }) => {
      if (query.table !== undefined) return { list: commentsOf(await found(db, query.table), query.clean) }
      const all = await listTables(db)
      return { list: Object.fromEntries(all.map(({ name, comment }) => [name, said(name, comment, query.clean)])) }
    },
  }),
  key: endpoint({
    ...reads,
    path: '/admin/ajax/getTablePk',
    summary: m.call_tablePk,
    query: v.object({ table }),
    answer: v.strictObject({ pk: primaryKey }),
    errors: [404],
    run: async ({ db, query }) => ({ pk: keyOf(await found(db, query.table)) }),
  }),
  fields: endpoint({
    ...reads,
    path: '/admin/ajax/getTableFieldList',
    summary: m.call_tableFieldList,
    query: v.object({ table, clean }),
    answer: v.strictObject({ pk: primaryKey, fieldList: names }),
    errors: [404],
    run: async ({ db, query }) => {
      const read = await found(db, query.table)
      return { pk: keyOf(read), fieldList: commentsOf(read, query.clean) }
    },
  }),
}

async function found(db: Db, name: string): Promise<ReadTable> {
  const read = await readTable(db, name)
  if (!read) throw new AppError(404, m.crudTable_missing())
  return read
}

/** The column of the primary key; several as a list; null without one. */
function keyOf({ primary }: ReadTable): string | string[] | null {
  return primary.length > 1 ? primary : (primary[0] ?? null)
}

function commentsOf({ columns }: ReadTable, asked: '0' | '1'): Record<string, string> {
  return Object.fromEntries(columns.map(({ name, comment }) => [name, said(name, comment, asked)]))
}

/** A comment as asked for. What has none is called by its name. */
function said(name: string, comment: string, asked: '0' | '1'): string {
  return (asked === '1' ? readComment(comment).title : comment) || name
}
