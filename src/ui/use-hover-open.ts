import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** Milliseconds: long enough to cross a button on the way to somewhere else, and to reach the menu over its edge. */
const OPEN_AFTER = 140
const CLOSE_AFTER = 260

export type HoverProps = {
  onPointerEnter?(event: PointerEvent): void
  onPointerLeave?(event: PointerEvent): void
  onClickCapture?(event: MouseEvent): void
}

/**
 * Lets a menu open under a resting mouse. Not while somebody types: an opening menu takes the focus.
 * @param enabled off leaves the menu to clicks and keys
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
      // The click of somebody who has not seen that it opened already must not close it again.
      onClickCapture(event: MouseEvent) {
        clearTimeout(timer.current)
        if (open && byHover.current) event.preventDefault()
        byHover.current = false
      },
    },
    // React's own idea of inside: menus that open further stay part of this one.
    content: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave },
  }
}

const isTyping = () => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false
