import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { Slot } from '../cells/slot.tsx'
import { expansionId } from './expansion.tsx'
import { RowContext } from './row-context.ts'

type ExpandedRowProps = {
  id: number
  name: string
  columns: number
  row: object
  render(): ReactNode
  /** Reports the height whenever it changes. */
  onHeight(id: number, height: number): void
}

/** What an open row shows below it. It stays in view while the columns scroll sideways. */
export function ExpandedRow({ id, name, columns, row, render, onHeight }: ExpandedRowProps) {
  const element = useRef<HTMLTableRowElement>(null)
  const report = useStable(onHeight)
  useEffect(() => {
    const line = element.current
    if (!line) return
    // A row that has just been removed has no height, but it still has its place in a long list.
    const sizes = new ResizeObserver(() => line.isConnected && report(id, line.offsetHeight))
    sizes.observe(line)
    return () => sizes.disconnect()
  }, [id, report])
  /** Escape returns to the button that opened it. */
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    const own = element.current?.parentElement?.querySelector<HTMLElement>(`tr[data-id="${id}"] [data-expand]`)
    own?.focus()
  }
  return (
    <tr ref={element} data-expansion={id} onKeyDown={leave}>
      <td colSpan={columns} className="border-b border-line bg-sunken p-0">
        <section
          id={expansionId(id)}
          aria-label={m.list_rowMoreOf({ name })}
          className="sticky left-0 w-[100cqw] px-4 py-3 whitespace-normal"
        >
          <RowContext value={{ active: true, selected: false }}>
            <Slot of={row} part="expand" rowId={id} render={render} />
          </RowContext>
        </section>
      </td>
    </tr>
  )
}
