import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { quoted, quotedTable, tableAt } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { invalid } from '#src/server/errors.server.ts'
import { fieldSource, screenChanges } from './change-text.server.ts'
import { breaksRule, conversion, isFilled, sharesColumn } from './convert.server.ts'
import type { Design, DesignChange } from './design.schema.ts'
import {
  addColumn,
  addOrder,
  columnIn,
  commentsOf,
  createTable,
  dropIndex,
  dropSearch,
  ensureIndex,
  fieldsOf,
  type Index,
  indexesOf,
  isOwnTable,
  rename,
  retype,
  searchColumn,
  setAside,
  type TableStep,
} from './steps.server.ts'
import { type Pair, type Planned, uniqueChanges } from './unique-changes.server.ts'

/** What a generation will do. `digest` changes with anything that it does: what is run is what was shown. */
export type DesignPlan = TableStep & {
  changes: DesignChange[]
  digest: string
  /** Columns move: the guards of the relations are dropped before, and made again from the description. */
  moves: boolean
  /** The fields with new names. */
  renames: [from: string, to: string][]
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
      ...added.flatMap((field) => fieldChange(tableName, { field, column: columnIn(design, field.name) }, token)),
      ...uniques,
    ],
    new Map(),
    false,
  )
}

/**
 * The plan that turns a stored design into another one. It reads the rows to say what happens to them.
 * @param relations fields of a table of others that become relations, with what their columns need
 * @throws AppError 422 where the rows do not allow it
 */
export async function planChange(
  tx: Db,
  before: Design,
  after: Design,
  token: string,
  relations: ReadonlyMap<string, TableStep>,
): Promise<DesignPlan> {
  const { tableName } = before
  const pairs = pairsOf(before, after)
  const planned: Planned[] = [
    ...removals(before, after, token),
    ...renames(tableName, pairs),
    ...pairs.flatMap((pair) => fieldChange(tableName, pair, token, relations.get(pair.field.name))),
    ...(await uniqueChanges(
      tx,
      after,
      pairs.filter(({ field }) => !relations.has(field.name)),
    )),
    ...(after.description.sortable && !before.description.sortable
      ? [{ change: { kind: 'order' as const, text: m.generator_changeSortable() }, step: addOrder(tableName, token) }]
      : []),
    ...screenChanges(before, after),
  ]
  const moves = planned.some(({ step }) => step !== undefined)
  const counts = await countRows(tx, tableName, planned)
  const renamed = pairs.flatMap(({ field, old }): [string, string][] =>
    old && old.field.name !== field.name ? [[old.field.name, field.name]] : [],
  )
  return { ...finish(planned, counts, moves, aroundTable(before, after, moves)), renames: renamed }
}

