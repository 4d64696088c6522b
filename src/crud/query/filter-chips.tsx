import { useQueries } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { type Condition, type FilterTree, isGroup, partsOf } from '#src/resource/filter-tree.ts'
import type { Labels } from '#src/resource/labels.ts'
import { Tag } from '#src/ui/tag.tsx'
import { namesQuery } from '../calls/choice-source.ts'
import { filterText } from './condition-text.ts'
import { filterableFields, hasOptions } from './filter-fields.ts'
import type { FilterPanelProps } from './filter-panel.tsx'

/** The conditions of a list as text. The user can remove each one separately. */
export function FilterChips({ choicesOf, description, filter, onFilter }: Omit<FilterPanelProps, 'onClose'>) {
  const { timeZone } = useKit()
  const fields = filterableFields(description)
  const relations = fields.filter((field) => field.type === 'relation' && hasOptions(field, description))
  const wanted = relations.map(({ name }) => ({ name, values: valuesIn(filter, name) }))
  const answers = useQueries({
    queries: wanted.map(({ name, values }) => namesQuery(choicesOf(name), values)),
  })
  const labels: Labels = Object.fromEntries(
    wanted.map(({ name }, at) => [
      name,
      Object.fromEntries((answers[at]?.data ?? []).map((option) => [option.value, option.label])),
    ]),
  )
  // An `or` group is one chip, because it can only be removed as a whole.
  const parts = filter && 'or' in filter ? [filter] : partsOf(filter)
  return (
    <ul aria-label={m.filter_active()} className="no-print flex shrink-0 flex-wrap gap-1.5">
      {parts.map((part) => {
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

function valuesIn(tree: FilterTree | undefined, field: string): (string | number)[] {
  if (!tree) return []
  if (isGroup(tree)) return [...new Set(partsOf(tree).flatMap((part) => valuesIn(part, field)))]
  return tree.field === field ? fixedValues(tree) : []
}

function fixedValues(condition: Condition): (string | number)[] {
  if ('dynamic' in condition) return []
  return (Array.isArray(condition.val) ? condition.val : [condition.val]).filter((value) => value !== '')
}
