import { getTableName } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { type RegisteredResource, registeredResource } from '#src/server/crud/resource-registry.server.ts'
import { seenBy } from '#src/server/crud/seen-by.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { findRow } from '#src/server/list/rows.server.ts'
import { parsed } from '#src/server/parsed.server.ts'
import { explainDbError, pgErrorOf } from '#src/server/write/db-errors.server.ts'
import { refusalOf } from '#src/server/write/refusal.server.ts'

/** A line of the log of deletions, as far as a restoration needs it. */
export type DeletedLine = { id: number; resource: string; rowId: number; title: string }

/** What does not come back with a row, although the row does, and what its rules say of it today. */
export async function notesOfRestored(
  tx: Db,
  actor: Actor,
  { resource, rowId }: DeletedLine,
  place: RegisteredResource | undefined,
): Promise<string[]> {
  const notes = resource === 'user' ? [m.recycle_noPassword()] : []
  // Only descriptions that are stored change while the product runs.
  if (!place || registeredResource(place.resource.description.key)) return notes
  const seen = seenBy(place, actor).resource
  const row = await findRow(tx, seen, actor, rowId)
  const written = seen.description.fields.filter((field) => !field.readOnly && !isSecret(field))
  const values = Object.fromEntries(written.map(({ name }) => [name, row?.[name] ?? null]))
  return [
    ...notes,
    ...sentencesOf(
      errorsOf(() => parsed(seen.forms.edit, values)),
      place,
    ).map(misfit),
  ]
}

const misfit = (text: string) => m.recycle_misfit({ text })

function errorsOf(check: () => unknown): FieldErrors {
  try {
    check()
    return {}
  } catch (error) {
    return refusalOf(error, 0, '').errors ?? {}
  }
}

/** Whether a row could not come back because it is there. */
export function isTaken(error: unknown, place: RegisteredResource | undefined): boolean {
  const found = pgErrorOf(error)
  return found?.code === '23505' && !!place && found.constraint === `${getTableName(place.resource.table)}_pkey`
}

/** Why a row cannot come back, one sentence for each field where there are some. */
export function reasonsOfRefusal(error: unknown, line: DeletedLine, place: RegisteredResource | undefined): string[] {
  const broken = pgErrorOf(error)
  if (broken?.code === '23503')
    return [line.resource === 'attachment' ? m.recycle_bytesGone() : m.error_undoReference()]
  // The table has changed since: a column must have a value now, has another type, or another rule.
  if (broken?.code === '23502') return [unfitText(broken.column, place)]
  const explained = explainDbError(error, place?.resource.constraintFields() ?? {})
  const unfit = broken && (broken.code === '23514' || broken.code.startsWith('22'))
  if (unfit && !(explained instanceof AppError)) return [unfitText(broken.column, place)]
  const { msg, errors = {} } = refusalOf(explained, line.id, line.title)
  const sentences = sentencesOf(errors, place)
  return sentences.length > 0 ? sentences : [msg]
}

function unfitText(column: string | undefined, place: RegisteredResource | undefined): string {
  const field = place?.resource.fieldNames.get(column ?? '')
  const label = field && place?.resource.label(field)
  return label ? m.recycle_atField({ field: label, text: m.rule_required() }) : m.recycle_unfit()
}

function sentencesOf(errors: FieldErrors, place: RegisteredResource | undefined): string[] {
  return Object.entries(errors).flatMap(([field, texts]) => {
    const label = place?.resource.label(field.split('.')[0] ?? '')
    return texts.map((text) => (label ? m.recycle_atField({ field: label, text }) : text))
  })
}
