import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useRested } from '#src/lib/use-debounced.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import { type FilterTree, filterKey } from '#src/resource/filter-tree.ts'
import { Button } from '#src/ui/button.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { useOptimistic } from '../list/use-optimistic.ts'
import { type DraftGroup, draftOf, newCondition, treeOf } from './filter-draft.ts'
import { filterableFields, hasOptions } from './filter-fields.ts'
import { FilterGroupEditor } from './filter-group-editor.tsx'

/** The list follows typing after this pause, in milliseconds. */
const PAUSE = 500

export type FilterPanelProps = {
  /** The choices of a relation field. */
  choicesOf(field: string): ChoiceSource
  description: Description
  filter: FilterTree | undefined
  onFilter(filter: FilterTree | undefined): void
  onClose(): void
}

/** The panel in which the user edits conditions. The list follows finished conditions after a short pause. */
export function FilterPanel({ choicesOf, description, filter: given, onFilter, onClose }: FilterPanelProps) {
  // A sent filter returns in the URL a little later. It must not replace later edits.
  const [filter, apply] = useOptimistic(given, filterKey, onFilter)
  const [fields] = useState(() => filterableFields(description))
  const [draft, setDraft] = useState<DraftGroup>(() => begun(filter, fields))
  /** Key of the last known filter. Another key that is not the draft's comes from a link, a view or the chips. */
  const [known, setKnown] = useState(() => filterKey(filter))
  const key = filterKey(filter)
  const own = filterKey(treeOf(draft))
  if (key !== known) {
    setKnown(key)
    if (key !== own) setDraft(begun(filter, fields))
  }
  const send = () => {
    if (own !== key) apply(treeOf(draft))
  }
  const root = useRef<HTMLFormElement>(null)
  useEffect(() => root.current?.querySelector('input')?.focus(), [])
  useRested(own, send, PAUSE)

  return (
    <form
      ref={root}
      aria-label={m.filter_title()}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return
        if (event.key === 'Escape') onClose()
        // The form has no button that submits it: the list follows by itself, and with Enter at once.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) send()
      }}
      className="no-print max-h-[45dvh] shrink-0 overflow-y-auto rounded-lg border border-line bg-surface p-2.5"
    >
      <FilterGroupEditor
        fields={fields}
        sourceOf={(field) =>
          relationTarget(field) && hasOptions(field, description) ? choicesOf(field.name) : undefined
        }
        group={draft}
        onChange={setDraft}
        actions={
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setDraft(begun(undefined, fields))
              apply(undefined)
            }}
          >
            {m.filter_reset()}
          </Button>
        }
      />
    </form>
  )
}

/** The draft of a filter. An empty draft begins with one condition to fill in. */
function begun(filter: FilterTree | undefined, fields: readonly Field[]): DraftGroup {
  const draft = draftOf(filter)
  const [first] = fields
  return draft.parts.length === 0 && first ? { ...draft, parts: [newCondition(first)] } : draft
}
