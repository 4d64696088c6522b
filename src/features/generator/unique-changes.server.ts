import type { Db } from '#src/db/client.server.ts'
import { literal, quoted, quotedTable } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { sharesColumn } from './convert.server.ts'
import type { Design, DesignChange } from './design.schema.ts'
import { refuseDoubles } from './doubles.server.ts'
import { columnIn, fieldsOf, isOwnTable, type TableStep, uniqueAgain } from './steps.server.ts'
import type { ReadTable } from './table-read.server.ts'

/** One change with the question that the rows answer: how many of them it concerns. */
export type Planned = {
  change: Omit<DesignChange, 'loss'>
  step?: TableStep
  asks?: { condition: string; effect(count: number): string; loss: boolean }
}

/** A field of a design, with the field and the column that it comes from. */
export type Pair = { field: Field; column: string; old?: { field: Field; column: string; unique: boolean } }

/**
 * The values of a design that occur once, where the table that an earlier screen has left does not say so. Of tables of
 * others nothing is changed.
 * @throws AppError 422 when several rows have the same value
 */
export async function uniquesLeft(tx: Db, design: Design, read: ReadTable): Promise<Planned[]> {
  if (!isOwnTable(design.tableName)) return []
  const there = new Set(read.columns.map(({ name }) => name))
  const alone = new Set(read.uniques.flatMap(({ columns }) => (columns.length === 1 ? columns : [])))
  const wanted = fieldsOf(design.description).filter(({ name }) => design.columns[name]?.unique === true)
  const pairs = wanted.map((field): Pair => {
    const column = columnIn(design, field.name)
    return there.has(column) ? { field, column, old: { field, column, unique: alone.has(column) } } : { field, column }
  })
  return uniqueChanges(tx, design, pairs)
}

/** What changes of which values occur once. @throws AppError 422 when several rows have the same value */
export async function uniqueChanges(tx: Db, after: Design, pairs: readonly Pair[]): Promise<Planned[]> {
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
      if (old && !moved) await refuseDoubles(tx, after.tableName, old.column, field.name)
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
