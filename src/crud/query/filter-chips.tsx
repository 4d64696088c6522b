import { useQueries } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { partsOf } from '#src/resource/filter-tree.ts'
import { Tag } from '#src/ui/tag.tsx'
import { filterText } from './condition-text.ts'
import { filterableFields } from './filter-fields.ts'
import { filterNames } from './filter-labels.ts'
import type { FilterPanelProps } from './filter-panel.tsx'
import { isQuick, type QuickField } from './quick-fields.ts'

type FilterChipsProps = Omit<FilterPanelProps, 'onClose'> & {
  /** Their values are beside the chips, and show the conditions on them. */
  quick: readonly QuickField[]
}

/** The conditions of a list as text. The user can remove each one separately. */
export function FilterChips({ choicesOf, description, filter, onFilter, quick }: FilterChipsProps) {
  const { timeZone } = useKit()
  const fields = filterableFields(description)
  const names = filterNames(filter, description, choicesOf)
  const answers = useQueries({ queries: names.queries })
  const labels = names.labels(answers.map(({ data }) => data))
  // An `or` group is one chip, because it can only be removed as a whole.
  const parts = filter && 'or' in filter ? [filter] : partsOf(filter)
  const shown = parts.filter((part) => !isQuick(part, quick))
  if (shown.length === 0) return null
  return (
    <ul aria-label={m.filter_active()} className="no-print flex shrink-0 flex-wrap gap-1.5">
      {shown.map((part) => {
        const text = filterText(part, { fields, labels, timeZone })
        return (
          <li key={JSON.stringify(part)} className="max-w-full">
            <Tag
              tone="accent"
              removeLabel={m.ui_remove({ name: text })}
              onRemove={() => {
                const rest = parts.filter((one) => one !== part)
                onFilter(rest.length > 1 ? { and: rest } : rest[0])
              }}
            >
              {text}
            </Tag>
          </li>
        )
      })}
    </ul>
  )
}
