import { useState } from 'react'
import type { Description } from './description.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from './draft.ts'
import type { EntryBase } from './entry-form.tsx'
import { changedValues, type EntryValues } from './entry-values.ts'
import type { LabelBook } from './label-book.ts'

/** What was left in this form before, and keeping what is in it now. */
export function useDraft(key: string, base: EntryBase, labels: LabelBook, description: Pick<Description, 'fields'>) {
  // A password is nothing to be left lying in a browser.
  const secret = new Set(description.fields.filter((field) => field.type === 'password').map((field) => field.name))
  const version = base.stored?.version ?? null
  const [found, setFound] = useState(() => readDraft(key, base.stored?.version ?? null))
  const [values] = useState(() => {
    if (found) labels.learn(found.labels)
    return found ? { ...base.values, ...found.values } : base.values
  })
  return {
    /** Where the form begins. */
    values,
    restored: found !== undefined,
    keep(now: EntryValues) {
      const changed = Object.entries(changedValues(base.values, now)).filter(([name]) => !secret.has(name))
      if (changed.length === 0) return dropDraft(key)
      // Seam: what comes out of JSON again is no longer read only.
      const values: Draft['values'] = structuredClone(Object.fromEntries(changed)) as Draft['values']
      keepDraft(key, { version, values, labels: labels.all })
    },
    drop() {
      dropDraft(key)
      setFound(undefined)
    },
  }
}
