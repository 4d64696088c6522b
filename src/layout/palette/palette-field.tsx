import { Listbox } from '@ark-ui/react/listbox'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'

type PaletteFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  query: string
  onQuery(query: string): void
  /** Whether there are entries to choose from. */
  expanded: boolean
  /** Called before the list sees the key. */
  onKey(event: KeyboardEvent<HTMLInputElement>): void
  describedBy?: string | undefined
}

/** The palette's search field. It takes the focus as soon as it renders, because fast users type at once. */
export function PaletteField({ ref, query, onQuery, expanded, onKey, describedBy }: PaletteFieldProps) {
  // The dialog also sets the focus, but some frames later. Until then, key presses would reach the page behind it.
  useLayoutEffect(() => ref.current?.focus(), [ref])
  return (
    <div className="relative border-b border-line">
      <Search aria-hidden size={17} className="pointer-events-none absolute top-4 left-4 text-subtle" />
      <Listbox.Input
        ref={ref}
        role="combobox"
        aria-expanded={expanded}
        aria-label={m.palette_placeholder()}
        placeholder={m.palette_placeholder()}
        value={query}
        maxLength={100}
        aria-describedby={describedBy}
        onKeyDownCapture={onKey}
        onChange={(event) => onQuery(event.target.value)}
        className="h-12 w-full bg-transparent pr-4 pl-11 text-lg outline-none"
      />
    </div>
  )
}
