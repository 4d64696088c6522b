import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { literal, quoted, quotedTable } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { conversion, emptyOf, sharesColumn } from './convert.server.ts'
import type { Design } from './design.schema.ts'
import { refuseDoubles } from './doubles.server.ts'
import type { OldField, Pair } from './field-pairs.server.ts'
import { crudLog } from './generation.table.server.ts'
import type { Planned } from './planned-fields.server.ts'
import {
  addOrder,
  columnIn,
  commentsOf,
  dropIndex,
  dropOrder,
  dropSearch,
  ensureIndex,
  fieldsOf,
  heldValue,
  type Index,
  indexesOf,
  searchColumn,
  type TableStep,
  uniqueAgain,
} from './steps.server.ts'
import { isOwnTable } from './table-origin.server.ts'
import type { ReadTable } from './table-read.server.ts'

/** What a change needs to know of its table. */
export type PlanAround = {
  token: string
  timeZone: string
  /** The columns that a table of others has. */
  columns: ReadonlySet<string>
  /** Fields of a table of others that become relations, with what their columns need. */
  relations: ReadonlyMap<string, TableStep>
}

/**
 * The values of a design that occur once, where the table that an earlier screen has left does not say so. Of tables of
 * others nothing is changed.
 * @throws AppError 422 where rows have the same value
 */
export async function uniquesLeft(tx: Db, design: Design, read: ReadTable, timeZone: string): Promise<Planned[]> {
  if (!isOwnTable(design.tableName)) return []
  const columns = new Set(read.columns.map(({ name }) => name))
  const alone = new Set(read.uniques.flatMap((one) => (one.columns.length === 1 ? one.columns : [])))
  const wanted = fieldsOf(design.description).filter(({ name }) => design.columns[name]?.unique === true)
  const pairs = wanted.map((field): Pair => {
    const column = columnIn(design, field.name)
    return columns.has(column)
      ? { field, column, old: { field, column, unique: alone.has(column) } }
      : { field, column }
  })
  return uniqueChanges(tx, design, pairs, { columns, timeZone })
}

/** Fields whose values become unique, or need no longer be. @throws AppError 422 where rows have the same value */
export async function uniqueChanges(
  tx: Db,
  after: Design,
  pairs: readonly Pair[],
  { columns, timeZone }: Pick<PlanAround, 'columns' | 'timeZone'>,
): Promise<Planned[]> {
  const table = quotedTable(after.tableName)
  const planned: Planned[] = []
  for (const { field, column, old } of pairs) {
    const was = old?.unique === true
    const moved = old !== undefined && !sharesColumn(old.field, field)
    const is = after.columns[field.name]?.unique === true
    if (was === is && !moved) continue
    const make = [`alter table ${table} add unique (${quoted(column)})`]
    const drop = [`select free_column(${literal(after.tableName)}, ${literal(column)})`]
    const label = labelText(field.label)
    if (is && (!was || moved)) {
      const isThere = !old && columns.has(column)
      const value = isThere ? quoted(column) : valueIn(field, old, timeZone)
      await refuseDoubles(tx, after.tableName, value, field.name)
      planned.push({
        change: { kind: 'rule', field: field.name, text: m.generator_changeUnique({ label }) },
        step: { up: make, down: drop, again: uniqueAgain(after.tableName, column) },
      })
    } else if (was && !is && !moved) {
      planned.push({
        change: { kind: 'rule', field: field.name, text: m.generator_changeNotUnique({ label }) },
        step: { up: drop, down: uniqueAgain(after.tableName, column), again: drop },
      })
    }
  }
  return planned
}

/** What the column of a field will hold, as SQL on the rows as they are. */
function valueIn(field: Field, old: OldField | undefined, timeZone: string): string {
  if (!old) return emptyOf(field)
  const stored = quoted(old.column)
  if (sharesColumn(old.field, field)) return stored
  return heldValue(field, conversion(old.field, field, stored, timeZone) ?? 'null')
}

/** Rows get an order of their own, or lose it. In a table of others, only one that the generator has made. */
export async function orderChanges(tx: Db, before: Design, after: Design, token: string): Promise<Planned[]> {
  const [was, is] = [before.description.sortable === true, after.description.sortable === true]
  const { tableName } = before
  if (was === is) return []
  const text = is ? m.generator_changeSortable() : m.generator_changeUnsortable()
  const change = { kind: 'order', text } as const
  if (is) return [{ change, step: addOrder(tableName, token) }]
  const made = isOwnTable(tableName) || (await madeOrder(tx, tableName))
  return [{ change, ...(made ? { step: dropOrder(tableName, token) } : {}) }]
}

async function madeOrder(tx: Db, tableName: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from ${crudLog} where table_name = ${tableName} and state = 'success'
    and exists (select from unnest(up) one where one like '%add column "sort_key"%') limit 1`)
  return rows.length > 0
}

/**
 * What stands around the columns: the column of the quick search, indexes and comments. It goes before columns
 * move, and comes anew after them. Undefined when nothing differs.
 */
export function aroundTable(
  before: Design,
  after: Design,
  moves: boolean,
): { first: TableStep; last: TableStep } | undefined {
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
