import { isRedirect } from '@tanstack/react-router'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureNumber, failureReason, failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { NotSent } from '#src/lib/line.ts'
import type { Labels } from '#src/resource/labels.ts'

/** Why a write failed, in the kinds that a form treats differently. */
export type Failure =
  | { kind: 'stale'; current: object & { version: number }; labels: Labels }
  | { kind: 'refused'; message: string; errors: FieldErrors }
  | { kind: 'signedOut' }
  /** Nothing was sent, so an earlier attempt under the same key may still be stored. */
  | { kind: 'unsent'; message: string }
  /** There is no reliable response: the write may or may not be stored. */
  | { kind: 'lost'; message: string; reason: string; number: string }

// The back end or a server in between gave up, so the result of the write is unknown.
const UNCERTAIN = new Set([408, 500, 502, 503, 504])

export function failureOf(error: unknown): Failure {
  // The back end has ended the session and redirects the user. An open form must not follow the redirect.
  if (isRedirect(error)) return { kind: 'signedOut' }
  if (error instanceof NotSent) return { kind: 'unsent', message: m.crud_notSent() }
  if (!(error instanceof BackendError)) return lostOf(error)
  if (error.code === 401) return { kind: 'signedOut' }
  if (UNCERTAIN.has(error.code)) return lostOf(error)
  const stale = error.reason === 'stale' ? staleOf(error.data) : undefined
  return stale ?? { kind: 'refused', message: error.message, errors: error.fieldErrors }
}

/** @returns for a form, the reason alone: the form says itself what is not lost, and has a place for the number */
function lostOf(error: unknown): Failure {
  return {
    kind: 'lost',
    message: failureText(error),
    reason: failureReason(error),
    number: failureNumber(error),
  }
}

/** Why a call outside of a form was refused. The messages of its fields say more than the one of the whole call. */
export function refusedText(error: unknown): string {
  const texts = error instanceof BackendError ? Object.values(error.fieldErrors).flat() : []
  return texts.length > 0 ? texts.join('\n') : failureText(error)
}

function staleOf(data: unknown): Failure | undefined {
  const current = property(data, 'current')
  const version = property(current, 'version')
  if (typeof current !== 'object' || current === null || typeof version !== 'number') return undefined
  return { kind: 'stale', current: { ...current, version }, labels: labelsOf(property(data, 'labels')) }
}

/** The names of values by field and value. Entries with another shape are left out. */
function labelsOf(value: unknown): Labels {
  if (typeof value !== 'object' || value === null) return {}
  const fields = Object.entries(value).filter(([, names]) => typeof names === 'object' && names !== null)
  return Object.fromEntries(
    fields.map(([field, names]) => [
      field,
      Object.fromEntries(Object.entries(names).map(([key, name]) => [key, String(name)])),
    ]),
  )
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
