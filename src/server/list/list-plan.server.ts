import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Decode, decoderOf } from '#src/db/decode.server.ts'
import { compile, quoted, type TextRow } from '#src/db/statement.server.ts'
import type { Field } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-schema.ts'
import { blankValue } from '#src/resource/form-values.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { kindOf } from './filter-value.server.ts'

/** What stays the same in every list of a resource, written out once. */
export type ListPlan = {
  /** `"organization"` */
  from: string
  /** The columns that are delivered: an allow-list, never everything that the table has. */
  columns: string
  /** Names of what relation fields point to, asked for with the rows. */
  labels: string
  /** Where a field's column stands in the statement. */
  at: ReadonlyMap<string, number>
  fields: readonly { name: string; column: PgColumn; decode: Decode; none: unknown }[]
  labelled: readonly string[]
}

type Listed = Pick<Resource, 'tableName' | 'fields' | 'relations' | 'columns' | 'readable' | 'column'>

/** Writes out what stays the same in every list of a resource. @throws when a described field has no column */
export function planList(listed: Listed): ListPlan {
  const { tableName, columns } = listed
  const fields = [...listed.readable].map((name) => {
    const column = listed.column(name)
    const field = listed.fields.get(name)
    const decode = field?.type === 'switch' && kindOf(column) === 'boolean' ? bit : decoderOf(column)
    return { name, column, decode, none: field ? noneOf(field) : null }
  })
  const text = (column: PgColumn) => compile(sql`${column}`).text
  const labels = Object.entries(listed.relations ?? {}).flatMap(([name, { labelOf }]) => {
    const column = columns[name]
    return column && labelOf ? [{ name, text: compile(labelOf(column)).text }] : []
  })
  return {
    from: quoted(tableName),
    columns: fields.map(({ column }) => text(column)).join(', '),
    labels: labels.map((one) => `, ${one.text}`).join(''),
    at: new Map(fields.map(({ name }, index) => [name, index])),
    fields,
    labelled: labels.map(({ name }) => name),
  }
}

/** What a field without a value is delivered as; tables of stored resources may have NULL where others have an empty text. */
function noneOf(field: Field) {
  if (isRank(field)) return null
  return field.type === 'switch' ? 0 : blankValue(field)
}

/** A switch is 1 or 0, whatever its column. */
const bit = (text: string) => (text === 't' ? 1 : 0)

/** The row that a statement's line stands for. */
export function rowOf({ fields }: ListPlan, line: TextRow): Row {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index]
    const text = line[index]
    if (field) row[field.name] = text === null || text === undefined ? field.none : field.decode(text)
  }
  // Seam: the plan always holds the base columns, which its type cannot say.
  return row as Row
}

/** The names that came with the rows, by field and value. */
export function labelsIn(plan: ListPlan, lines: readonly TextRow[]): Record<string, Record<string, string>> {
  const labels: Record<string, Record<string, string>> = {}
  plan.labelled.forEach((name, index) => {
    const names: Record<string, string> = {}
    for (const line of lines) {
      const value = line[plan.at.get(name) ?? -1]
      const label = line[plan.fields.length + index]
      if (value !== null && value !== undefined && label !== null && label !== undefined) names[value] = label
    }
    labels[name] = names
  })
  return labels
}
