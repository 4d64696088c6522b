import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '#src/lib/cx.ts'

type TabsProps = {
  label: string
  initial: string
  tabs: readonly { value: string; label: string; content: ReactNode }[]
}

/** Parts of a panel of which one is shown. The arrow keys, Home and End change between them. */
export function Tabs({ label, initial, tabs }: TabsProps) {
  const [shown, setShown] = useState(initial)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ value }) => value === shown)
    const last = tabs.length - 1
    const places: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }
    const next = tabs[places[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    setShown(next.value)
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="flex gap-1 border-b border-line px-2">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            aria-selected={tab.value === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === shown ? 0 : -1}
            onClick={() => setShown(tab.value)}
            onKeyDown={move}
            className={cx(
              'min-h-9 border-b-2 px-2.5 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent-solid',
              tab.value === shown
                ? 'border-accent-solid font-medium text-ink'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${shown}`}
        className="flex min-h-0 flex-1 flex-col"
      >
        {tabs.find(({ value }) => value === shown)?.content}
      </div>
    </>
  )
}
