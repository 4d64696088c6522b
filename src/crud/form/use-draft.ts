import { useRef, useState } from 'react'
import type { Description } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { changedValues, type FormValues, sameValue } from '#src/resource/form-values.ts'
import { type Draft, keepDraft, readDraft } from './draft.ts'
import { dropDraft } from './draft-store.ts'
import type { RecordFormBase } from './record-form-body.tsx'
import type { RelationLabels } from './relation-labels.ts'

type Start = {
  /** The row with which the form compares its content. */
  base: RecordFormBase
  values: FormValues
  /** `values` contains a draft. `clash`: another user has changed the same fields since. */
  restored?: 'draft' | 'clash'
}

/** Restores the draft of a form, and stores its current content as a draft. */
export function useDraft(
  key: string,
  first: RecordFormBase,
  labels: RelationLabels,
  description: Pick<Description, 'fields'>,
) {
  // A browser must not store passwords.
  const secret = new Set(description.fields.filter(isSecret).map((field) => field.name))
  const [start] = useState(() => startOf(key, first, labels))
  const [restored, setRestored] = useState(start.restored)
  // A saved form still changes while it closes. These changes must not create a new draft.
  const over = useRef(false)
  return {
    /** The row from which the form starts. */
    base: start.base,
    values: start.values,
    restored,
    keep(base: RecordFormBase, now: FormValues) {
      if (over.current) return
      const changed = Object.entries(changedValues(base.values, now)).filter(([name]) => !secret.has(name))
      if (changed.length === 0) return dropDraft(key)
      const before = changed.map(([name]) => [name, base.values[name] ?? null])
      keepDraft(key, {
        version: base.saved?.version ?? null,
        values: copy(Object.fromEntries(changed)),
        base: copy(Object.fromEntries(before)),
        labels: labels.all,
      })
    },
    drop() {
      dropDraft(key)
      setRestored(undefined)
    },
    /** Deletes the draft for good, because its content is saved or no longer needed. */
    end() {
      over.current = true
      dropDraft(key)
    },
  }
}

/**
 * Applies a draft to the current row. When another user has changed the same fields, the form starts from the version
 * that the draft was written for. Saving it then lets the user choose between the two.
 */
function startOf(key: string, first: RecordFormBase, labels: RelationLabels): Start {
  const found = readDraft(key)
  const changed = Object.entries(found?.values ?? {}).filter(
    ([name, value]) => name in first.values && !sameValue(value, first.values[name]),
  )
  if (!found || changed.length === 0) return { base: first, values: first.values }
  labels.merge(found.labels)
  const before = Object.fromEntries(changed.map(([name]) => [name, found.base[name] ?? null]))
  const mine = Object.fromEntries(changed)
  const { saved } = first
  const clash = saved && changed.some(([name]) => !sameValue(before[name], first.values[name]))
  if (!clash) return { base: first, values: { ...first.values, ...mine }, restored: 'draft' }
  const base = {
    ...first,
    values: { ...first.values, ...before },
    saved: { ...saved, version: found.version ?? saved.version },
  }
  return { base, values: { ...base.values, ...mine }, restored: 'clash' }
}

/** Seam: a clone is no longer read-only. */
function copy(values: FormValues): Draft['values'] {
  return structuredClone(values) as Draft['values']
}
