import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { Description, Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { sameValue } from '#src/resource/form-values.ts'
import { valueText } from '#src/resource/value-text.ts'
import type { crudClient, ListPage, WriteAnswer } from '../calls/crud-client.ts'
import { failureOf } from '../calls/failure.ts'
import type { ListRow } from '../grid/list-table.ts'
import { rowValue } from '../grid/row-value.ts'
import { versionOf } from '../grid/version-of.ts'

const check = keptCode(() => import('./check-field.ts'))

/** The result of saving a cell. */
export type InlineResult = { ok: true } | { ok: false; message: string; cause?: unknown }

type Options<TRow extends ListRow, TForm> = {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Description
  timeZone: string
  onSaved(row: TRow, answer: WriteAnswer): void
}

export type InlineSave<TRow> = (row: TRow, field: Field, value: FieldValue) => Promise<InlineResult>

/**
 * Saves one field of a row with the rules of the form. When another user has changed only other fields of the row, the
 * save repeats without a question. When another user has changed this field, a message shows the new value. Saving
 * again overwrites it.
 */
export function useInlineSave<TRow extends ListRow, TForm>(options: Options<TRow, TForm>): InlineSave<TRow> {
  const { resource, description, timeZone, onSaved } = options
  const client = useQueryClient()
  /** The newer versions that a message has already reported to the user, by row id. */
  const seen = useRef(new Map<number, number>())

  const send = async (row: TRow, field: Field, value: FieldValue, version: number): Promise<InlineResult> => {
    // Seam: a description's field names are the keys of the form that is made from it.
    const change = { [field.name]: value } as Partial<TForm>
    try {
      const answer = await resource.edit({ ...change, id: row.id, version }, randomId())
      seen.current.delete(row.id)
      // Updates the cache at once, so that the old value does not appear again for a moment.
      client.setQueriesData<ListPage<TRow>>({ queryKey: [resource.key, 'list'] }, (old) =>
        old ? { ...old, list: old.list.map((one) => patched(one, row.id, change, answer.data.version)) } : old,
      )
      onSaved(row, answer)
      return { ok: true }
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind === 'stale') {
        const theirs = rowValue(failure.current, field.name)
        if (sameValue(theirs, rowValue(row, field.name))) return send(row, field, value, failure.current.version)
        seen.current.set(row.id, failure.current.version)
        // Reloads the list, so that a user who cancels sees the current value.
        void client.invalidateQueries({ queryKey: [resource.key, 'list'] })
        const now = valueText(field, theirs, { labels: failure.labels, timeZone }) || m.crud_none()
        return { ok: false, message: m.inline_stale({ value: now }) }
      }
      if (failure.kind === 'signedOut') return { ok: false, message: m.crud_signedOut() }
      const own = failure.kind === 'refused' ? failure.errors[field.name]?.[0] : undefined
      return { ok: false, message: own ?? failure.message, cause: error }
    }
  }

  return async (row, field, value) => {
    const code = await check().catch(() => undefined)
    if (!code) return { ok: false, message: m.crud_notSent() }
    const checked = code.checkField(description, field, row, value)
    if ('error' in checked) return { ok: false, message: checked.error }
    return send(row, field, checked.value, seen.current.get(row.id) ?? versionOf(row))
  }
}

function patched<TRow extends ListRow>(row: TRow, id: number, change: object, version = row.version): TRow {
  return row.id === id ? { ...row, ...change, version } : row
}
