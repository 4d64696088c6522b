import { type ReactNode, useRef, useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Popup } from '#src/ui/popup.tsx'

type PanelButtonProps = {
  icon: ReactNode
  /** The name of the panel. */
  title: string
  /** The name of the button: the panel's, and the count if there is one. */
  label: string
  /** Shown at the button, unless it is 0. */
  count: number
  tone: 'accent' | 'danger'
  /** The panel's content. */
  children(close: () => void): ReactNode
}

/** A button of the top bar that opens a panel, with a count of what is new there. */
export function PanelButton({ icon, title, label, count, tone, children }: PanelButtonProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <span className="relative inline-flex">
      <IconButton ref={button} label={label} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        {icon}
        {count > 0 && (
          <span
            className={cx(
              'tabular absolute -top-0.5 -right-0.5 min-w-4 rounded-full px-1 text-center text-xs leading-4 text-white',
              tone === 'accent' ? 'bg-accent-solid' : 'bg-danger-solid',
            )}
          >
            {count}
          </span>
        )}
      </IconButton>
      {open && (
        <Popup
          label={title}
          trigger={button}
          onClose={close}
          className="w-104 max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:mt-10 max-sm:w-auto"
        >
          {children(close)}
        </Popup>
      )}
    </span>
  )
}
