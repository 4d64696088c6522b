import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Description } from '#src/resource/description.ts'
import type { Use } from '../crud/references.server.ts'
import { AppError } from '../errors.server.ts'

/** A row that a bulk operation refuses, and why. `uses`: what uses a row that is not deleted for that reason. */
export type Refusal = { id: number; title: string; msg: string; uses?: Use[]; errors?: FieldErrors }

/** Maximum number of rows that a response names. Further rows are only counted. */
export const MOST_NAMED = 100

/** The title of a row in messages. */
export function titleOf(description: Pick<Description, 'rowTitle'>, row: Readonly<Record<string, unknown>>): string {
  return String(row[description.rowTitle] || (row.id ?? ''))
}

/** Converts an error to the refusal of one row. An error that is not a refusal is thrown again. */
export function refusalOf(error: unknown, id: number, title: string): Refusal {
  if (!(error instanceof AppError) || error.code >= 500) throw error
  const errors = errorsIn(error.data)
  return { id, title, msg: error.message, ...(errors ? { errors } : {}) }
}

function errorsIn(data: unknown): FieldErrors | undefined {
  if (typeof data !== 'object' || data === null || !('errors' in data)) return undefined
  // Seam: `invalid` and `explainDbError` create the errors in this shape.
  return data.errors as FieldErrors
}
