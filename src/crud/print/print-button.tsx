import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyDialog, lazyModule } from '#src/ui/lazy.tsx'
import type { PrintSheetProps, ShownRows } from './print-sheet.tsx'

const code = lazyModule(() => import('./print-sheet.tsx'))
const PrintSheet = lazyDialog(
  async () => (await code.load()).PrintSheet,
  ({ onDone }) => onDone(),
)

type PrintButtonProps = Omit<PrintSheetProps, 'onDone' | 'now'> & { shown: ShownRows }

/** The button that prints the rows of a list. The browser's own ways to print give the same sheet. */
export function PrintButton({ shown, ...props }: PrintButtonProps) {
  const [printing, setPrinting] = useState<'all' | 'now'>()
  // The menu of the browser prints at once: only the rows on the screen are there.
  const Now = printing === 'now' ? code.loaded()?.PrintSheet : undefined
  const done = () => setPrinting(undefined)
  const take = useStable((event: Event) => {
    if (event.type === 'pointerleave') void code.load().catch(() => undefined)
    else if (event.type === 'afterprint') setPrinting((old) => (old === 'now' ? undefined : old))
    else if (event.type === 'beforeprint') {
      if (!printing && code.loaded() && shown.rows.length > 0) flushSync(() => setPrinting('now'))
    } else if (event instanceof KeyboardEvent && isPrintKey(event)) {
      event.preventDefault()
      setPrinting('all')
    }
  })
  useEffect(() => {
    // The pointer leaves the page on its way to the browser's menu.
    const page = document.documentElement
    const places = [
      [window, 'keydown'],
      [window, 'beforeprint'],
      [window, 'afterprint'],
      [page, 'pointerleave'],
    ] as const
    for (const [place, name] of places) place.addEventListener(name, take)
    return () => {
      for (const [place, name] of places) place.removeEventListener(name, take)
    }
  }, [take])
  return (
    <>
      <IconButton
        label={m.list_print()}
        aria-busy={printing === 'all' || undefined}
        disabled={printing === 'all'}
        onClick={() => setPrinting('all')}
        className="max-sm:hidden"
      >
        <Printer aria-hidden size={15} />
      </IconButton>
      {printing === 'all' && <PrintSheet {...props} onDone={done} />}
      {Now && <Now {...props} now={shown} onDone={done} />}
    </>
  )
}

/** A dialog is printed as it is. */
function isPrintKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (
    key.toLowerCase() === 'p' &&
    ctrlKey !== metaKey &&
    !altKey &&
    !shiftKey &&
    document.querySelector('[role=dialog][data-state=open]') === null
  )
}
