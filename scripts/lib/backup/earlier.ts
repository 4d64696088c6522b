import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { quote } from './catalogue.ts'
import { type Definition, listDefinitions } from './definitions.ts'
import type { Manifest } from './manifest.ts'

/**
 * The definitions for a backup of an earlier release, which has none: those of the instance that it replaces, for the
 * tables that no migration makes, and what such tables may need. Whatever a migration makes is left to it.
 */
export async function definitionsHere(
  client: pg.Client,
  manifest: Manifest,
  migrations: readonly MigrationMeta[],
): Promise<Definition[]> {
  const texts = migrations.flatMap(({ sql }) => sql)
  const makes = (...spellings: string[]) => texts.some((text) => spellings.some((spelling) => text.includes(spelling)))
  const tables = manifest.tables.flatMap(({ name }) => {
    return makes(`TABLE "${name}"`, `TABLE ${name} (`) ? [] : [name]
  })
  // A guard names the table that it belongs to, in its key or in the arguments of its trigger.
  const concerns = (sql: string) =>
    tables.some((name) => {
      const places = [`public.${quote(name)}`, `public.${name}`, `'${name}'`].flatMap((text) =>
        sql.split(text).slice(1),
      )
      return places.some((rest) => !/^\w/.test(rest))
    })
  const columns = new Set(manifest.tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column}`)))
  return (await listDefinitions(client)).filter(({ kind, name, sql }) => {
    if (kind === 'column') return columns.has(name)
    if (kind === 'function') return !makes(`FUNCTION ${name.slice(0, name.indexOf('('))}(`)
    return ['extension', 'collation', 'type', 'sequence', 'operator', 'view'].includes(kind) || concerns(sql)
  })
}
