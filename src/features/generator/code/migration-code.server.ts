import { runtimeComponent } from '#src/resource/runtime-component.ts'
import type { Names } from './names.server.ts'
import type { ShapeReference, TableShape } from './table-shape.server.ts'

const BREAK = '--> statement-breakpoint\n'

/**
 * A migration that changes nothing where the table is there already, as in the database in which its screen was
 * generated. All other statements of a migration stay as drizzle-kit has made them.
 */
export function harmless(migration: string, table: string): string {
  const parts = migration.split(BREAK).map((statement) => {
    const made = statement
      .replace(new RegExp(`^CREATE TABLE "${table}" `), `CREATE TABLE IF NOT EXISTS "${table}" `)
      .replace(new RegExp(`^CREATE (UNIQUE )?INDEX (?="[^"]+" ON "${table}" )`), 'CREATE $1INDEX IF NOT EXISTS ')
    const [, column, target] = foreignKey(table).exec(made) ?? []
    if (column === undefined) return made
    // Rows of one table may be restored in any order, so the check waits for the commit.
    const late = target === table ? ' DEFERRABLE INITIALLY DEFERRED' : ''
    return unlessThere(table, column, made.trim().replace(/;$/, `${late};`))
  })
  return parts.join(BREAK)
}

const foreignKey = (table: string) =>
  new RegExp(
    `^ALTER TABLE "${table}" ADD CONSTRAINT "[^"]+" FOREIGN KEY \\("([^"]+)"\\) REFERENCES "public"\\."([^"]+)"`,
  )

/** A foreign key that is made where its column has none. The kit gave it one when its screen was generated. */
function unlessThere(table: string, column: string, statement: string): string {
  return `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = '${table}'::regclass AND conkey = ARRAY[(
    SELECT attnum FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attname = '${column}')]) THEN
    ${statement}
  END IF;
END $$;
`
}

/** What a migration has behind the statements of drizzle-kit: keys of tables that have no code, triggers, the change to code. */
export function migrationEnd(
  { key, path }: Pick<Names, 'key' | 'path'>,
  table: string,
  { triggers }: Pick<TableShape, 'triggers'>,
  foreign: readonly ShapeReference[],
): string {
  const keys = foreign.map(({ name, column, table: other, target }) =>
    unlessThere(
      table,
      column,
      `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" FOREIGN KEY ("${column}") REFERENCES ${other} ("${target}");`,
    ),
  )
  // The trigger that keeps where files are used is made at each start.
  const made = triggers.filter(({ name }) => name !== 'y_files').map(triggerOf)
  const texts = (...values: string[]) => values.map((one) => `'${one.replaceAll("'", "''")}'`).join(', ')
  const component = runtimeComponent(key)
  const code = [
    '-- The code takes the place of the stored description. Menu, buttons and the rights that roles have stay.\n' +
      `DELETE FROM resource_description WHERE key = ${texts(key)};\n`,
    `UPDATE rule SET built_in = true WHERE area = 'admin' AND type = 'button' AND pid IN (
  SELECT id FROM rule WHERE area = 'admin' AND component = ${texts(component)});\n`,
    `UPDATE rule SET component = ${texts(path)}, built_in = true WHERE area = 'admin' AND component = ${texts(component)};\n`,
  ]
  return [...keys, ...made, ...code].join(BREAK)
}

function triggerOf({ name, table, statement }: TableShape['triggers'][number]): string {
  if (statement.startsWith('CREATE TRIGGER')) return `${statement.replace('CREATE', 'CREATE OR REPLACE')};\n`
  return `DROP TRIGGER IF EXISTS ${name} ON ${table};\n${BREAK}${statement};\n`
}
