import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'

type Place = { left: number; top: number }
type TriggerProps = {
  'aria-describedby'?: string
  onPointerEnter?(event: PointerEvent<HTMLElement>): void
  onPointerLeave?(): void
  onPointerDown?(): void
  onFocus?(event: FocusEvent<HTMLElement>): void
  onBlur?(): void
}

/** Milliseconds. A pointer that only crosses the element opens no tooltip. */
const DELAY = 250
/** Pixels between the element and its tooltip. */
const GAP = 6

type TooltipProps = { content: string; children: ReactElement<TriggerProps> }

/** A text to the right of the element with the pointer or the focus. The page must also say it in another place. */
export function Tooltip({ content, children }: TooltipProps) {
  const id = useId()
  const [at, setAt] = useState<Place>()
  const [wanted, setWanted] = useState<HTMLElement>()

  useEffect(() => {
    if (!wanted) return setAt(undefined)
    const timer = setTimeout(() => {
      const { right, top, height } = wanted.getBoundingClientRect()
      setAt({ left: right + GAP, top: top + height / 2 })
    }, DELAY)
    return () => clearTimeout(timer)
  }, [wanted])
  useEffect(() => {
    if (!at) return
    const hide = () => setWanted(undefined)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    window.addEventListener('keydown', onKey)
    window.addEventListener('scroll', hide, true)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', hide, true)
    }
  }, [at])

  const hide = () => setWanted(undefined)
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': at ? id : undefined,
        onPointerEnter: (event) => setWanted(event.currentTarget),
        onPointerLeave: hide,
        onPointerDown: hide,
        onFocus: (event) => event.currentTarget.matches(':focus-visible') && setWanted(event.currentTarget),
        onBlur: hide,
      })}
      {at &&
        createPortal(
          <div
            id={id}
            role="tooltip"
            style={at}
            className="pointer-events-none fixed z-50 max-w-xs -translate-y-1/2 rounded-md bg-ink px-2 py-1 text-sm text-surface shadow-pop"
          >
            {content}
          </div>,
          document.body,
        )}
    </>
  )
}
