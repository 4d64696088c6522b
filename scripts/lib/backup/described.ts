import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as v from 'valibot'
import { guardRelations, validateGuards } from '#src/features/resources/runtime-guards.server.ts'
import {
  BASE,
  columnType,
  indexStatements,
  NO_VALUE,
  ordersOf,
  PLACING,
  triggerStatements,
} from '#src/features/resources/table-definition.server.ts'
import type { Field } from '#src/resource/description.ts'
import { descriptionSchema, type RuntimeDescription } from '#src/resource/description-schema.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { ColumnFacts } from '#src/server/fields/field-type.server.ts'
import { quote } from './catalogue.ts'
import { type Manifest, tableFile } from './manifest.ts'

type Saved = Manifest['tables'][number]

/** The names that tables of runtime resources had in the releases without definitions in their backups. */
const TABLE_NAME = /^res_[a-z][a-z0-9_]{0,50}$/

/** The resources of the database that a backup holds: key → table and description. */
type Described = ReadonlyMap<string, { table: string; description: RuntimeDescription }>

/** What could be made of tables that a backup of an earlier release holds without their definitions. */
export type Remade = {
  /** The tables that were made. */
  tables: string[]
  /** The columns that no description covers, as `table.column`. They hold texts. */
  texts: string[]
  resources: Described
}

/**
 * Makes tables of runtime resources for a backup that has no definitions: the columns, keys, indexes and triggers that
 * their descriptions ask for, with the types that the rows fit. What an administrator added (unique names, checks,
 * defaults, further indexes) is in no such backup. Tables of other names are left out.
 */
export async function remakeTables(client: pg.Client, tables: readonly Saved[], staging: string): Promise<Remade> {
  if (tables.length === 0) return { tables: [], texts: [], resources: new Map() }
  const resources = await readDescriptions(client, staging)
  const byTable = new Map([...resources.values()].map(({ table, description }) => [table, description]))
  const made: Remade = { tables: [], texts: [], resources }
  for (const saved of tables.filter(({ name, columns }) => TABLE_NAME.test(name) && columns.includes('id'))) {
    const description = byTable.get(saved.name)
    const facts = await factsOf(client, saved, staging)
    const fields = new Map(
      // Seam: a checked description has the shape of the type; only its optional properties are declared differently.
      (description?.fields as readonly Field[] | undefined)?.map((field) => [columnNameOf(field.name), field]),
    )
    const columns = saved.columns.map((name) => {
      const field = fields.get(name)
      const type = BASE[name] ?? (field ? columnType(field, facts.get(name) ?? NO_VALUE) : PLACING[name])
      if (type === undefined) made.texts.push(`${saved.name}.${name}`)
      return `${quote(name)} ${type ?? 'text'}`
    })
    await client.query(`create table public.${quote(saved.name)} (${columns.join(', ')})`)
    for (const statement of rulesOf(saved, description)) await client.query(statement)
    made.tables.push(saved.name)
  }
  return made
}

/**
 * Protects the rows that the resources of remade tables refer to, as adding a resource does. Call it with the rows in
 * place. @returns the tables that refer to missing rows, and so stay unprotected
 */
export async function guardRemade(client: pg.Client, { tables, resources }: Remade): Promise<string[]> {
  const db = drizzle({ client })
  const tableOf = async (key: string) => {
    const name = resources.get(key)?.table ?? key.replaceAll('-', '_')
    const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
      `public.${quote(name)}`,
    ])
    return rows[0]?.found ? name : undefined
  }
  const unprotected: string[] = []
  for (const { table, description } of resources.values()) {
    if (!tables.includes(table)) continue
    try {
      await guardRelations(db, table, description, { tableOf })
    } catch (error) {
      // It looks for missing rows before it changes anything.
      if (!(error instanceof AppError)) throw error
      unprotected.push(table)
    }
  }
  await validateGuards(db)
  return unprotected
}

async function readDescriptions(client: pg.Client, staging: string): Promise<Described> {
  await client.query('create temporary table described (like public.resource_description) on commit drop')
  const target = client.query(copyFrom('copy pg_temp.described from stdin'))
  await pipeline(createReadStream(join(staging, tableFile({ name: 'resource_description' }))), target)
  const { rows } = await client.query<{ table: string; description: unknown }>(
    'select table_name as table, description from pg_temp.described order by id',
  )
  const found = rows.flatMap(({ table, description }) => {
    const { success, output } = v.safeParse(descriptionSchema, description)
    return success ? [[output.key, { table, description: output }] as const] : []
  })
  return new Map(found)
}

/** Reads the rows as texts, because the types of their columns are not known yet. */
async function factsOf(client: pg.Client, saved: Saved, staging: string): Promise<Map<string, ColumnFacts>> {
  const columns = saved.columns.map(quote)
  await client.query(`create temporary table saved_texts (${columns.map((name) => `${name} text`).join(', ')})`)
  const target = client.query(copyFrom('copy pg_temp.saved_texts from stdin'))
  await pipeline(createReadStream(join(staging, tableFile(saved))), target)
  const facts = new Map<string, ColumnFacts>()
  for (const name of saved.columns) {
    const column = quote(name)
    const { rows } = await client.query<ColumnFacts>(`select coalesce(bool_or(${column} is null), false) as nulls,
      coalesce(bool_and(${column} in ('t', 'f')), false) as truths,
      coalesce(bool_or(${column} ~ '[eE]'), false) as exponents from pg_temp.saved_texts`)
    facts.set(name, rows[0] ?? NO_VALUE)
  }
  await client.query('drop table pg_temp.saved_texts')
  return facts
}

/** The indexes and triggers of a table. */
function rulesOf({ name, columns }: Saved, description: RuntimeDescription | undefined): string[] {
  const table = `public.${quote(name)}`
  const orders = description ? ordersOf(description) : []
  if (columns.includes('sort_key')) orders.push(['sortKey'])
  return [...indexStatements(table, orders), ...triggerStatements(table, description?.tree === true)]
}
