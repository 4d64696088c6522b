import { and } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { selectRows } from '../list/rows.server.ts'
import type { Resource, Row } from './resource.server.ts'

type Values = Readonly<Record<string, unknown>>

/** The values that a rule of doubt reads. `parent`: those of the row above in a tree; null at the top. */
export type DoubtCase = { values: Values; parent: Values | null }

/** What a person should look at, by field. The sentences are said in the language of the moment. */
export type Doubts = Record<string, () => string>

/** A rule that a person may know better: a row is written although it is in doubt, and the person is told. */
export type DoubtRule = {
  /**
   * The fields that the rule reads, of a row and of its parent. Fields with few values, because an import asks once for
   * each combination.
   */
  fields: readonly string[]
  /** The doubts of each case, in the order of the cases. */
  ask(db: Db, cases: readonly DoubtCase[]): Promise<readonly Doubts[]>
}

/** A row that is written: its state before, undefined for a new row, and the values that are given to it. */
export type DoubtfulWrite = { before: Row | undefined; values: Values }

/** What is told about a written row. */
export type RowWarning = { field: string; text: string }

/** The doubts about rows that are written together, in their order. Only what changes a row's case is in doubt. */
export async function doubtsAbout(
  db: Db,
  resource: Resource,
  actor: Actor,
  writes: readonly DoubtfulWrite[],
): Promise<RowWarning[][]> {
  const rule = resource.doubts
  if (!rule) return writes.map(() => [])
  const isTree = resource.description.tree === true
  const touched = isTree ? [...rule.fields, 'pid'] : rule.fields
  const asked = writes.map(({ before, values }) => ({
    next: { ...before, ...values } as Values,
    isNew: touched.some((name) => name in values && (before === undefined || values[name] !== before[name])),
  }))
  if (!asked.some(({ isNew }) => isNew)) return writes.map(() => [])
  const parents = isTree
    ? await parentsOf(
        db,
        resource,
        actor,
        asked.map(({ next }) => next),
      )
    : new Map()
  const picked = (row: Values) => Object.fromEntries(rule.fields.map((name) => [name, row[name] ?? null]))
  const cases = asked.map(({ next, isNew }): DoubtCase | undefined => {
    if (!isNew) return undefined
    const above = isTree && typeof next.pid === 'number' ? parents.get(next.pid) : null
    // Nothing is said about a parent that the actor may not see.
    return above === undefined ? undefined : { values: picked(next), parent: above && picked(above) }
  })
  const found = await rule.ask(
    db,
    cases.filter((one) => one !== undefined),
  )
  let at = 0
  return cases.map((one) => {
    const doubts = one ? (found[at++] ?? {}) : {}
    return Object.entries(doubts).map(([field, say]) => ({ field, text: say() }))
  })
}

/** The parents of rows as they will be: a parent that is written too has its new values. */
async function parentsOf(db: Db, resource: Resource, actor: Actor, rows: readonly Values[]) {
  const ids = [...new Set(rows.flatMap(({ pid }) => (typeof pid === 'number' ? [pid] : [])))]
  if (ids.length === 0) return new Map<number, Values>()
  const where = and(scope(actor, resource.scope), anyOf(resource.columns.id, ids))
  const stored = await selectRows(db, resource, where, undefined, ids.length)
  const parents = new Map<number, Values>(stored.map((row) => [row.id, row]))
  for (const row of rows) if (typeof row.id === 'number' && parents.has(row.id)) parents.set(row.id, row)
  return parents
}
