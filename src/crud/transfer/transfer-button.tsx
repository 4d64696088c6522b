import { ArrowDownUp } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { Description } from '../description.ts'
import type { ListSearch } from '../list/list-search.ts'

const Transfer = lazy(async () => ({ default: (await import('./transfer.tsx')).Transfer }))

export type TransferProps = {
  resource: string
  description: Description
  search: ListSearch
  /** The columns on screen, in their order. */
  columns: readonly { id: string }[]
}

/** The way from a list to files and back: export, import, template. All of it is loaded with the first press. */
export function TransferButton(props: TransferProps) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <span className="relative inline-flex">
      <IconButton
        ref={button}
        label={m.transfer_open()}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setWanted(true)
          setOpen(!open)
        }}
      >
        <ArrowDownUp aria-hidden size={16} />
      </IconButton>
      {wanted && (
        <Suspense>
          <Transfer {...props} open={open} trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
