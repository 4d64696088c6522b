import { runtimeComponent } from '#src/resource/runtime-component.ts'
import type { ResourceNames } from './names.server.ts'
import type { ShapeReference, TableShape } from './table-shape.server.ts'

const BREAK = '--> statement-breakpoint\n'

/**
 * A migration that changes nothing where the table is there already, as in the database in which its screen was
 * generated. All other statements of a migration stay as drizzle-kit has made them.
 */
export function harmless(migration: string, table: string): string {
  const parts = migration.split(BREAK).map((statement) => {
    const [, own] = /^(?:CREATE TABLE|CREATE (?:UNIQUE )?INDEX "[^"]+" ON|ALTER TABLE) "([^"]+)"/.exec(statement) ?? []
    if (own !== table) return statement
    const [, column, target] = FOREIGN_KEY.exec(statement) ?? []
    if (column === undefined) return statement.replace(/^CREATE (TABLE|(?:UNIQUE )?INDEX) /, 'CREATE $1 IF NOT EXISTS ')
    // Rows of one table may be restored in any order, so the check waits for the commit.
    const late = target === table ? ' DEFERRABLE INITIALLY DEFERRED' : ''
    return unlessThere(table, column, statement.trim().replace(/;$/, `${late};`))
  })
  return parts.join(BREAK)
}

const FOREIGN_KEY = /ADD CONSTRAINT "[^"]+" FOREIGN KEY \("([^"]+)"\) REFERENCES "public"\."([^"]+)"/

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

/** The end of a migration: keys to tables that have no code, triggers, and the change to code. */
export function migrationEnd(
  { key, path }: Pick<ResourceNames, 'key' | 'path'>,
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
