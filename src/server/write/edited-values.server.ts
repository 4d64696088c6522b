import * as v from 'valibot'
import { isBlank } from '#src/resource/form-values.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { parsed } from '../parsed.server.ts'
import { sameStored } from './same-stored.ts'

type Values = Record<string, unknown>

/**
 * What an edit writes. Values that the row has already are left out where their fields would refuse or alter them, as
 * if they had not been sent: rows that others write hold such values. What is required is still asked for, and what an
 * edit does not write is still refused.
 * @throws AppError 422
 */
export function editedValues({ forms: { edit }, fields }: Resource, sent: Values, row: Row): Values {
  const found = v.safeParse(edit, sent)
  const has = (name: string, value: unknown) => name in row && sameStored(row[name], value, fields.get(name))
  const kept = Object.keys(sent).filter(
    (name) =>
      name in edit.entries &&
      !isBlank(sent[name]) &&
      has(name, sent[name]) &&
      !(found.success && has(name, found.output[name])),
  )
  if (kept.length === 0) return parsed(edit, sent)
  return parsed(edit, Object.fromEntries(Object.entries(sent).filter(([name]) => !kept.includes(name))))
}
