import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import { labelText } from '#src/resource/label.ts'
import { valueText } from '#src/resource/value-text.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { conditionOn, withCondition } from './filter-conditions.ts'
import type { FilterPanelProps } from './filter-panel.tsx'
import { namedValues, type QuickField } from './quick-fields.ts'

// Most visits of a list set no filter.
const FilterChips = lazyPart(async () => (await import('./filter-chips.tsx')).FilterChips, null)

type QuickFiltersProps = Omit<FilterPanelProps, 'onClose'> & {
  quick: readonly QuickField[]
  /** Shows the other conditions, too. They are edited in the panel while that is open. */
  chips: boolean
}

/** The line above a list: values that one click filters by, then the other conditions. */
export function QuickFilters({ quick, chips, ...filtering }: QuickFiltersProps) {
  const { filter, onFilter } = filtering
  const { timeZone } = useKit()
  const toggle = ({ field, values }: QuickField, value: string | number) => {
    const set = namedValues(conditionOn(filter, field.name)).map(String)
    const next = values.filter((one) => set.includes(String(one)) !== (one === value))
    const [only] = next
    const condition =
      only === undefined
        ? undefined
        : next.length === 1
          ? ({ operator: 'eq', val: only } as const)
          : ({ operator: 'IN', val: next } as const)
    onFilter(withCondition(filter, field.name, condition))
  }
  return (
    <div className="no-print no-scrollbar -m-1 flex shrink-0 items-center gap-x-4 gap-y-1.5 overflow-x-auto p-1 sm:flex-wrap">
      {quick.map((one) => {
        const { field, values } = one
        const label = labelText(field.label)
        const set = namedValues(conditionOn(filter, field.name)).map(String)
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
          <div key={field.name} role="group" aria-label={label} className="flex shrink-0 items-center gap-1">
            <span aria-hidden className="mr-0.5 text-xs text-muted">
              {label}
            </span>
            {values.map((value) => {
              const text = valueText(field, value, { labels: {}, timeZone })
              const on = set.includes(String(value))
              return (
                <button
                  key={value}
                  type="button"
                  aria-pressed={on}
                  aria-label={m.filter_quick({ field: label, value: text })}
                  onClick={() => toggle(one, value)}
                  className={cx(
                    'h-6 shrink-0 rounded-full border px-2.5 text-xs transition-colors pointer-coarse:h-11 pointer-coarse:px-3.5',
                    on
                      ? 'border-accent-solid bg-accent-soft font-medium text-accent-ink'
                      : 'border-line-button text-muted hover:bg-hover hover:text-ink',
                  )}
                >
                  {text}
                </button>
              )
            })}
          </div>
        )
      })}
      {chips && filter && <FilterChips {...filtering} quick={quick} />}
    </div>
  )
}
