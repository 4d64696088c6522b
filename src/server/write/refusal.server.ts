import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Description } from '#src/resource/description.ts'
import { AppError } from '../errors.server.ts'

/** A row that a call over many rows does not take, and why. */
export type Refusal = { id: number; title: string; msg: string; errors?: FieldErrors }

/** Rows that an answer names; beyond them it only counts. */
export const MOST_NAMED = 100

/** What a row is called in sentences. */
export function titleOf(description: Pick<Description, 'rowTitle'>, row: Readonly<Record<string, unknown>>): string {
  return String(row[description.rowTitle] ?? row.id ?? '')
}

/** What an error says of one row; anything that is no refusal is thrown on. */
export function refusalOf(error: unknown, id: number, title: string): Refusal {
  if (!(error instanceof AppError) || error.code >= 500) throw error
  const errors = errorsIn(error.data)
  return { id, title, msg: error.message, ...(errors ? { errors } : {}) }
}

function errorsIn(data: unknown): FieldErrors | undefined {
  if (typeof data !== 'object' || data === null || !('errors' in data)) return undefined
  // Seam: errors are made by `invalid` and by explainDbError, which know their shape.
  return data.errors as FieldErrors
}
