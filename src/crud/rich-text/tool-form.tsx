import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { Button } from '#src/ui/button.tsx'

type ToolFormProps = {
  label: string
  apply: string
  icon?: ReactNode
  canApply?: boolean
  onApply(): void
  onClose(): void
  /** Buttons beside the usual ones. */
  buttons?: ReactNode
  children: ReactNode
}

/**
 * A small form below the toolbar. It is no form of its own in the document, because it is part of one: Enter applies,
 * and Esc closes it and not the dialog around it.
 */
export function ToolForm({ label, apply, icon, canApply = true, onApply, onClose, buttons, children }: ToolFormProps) {
  const place = useRef<HTMLFieldSetElement>(null)
  const close = useStable(onClose)
  useEffect(() => {
    // The dialog around it listens on the document, and would close.
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !place.current?.contains(document.activeElement)) return
      event.stopImmediatePropagation()
      event.preventDefault()
      close()
    }
    window.addEventListener('keydown', onEscape, true)
    return () => window.removeEventListener('keydown', onEscape, true)
  }, [close])
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement && !event.target.matches('[type=checkbox], [type=file]')
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isField) return
    event.preventDefault()
    if (canApply) onApply()
  }
  return (
    <fieldset
      ref={place}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="flex flex-wrap items-end gap-2 border-b border-line bg-sunken px-2 py-2"
    >
      {children}
      <span className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" icon={icon} disabled={!canApply} onClick={onApply}>
          {apply}
        </Button>
        {buttons}
        <Button size="sm" variant="ghost" onClick={onClose}>
          {m.ui_close()}
        </Button>
      </span>
    </fieldset>
  )
}
