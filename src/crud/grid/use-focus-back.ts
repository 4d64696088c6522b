import { type RefObject, useEffect, useRef } from 'react'
import type { InlineAt } from '../inline/use-inline.tsx'

/** After a value was changed in its cell, the focus stays on that cell. */
export function useFocusBack(body: RefObject<HTMLElement | null>, at: InlineAt | undefined) {
  const before = useRef<InlineAt>(undefined)
  useEffect(() => {
    const left = before.current
    before.current = at
    // Not when somebody has gone on to something else already.
    if (!left || at || (document.activeElement && document.activeElement !== document.body)) return
    const cell = `tr[data-id="${left.id}"] > [data-column="${CSS.escape(left.column)}"]`
    body.current?.querySelector<HTMLElement>(cell)?.focus({ preventScroll: true })
  }, [at, body])
}
