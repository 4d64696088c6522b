import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import type { EntryBase } from './entry-form.tsx'
import { changedValues, type EntryValues } from './entry-values.ts'
import type { LabelBook } from './label-book.ts'

/** What was left in this form before, and keeping what is in it now. */
export function useDraft(key: string, base: EntryBase, labels: LabelBook) {
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
      const changed = changedValues(base.values, now)
      if (Object.keys(changed).length === 0) return dropDraft(key)
      const lists = Object.entries(changed).map(([name, value]) => [
        name,
        typeof value === 'object' && value ? [...value] : value,
      ])
      keepDraft(key, { version, values: Object.fromEntries(lists), labels: labels.all })
    },
    drop() {
      dropDraft(key)
      setFound(undefined)
    },
  }
}
