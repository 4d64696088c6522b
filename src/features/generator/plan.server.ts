import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldSource, screenChanges } from './change-text.server.ts'
import { sharesColumn } from './convert.server.ts'
import type { Design, DesignChange } from './design.schema.ts'
import { type Pair, pairsOf } from './field-pairs.server.ts'
import type { KeptHistory } from './kept.server.ts'
import {
  type Asked,
  addition,
  type Planned,
  removals,
  renames,
  stricter,
  typeChange,
  typed,
} from './planned-fields.server.ts'
import { aroundTable, orderChanges, type PlanAround, uniqueChanges } from './planned-table.server.ts'
import { recordedMoves } from './recorded-columns.server.ts'
import { columnIn, createTable, fieldsOf, goneName, retype, type TableStep } from './steps.server.ts'
import { isOwnTable } from './table-origin.server.ts'

/** What a generation will do. `digest` changes with anything that it does: what is run is what was shown. */
export type DesignPlan = TableStep & {
  changes: DesignChange[]
  digest: string
  /** Columns move: the guards of the relations are dropped before, and made again from the description. */
  moves: boolean
  /** What views, rules and imports call other fields from now on. */
  renames: [from: string, to: string][]
  /** What makes the history of the rows follow. */
  history: KeptHistory
}

/** The plan of a screen with a table of its own. @param token differs for each generation of a table */
export function planCreation(design: Design, token: string): DesignPlan {
  const step = createTable(design, token)
  const text = m.generator_changeTable({ table: design.tableName, count: fieldsOf(design.description).length })
  return finish([{ change: { kind: 'table', text }, step }], new Map(), false)
}

/**
 * The plan of a screen on a table that is there. It gets what a resource needs and it lacks, and the columns of fields
 * that it does not have.
 */
export function planAdoption(
  design: Design,
  columns: ReadonlySet<string>,
  adopted: Omit<TableStep, 'again'>,
  token: string,
  uniques: readonly Planned[],
): DesignPlan {
  const { tableName, description } = design
  const step = { ...adopted, again: adopted.up }
  const text = m.generator_changeAdopt({ table: tableName })
  const added = fieldsOf(description).filter(({ name }) => !columns.has(columnIn(design, name)))
  return finish(
    [
      {
        change: { kind: 'adopt', text, ...(isOwnTable(tableName) ? {} : { effect: m.generator_effectAdopt() }) },
        step,
      },
      ...added.map((field) => addition(tableName, { field, column: columnIn(design, field.name) }, token)),
      ...uniques,
    ],
    new Map(),
    false,
  )
}

/**
 * The plan that turns a stored design into another one. It reads the rows to say what happens to them.
 * @throws AppError 422 where the rows do not allow it
 */
export async function planChange(tx: Db, before: Design, after: Design, around: PlanAround): Promise<DesignPlan> {
  const { token, timeZone, relations, columns } = around
  const { tableName } = before
  const pairs = pairsOf(before, after)
  const used = new Set(fieldsOf(after.description).map(({ name }) => fieldSource(after, name)))
  const removed = fieldsOf(before.description).filter(({ name }) => !used.has(name))
  const retyped = new Map(
    pairs.flatMap(({ field, column, old }) =>
      old && !relations.has(field.name) && !sharesColumn(old.field, field)
        ? [[field.name, retype(tableName, old, { column, field }, token, timeZone)] as const]
        : [],
    ),
  )
  const planned: Planned[] = [
    ...removals(before, removed, token),
    ...renames(tableName, pairs),
    ...pairs.flatMap((pair): Planned[] => {
      const relation = relations.get(pair.field.name)
      if (relation) return [{ change: typeChange(pair.field), step: relation }]
      if (!pair.old) return [addition(tableName, pair, token, columns.has(pair.column))]
      const step = retyped.get(pair.field.name)
      return step ? [typed(pair.field, pair.old, step.arrive, timeZone)] : stricter(pair.field, pair.old)
    }),
    ...(await uniqueChanges(
      tx,
      after,
      pairs.filter(({ field }) => !relations.has(field.name)),
      around,
    )),
    ...(await orderChanges(tx, before, after, token)),
    ...screenChanges(before, after),
  ]
  const moves = planned.some(({ step }) => step !== undefined)
  const counts = await countRows(tx, tableName, planned)
  const outer = aroundTable(before, after, moves)
  const leaves = [...retyped.values()].map(({ leave }) => leave)
  const first = outer ? [outer.first, ...leaves] : leaves
  const plan = finish(planned, counts, moves, { first, last: outer ? [outer.last] : [] })
  return {
    ...plan,
    renames: namesOf(pairs, token),
    history: recordedMoves({ before, pairs, removed, token, timeZone }),
  }
}

/**
 * The fields with new names. Views and rules may still name a field that is gone: where another one takes its name,
 * what they say of it goes aside, and comes back when the change is taken back.
 */
function namesOf(pairs: readonly Pair[], token: string): [from: string, to: string][] {
  const renamed = pairs.flatMap(({ field, old }): [string, string][] =>
    old && old.field.name !== field.name ? [[old.field.name, field.name]] : [],
  )
  const added = pairs.filter(({ old }) => !old).map(({ field }) => field.name)
  const taken = [...renamed.map(([, to]) => to), ...added].filter((name) => !renamed.some(([from]) => from === name))
  return [
    ...renamed,
    ...taken.map((name): [string, string] => [name, goneName(token, name)]),
    ...added.map((name): [string, string] => [goneName(`${token}A`, name), name]),
  ]
}

function finish(
  planned: readonly Planned[],
  counts: ReadonlyMap<Asked, number>,
  moves: boolean,
  around: { first: TableStep[]; last: TableStep[] } = { first: [], last: [] },
): DesignPlan {
  const steps = [...around.first, ...planned.flatMap(({ step }) => step ?? []), ...around.last]
  const changes = planned.map((one): DesignChange => {
    const concerned = (one.asks ?? []).flatMap((asked) => {
      const count = counts.get(asked) ?? 0
      return count === 0 ? [] : [{ effect: asked.effect(count), loss: asked.loss }]
    })
    const effects = concerned.map(({ effect }) => effect)
    const loss = concerned.some((asked) => asked.loss)
    if (effects.length === 0) return { ...one.change, loss }
    return { ...one.change, effect: effects.reduce((two, three) => m.report_sentences({ one: two, two: three })), loss }
  })
  const up = steps.flatMap((step) => step.up)
  return {
    changes,
    up,
    down: steps.toReversed().flatMap((step) => step.down),
    again: steps.flatMap((step) => step.again),
    digest: createHash('sha256')
      .update(JSON.stringify([up, changes.map(({ kind, field }) => [kind, field])]))
      .digest('hex'),
    moves,
    renames: [],
    history: { forth: [], back: [] },
  }
}

/** How many rows each change concerns: one read of the table for all of them. */
async function countRows(tx: Db, tableName: string, planned: readonly Planned[]): Promise<Map<Asked, number>> {
  const asking = planned.flatMap(({ asks }) => asks ?? [])
  if (asking.length === 0) return new Map()
  const counts: SQL[] = asking.map(({ condition }, at) => sql.raw(`count(*) filter (where ${condition}) as n${at}`))
  const { rows } = await tx.execute<Record<string, string>>(
    sql`select ${sql.join(counts, sql`, `)} from ${tableAt(tableName)}`,
  )
  return new Map(asking.map((one, at) => [one, Number(rows[0]?.[`n${at}`] ?? 0)]))
}
