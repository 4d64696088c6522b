import { Printer } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import type { PrintSheetProps } from './print-sheet.tsx'

const PrintSheet = lazyDialog(
  async () => (await import('./print-sheet.tsx')).PrintSheet,
  ({ onDone }) => onDone(),
)

/** The button that prints the rows of a list. */
export function PrintButton(props: Omit<PrintSheetProps, 'onDone'>) {
  const [printing, setPrinting] = useState(false)
  return (
    <>
      <IconButton
        label={m.list_print()}
        aria-busy={printing || undefined}
        disabled={printing}
        onClick={() => setPrinting(true)}
        className="max-sm:hidden"
      >
        <Printer aria-hidden size={15} />
      </IconButton>
      {printing && <PrintSheet {...props} onDone={() => setPrinting(false)} />}
    </>
  )
}
