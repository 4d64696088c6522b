import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** Milliseconds. A pointer that only crosses the button opens no menu, and has time to reach an open menu. */
const OPEN_AFTER = 140
const CLOSE_AFTER = 260

export type HoverProps = {
  onPointerEnter?(event: PointerEvent): void
  onPointerLeave?(event: PointerEvent): void
  onClickCapture?(event: MouseEvent): void
}

/**
 * Opens a menu when the mouse rests on its trigger. Not while the user types, because an opening menu takes the focus.
 * @param enabled false: only clicks and keys open the menu
 */
export function useHoverOpen(
  open: boolean,
  setOpen: (open: boolean) => void,
  enabled: boolean,
): { trigger: HoverProps; content: HoverProps } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const byHover = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!enabled) return { trigger: {}, content: {} }

  const plan = (next: boolean, delay: number) => {
    clearTimeout(timer.current)
    if (next === open) return
    timer.current = setTimeout(() => {
      if (next && isTyping()) return
      byHover.current = next
      setOpen(next)
    }, delay)
  }
  const onPointerEnter = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') plan(true, OPEN_AFTER)
  }
  const onPointerLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') plan(false, CLOSE_AFTER)
  }
  return {
    trigger: {
      onPointerEnter,
      onPointerLeave,
      // The menu may open just before the user clicks. The click must not close it again.
      onClickCapture(event: MouseEvent) {
        clearTimeout(timer.current)
        if (open && byHover.current) event.preventDefault()
        byHover.current = false
      },
    },
    // React's events follow the component tree, so submenus count as part of this menu.
    content: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave },
  }
}

const isTyping = () => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false
