import { Combobox as Ark } from '@ark-ui/react/combobox'
import { Portal } from '@ark-ui/react/portal'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { looks } from './looks.ts'
import type { ChoiceOption } from './option.ts'
import { Spinner } from './spinner.tsx'

type OptionListProps = { items: readonly ChoiceOption[]; loading: boolean; onMore?(): void; emptyText?: string }

/** The popup of a combobox: what was found, or why there is nothing. */
export function OptionList({ items, loading, onMore, emptyText }: OptionListProps) {
  return (
    <Portal>
      <Ark.Positioner>
        <Ark.Content className={cx(looks.popup, 'max-h-72 overflow-y-auto')}>
          {items.length === 0 && (
            <div role="presentation" className="flex items-center gap-2 px-2 py-1.5 text-muted">
              {loading && <Spinner size={14} />}
              {loading ? m.ui_searching() : (emptyText ?? m.ui_noMatch())}
            </div>
          )}
          {items.map((item) => (
            <Ark.Item key={item.value} item={item} className={looks.option}>
              <Ark.ItemText className="min-w-0 flex-1">{item.label}</Ark.ItemText>
              {item.hint && <span className="text-xs text-subtle">{item.hint}</span>}
              <Ark.ItemIndicator>
                <Check aria-hidden size={14} />
              </Ark.ItemIndicator>
            </Ark.Item>
          ))}
          {onMore && items.length > 0 && <MoreLine key={items.length} onMore={onMore} />}
        </Ark.Content>
      </Ark.Positioner>
    </Portal>
  )
}

/** The end of what is there: when it comes into sight the next page is asked for. */
function MoreLine({ onMore }: { onMore(): void }) {
  const line = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (!line.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && latest.current(),
    )
    observer.observe(line.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={line} role="presentation" className="flex items-center gap-2 px-2 py-1.5 text-muted">
      <Spinner size={14} />
      {m.ui_loading()}
    </div>
  )
}