function finish(
  planned: readonly Planned[],
  counts: ReadonlyMap<Planned, number>,
  moves: boolean,
  around?: { first: TableStep; last: TableStep },
): DesignPlan {
  const own = planned.flatMap(({ step }) => step ?? [])
  const steps = around ? [around.first, ...own, around.last] : own
  const changes = planned.map((one): DesignChange => {
    const count = counts.get(one) ?? 0
    if (!one.asks || count === 0) return { ...one.change, loss: false }
    return { ...one.change, effect: one.asks.effect(count), loss: one.asks.loss }
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
  }
}

/** The fields of the new design, each with where it comes from. @throws AppError 422 when two come from one */
function pairsOf(before: Design, after: Design): Pair[] {
  const old = new Map(fieldsOf(before.description).map((field) => [field.name, field]))
  const taken = new Map<string, string>()
  return fieldsOf(after.description).map((field) => {
    const source = fieldSource(after, field.name) ?? ''
    const known = old.get(source)
    if (!known) return { field, column: columnIn(after, field.name) }
    if (taken.has(source)) throw invalid({ [`columns.${field.name}.from`]: [m.generator_fromTwice({ name: source })] })
    taken.set(source, field.name)
    const unique = before.columns[source]?.unique === true
    return {
      field,
      column: columnIn(after, field.name),
      old: { field: known, column: columnIn(before, source), unique },
    }
  })
}

function removals(before: Design, after: Design, token: string): Planned[] {
  const used = new Set(fieldsOf(after.description).map(({ name }) => fieldSource(after, name)))
  return fieldsOf(before.description)
    .filter(({ name }) => !used.has(name))
    .map((field) => {
      const column = columnIn(before, field.name)
      const unique = before.columns[field.name]?.unique === true
      const text = m.generator_changeRemove({ label: labelText(field.label) })
      return {
        change: { kind: 'remove', field: field.name, text },
        // A column of a table that others made stays: other programs may use it.
        ...(isOwnTable(before.tableName) ? { step: setAside(before.tableName, column, field, token, unique) } : {}),
        asks: {
          condition: isFilled(field, quoted(column)),
          effect: (count) => m.generator_effectAside({ count }),
          loss: true,
        },
      }
    })
}

/** Renames of columns. Those that take the name of another one go through a name of their own. */
function renames(tableName: string, pairs: readonly Pair[]): Planned[] {
  const table = quotedTable(tableName)
  const moved = pairs.flatMap(({ field, column, old }) =>
    old && old.column !== column && sharesColumn(old.field, field) ? [{ from: old.column, to: column }] : [],
  )
  const before = new Set(moved.map(({ from }) => from))
  const crossing = moved.some(({ to }) => before.has(to))
  const between = moved.map((_one, at) => `moving_${at}`)
  const steps = moved.map(({ from, to }, at): TableStep => {
    const through = crossing ? (between[at] ?? to) : to
    const [up, down] = [[rename(table, from, through)], [rename(table, through, from)]]
    return { up, down, again: up }
  })
  const ends = crossing
    ? moved.map(({ to }, at): TableStep => {
        const through = between[at] ?? to
        const [up, down] = [[rename(table, through, to)], [rename(table, to, through)]]
        return { up, down, again: up }
      })
    : []
  const all = [...steps, ...ends]
  const step: TableStep = {
    up: all.flatMap(({ up }) => up),
    down: all.toReversed().flatMap(({ down }) => down),
    again: all.flatMap(({ again }) => again),
  }
  const named = pairs.filter(({ field, old }) => old && old.field.name !== field.name)
  return named.map(({ field, old }, at) => ({
    change: {
      kind: 'rename',
      field: field.name,
      text: m.generator_changeRename({ from: old?.field.name ?? '', to: field.name }),
    },
    ...(at === 0 && all.length > 0 ? { step } : {}),
  }))
}

function fieldChange(tableName: string, { field, column, old }: Pair, token: string, relation?: TableStep): Planned[] {
  const label = labelText(field.label)
  const typed = { kind: 'type', field: field.name, text: m.generator_changeType({ label }) } as const
  if (relation) return [{ change: typed, step: relation }]
  if (!old) {
    return [
      {
        change: { kind: 'add', field: field.name, text: m.generator_changeAdd({ label }) },
        step: addColumn(tableName, column, field, token),
        ...(breaksRule(undefined, field, '') !== undefined
          ? {
              asks: { condition: 'true', effect: (count: number) => m.generator_effectMissing({ count }), loss: false },
            }
          : {}),
      },
    ]
  }
  const stored = quoted(old.column)
  if (!sharesColumn(old.field, field)) {
    const value = conversion(old.field, field, stored)
    const filled = isFilled(old.field, stored)
    return [
      {
        change: typed,
        step: retype(tableName, old, { column, field }, token, old.unique),
        asks: {
          condition: value === undefined ? filled : `${filled} and (${value}) is null`,
          effect: (count) => m.generator_effectUnfit({ count }),
          loss: true,
        },
      },
    ]
  }
  const broken = breaksRule(old.field, field, stored)
  if (broken === undefined) return []
  return [
    {
      change: { kind: 'rule', field: field.name, text: m.generator_changeRule({ label }) },
      asks: { condition: broken, effect: (count) => m.generator_effectBroken({ count }), loss: false },
    },
  ]
}

/**
 * What stands around the columns: the column of the quick search, indexes and comments. It goes before columns
 * move, and comes anew after them. Undefined when nothing differs.
 */
function aroundTable(before: Design, after: Design, moves: boolean): { first: TableStep; last: TableStep } | undefined {
  const { tableName } = after
  const searches = moves || JSON.stringify(searchColumn(before)) !== JSON.stringify(searchColumn(after))
  const [had, has] = [indexesOf(before), indexesOf(after)]
  const is = (list: readonly Index[], one: Index) => list.some((other) => JSON.stringify(other) === JSON.stringify(one))
  const gone = had.filter((one) => !is(has, one))
  const made = moves ? has : has.filter((one) => !is(had, one))
  const comments = commentsOf(after).filter((statement) => !commentsOf(before).includes(statement))
  const said = commentsOf(before).filter((statement) => !commentsOf(after).includes(statement))
  if (!searches && gone.length === 0 && made.length === 0 && comments.length === 0) return undefined
  const searchless = searches && isOwnTable(tableName) ? [dropSearch(tableName)] : []
  const clear = [...searchless, ...gone.map((one) => dropIndex(tableName, one))]
  const last = [
    ...(searches ? searchColumn(after) : []),
    ...made.map((one) => ensureIndex(tableName, one)),
    ...comments,
  ]
  const unmade = [...searchless, ...made.filter((one) => !is(had, one)).map((one) => dropIndex(tableName, one))]
  return {
    first: {
      up: clear,
      down: [
        ...(searches ? searchColumn(before) : []),
        ...(moves ? had : gone).map((one) => ensureIndex(tableName, one)),
        ...said,
      ],
      again: clear,
    },
    last: { up: last, down: unmade, again: last },
  }
}

/** How many rows each change concerns: one read of the table for all of them. */
async function countRows(tx: Db, tableName: string, planned: readonly Planned[]): Promise<Map<Planned, number>> {
  const asking = planned.filter(({ asks }) => asks !== undefined)
  if (asking.length === 0) return new Map()
  const counts: SQL[] = asking.map(({ asks }, at) => sql.raw(`count(*) filter (where ${asks?.condition}) as n${at}`))
  const { rows } = await tx.execute<Record<string, string>>(
    sql`select ${sql.join(counts, sql`, `)} from ${tableAt(tableName)}`,
  )
  return new Map(asking.map((one, at) => [one, Number(rows[0]?.[`n${at}`] ?? 0)]))
}
