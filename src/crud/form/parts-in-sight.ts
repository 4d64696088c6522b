import { createContext } from 'react'
import { isShown } from '#src/resource/cross-checks.ts'
import { isTable } from '#src/resource/field-traits.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import type { RecordFormPart } from './record-form-parts.ts'

/** As many fields and rows of tables fill a window of a common size. */
const LINES_IN_SIGHT = 14

/** As many rows of one table do. */
export const ROWS_IN_SIGHT = 12

/** The number of rows that each table of a form renders. Rows after them follow when the form is whole. */
export const RowsAtOnce = createContext(Number.POSITIVE_INFINITY)

/**
 * The beginning of a form, as far as it is in sight; undefined when that is all. It ends after a table whose rows are
 * not all in sight, so that what follows only appears, and nothing moves.
 */
export function partsInSight(parts: readonly RecordFormPart[], values: FormValues): RecordFormPart[] | undefined {
  const begun: RecordFormPart[] = []
  let lines = 0
  for (const { section, fields } of parts) {
    const seen: RecordFormPart['fields'][number][] = []
    for (const field of fields) {
      if (lines >= LINES_IN_SIGHT) return seen.length > 0 ? [...begun, { section, fields: seen }] : begun
      seen.push(field)
      if (!isShown(field, values)) continue
      const rows = isTable(field) ? countOf(values[field.name]) : 0
      lines += rows > ROWS_IN_SIGHT ? LINES_IN_SIGHT : 1 + rows
    }
    begun.push({ section, fields })
  }
  const isAll = parts.every(({ fields }) =>
    fields.every((field) => !isTable(field) || !isShown(field, values) || countOf(values[field.name]) <= ROWS_IN_SIGHT),
  )
  return isAll ? undefined : begun
}

function countOf(value: FormValues[string] | undefined): number {
  return Array.isArray(value) ? value.length : 0
}
