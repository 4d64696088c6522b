import { useRef, useState } from 'react'
import type { Description } from '#src/resource/description.ts'
import { changedValues, type FormValues, sameValue } from '#src/resource/form-values.ts'
import type { RelationLabels } from '../list/relation-labels.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from './draft.ts'
import type { RecordFormBase } from './record-form.tsx'

type Start = {
  /** What the form's content is compared with. */
  base: RecordFormBase
  values: FormValues
  /** A draft is in it; `clash`: of fields that somebody else has changed since. */
  restored?: 'draft' | 'clash'
}

/** What was left in this form before, and keeping what is in it now. */
export function useDraft(
  key: string,
  first: RecordFormBase,
  labels: RelationLabels,
  description: Pick<Description, 'fields'>,
) {
  // A password is nothing to be left lying in a browser.
  const secret = new Set(description.fields.filter((field) => field.type === 'password').map((field) => field.name))
  const [start] = useState(() => startOf(key, first, labels))
  const [restored, setRestored] = useState(start.restored)
  // A form that is saved still changes while it closes, and leaves nothing behind any more.
  const over = useRef(false)
  return {
    /** Where the form begins. */
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
    /** What is in the form is stored, or was not wanted. */
    end() {
      over.current = true
      dropDraft(key)
    },
  }
}

/**
 * A draft goes on top of the row as it is now. Where somebody else has changed the same fields it begins at the version
 * that it was written for, and saving it leads to the choice between the two.
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

/** Seam: what comes out of JSON again is no longer read only. */
function copy(values: FormValues): Draft['values'] {
  return structuredClone(values) as Draft['values']
}
