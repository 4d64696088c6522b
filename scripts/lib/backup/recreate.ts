import type pg from 'pg'
import { ScriptError } from '../main.ts'
import { type Definition, keyOf, listDefinitions } from './definitions.ts'

/**
 * Makes the definitions that the database does not have yet, inside the caller's transaction. A function may need a
 * table, and a table a function. So what cannot be made is tried again after the others, as long as any can.
 * @throws ScriptError when one cannot be made
 */
export async function recreate(client: pg.Client, definitions: readonly Definition[]): Promise<void> {
  const schemas = new Set(['public', ...definitions.flatMap(({ schema }) => schema ?? [])])
  const present = new Set((await listDefinitions(client, [...schemas])).map(keyOf))
  const made = definitions.filter((one) => one.kind === 'table' && !present.has(keyOf(one)))
  // A table that is made here has all of its columns.
  const isMade = ({ kind, name, schema }: Definition) =>
    kind === 'column' && made.some((table) => table.schema === schema && name.startsWith(`${table.name}.`))
  let left = definitions.filter((one) => !present.has(keyOf(one)) && !isMade(one))
  await client.query('set local check_function_bodies = off')
  while (left.length > 0) {
    const failed: { definition: Definition; error: unknown }[] = []
    for (const definition of left) {
      const error = await attempt(client, definition)
      if (error) failed.push({ definition, error })
    }
    const [first] = failed
    if (first && failed.length === left.length) throw refusal(first.definition, first.error)
    left = failed.map(({ definition }) => definition)
  }
  await client.query('set local check_function_bodies = on')
}

/** @returns the database's error, if any */
async function attempt(client: pg.Client, { sql }: Definition): Promise<unknown> {
  await client.query('savepoint definition')
  // The extended protocol takes one statement only.
  const statement = { text: sql, queryMode: 'extended' }
  try {
    await client.query(statement)
    await client.query('release savepoint definition')
    return undefined
  } catch (error) {
    await client.query('rollback to savepoint definition; release savepoint definition')
    return error
  }
}

function refusal({ kind, name }: Definition, error: unknown): ScriptError {
  const why = error instanceof Error ? error.message : String(error)
  return new ScriptError(`The ${kind} ${name} of the backup cannot be made here: ${why}. Nothing was changed.`)
}
