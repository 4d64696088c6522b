import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'

const KeepingDialog = lazyDialog(
  async () => (await import('./keeping-dialog.tsx')).KeepingDialog,
  ({ onClose }) => onClose(),
)

/** Opens the list of months that the history has, and what keeps each of them. */
export function KeepingButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarClock aria-hidden size={15} />} onClick={() => setOpen(true)}>
        {m.keeping_open()}
      </Button>
      {open && <KeepingDialog onClose={() => setOpen(false)} />}
    </>
  )
}
