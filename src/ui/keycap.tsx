import type { ReactNode } from 'react'

/** A key of the keyboard, drawn as one. */
export function Keycap({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded border border-b-2 border-line-strong bg-surface px-1 font-sans text-xs leading-none text-muted">
      {children}
    </kbd>
  )
}
