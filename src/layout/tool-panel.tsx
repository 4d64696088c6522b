import { type ReactNode, useEffect, useRef } from 'react'

type ToolPanelProps = {
  title: string
  /** A button at the end of the title. */
  action?: ReactNode
  /** The content. A list in it scrolls when it is long. */
  children: ReactNode
}

/** The panel of a button of the top bar. */
export function ToolPanel({ title, action, children }: ToolPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  // A part that disappears with its focused button leaves the focus to the panel.
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus()
  })
  return (
    <div ref={panel} tabIndex={-1} className="flex max-h-[min(32rem,80dvh)] flex-col outline-none">
      <div className="flex min-h-10 items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-3">
        <h2 className="text-base font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </div>
  )
}
