import { getTableName, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { decoderOf } from '#src/db/decode.server.ts'
import { compile, quoted, type TextRow } from '#src/db/statement.server.ts'
import type { Field } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-traits.ts'
import { blankValue } from '#src/resource/form-values.ts'
import type { ListPlan, Resource, Row } from '../crud/resource.server.ts'
import { serverTypeOf } from '../fields/field-types.server.ts'

type Listed = Pick<
  Resource,
  'table' | 'source' | 'fields' | 'relations' | 'columns' | 'readable' | 'column' | 'shownFields'
>

/**
 * Prepares the part of a list that is the same in every request.
 * @param whole with the fields that lists leave out
 * @throws when a described field has no column
 */
export function planList(listed: Listed, whole: boolean): ListPlan {
  const { table, source, columns } = listed
  const isRead = (name: string) => !listed.fields.get(name)?.list?.unread && !listed.shownFields?.includes(name)
  const read = [...listed.readable].filter((name) => whole || isRead(name))
  const fields = read.map((name) => {
    const column = listed.column(name)
    const field = listed.fields.get(name)
    const decode = (field && serverTypeOf(field).decoder?.(column)) ?? decoderOf(column)
    return { name, column, decode, none: field ? noneOf(field) : null }
  })
  const text = (column: PgColumn) => compile(sql`${column}`).text
  const labels = Object.entries(listed.relations ?? {}).flatMap(([name, { labelOf }]) => {
    const column = columns[name]
    return column && labelOf && read.includes(name) ? [{ name, text: compile(labelOf(column)).text }] : []
  })
  return {
    from: compile(source).text,
    table: compile(sql`${table}`).text,
    locked: quoted(getTableName(table)),
    columns: fields.map(({ column }) => text(column)).join(', '),
    labels: labels.map((one) => `, ${one.text}`).join(''),
    at: new Map(fields.map(({ name }, index) => [name, index])),
    fields,
    labelled: labels.map(({ name }) => name),
  }
}

/**
 * The returned value of a field that is null. Tables of runtime resources may have NULL where others have an empty
 * text.
 */
function noneOf(field: Field) {
  if (isRank(field)) return null
  return serverTypeOf(field).none ?? blankValue(field)
}

/** Converts a result row of the list's statement to a row of the resource. */
export function rowOf({ fields }: ListPlan, line: TextRow): Row {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index]
    const text = line[index]
    if (field) row[field.name] = text === null || text === undefined ? field.none : field.decode(text)
  }
  // Seam: the plan always contains the base columns, but its type does not say so.
  return row as Row
}

/** The labels that were read with the rows, by field and value. */
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
