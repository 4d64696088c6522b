import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { isOnTop } from './on-top.ts'
import type { Walk } from './walk.ts'

type RecordFormWalkProps = {
  walk: Walk
  /** @param stays the focus is on a button here, and stays there */
  onGo(id: number, stays: boolean): void
}

/** The buttons and the keys that lead from the form of a row to that of the row before or after it. */
export function RecordFormWalk({ walk, onGo }: RecordFormWalkProps) {
  const element = useRef<HTMLDivElement>(null)
  const steps = [
    { key: 'PageUp', label: m.entry_previousRecord(), id: walk.previous, Icon: ChevronUp },
    { key: 'PageDown', label: m.entry_nextRecord(), id: walk.next, Icon: ChevronDown },
  ]
  const go = (id: number | undefined) => {
    if (id !== undefined) onGo(id, element.current?.contains(document.activeElement) === true)
  }
  const press = useStable((event: KeyboardEvent) => {
    const step = steps.find(({ key }) => key === event.key)
    if (!step || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !isOnTop(element.current)) return
    event.preventDefault()
    if (!event.repeat) go(step.id)
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [press])
  return (
    <div ref={element} className="-mt-1 flex pointer-coarse:-mt-2.5">
      {steps.map(({ key, label, id, Icon }) => (
        <IconButton
          key={key}
          label={label}
          aria-keyshortcuts={`Alt+${key}`}
          // `disabled` is not used, because the button would lose the focus at the last row.
          aria-disabled={id === undefined || undefined}
          onClick={() => go(id)}
        >
          <Icon aria-hidden size={18} />
        </IconButton>
      ))}
    </div>
  )
}
