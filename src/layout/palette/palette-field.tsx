import { Listbox } from '@ark-ui/react/listbox'
import { Search } from 'lucide-react'
import { type RefObject, useLayoutEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'

type PaletteFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  query: string
  onQuery(query: string): void
  /** There is something to choose from. */
  expanded: boolean
}

/** What people type into. It takes keys from the moment on that it is there: quick hands do not wait for a dialog. */
export function PaletteField({ ref, query, onQuery, expanded }: PaletteFieldProps) {
  // The dialog would do so too, but some frames later, and until then keys would go to the page behind.
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
        onChange={(event) => onQuery(event.target.value)}
        className="h-12 w-full bg-transparent pr-4 pl-11 text-lg outline-none"
      />
    </div>
  )
}
