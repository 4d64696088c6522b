import { useId, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { DropLine } from '#src/ui/drag/drop-line.tsx'
import { arranged, type Density, densities, type ListLayout, pinOf } from '../views/list-layout.ts'
import { ColumnLine, LINE_HEIGHT } from './column-line.tsx'
import type { ListColumn } from './list-columns.tsx'
import { useRowSort } from './use-row-sort.ts'

type Column = Pick<ListColumn<never>, 'id' | 'header' | 'pin' | 'hidden' | 'fixed' | 'width'>

export type ColumnSettingsProps = {
  columns: readonly Column[]
  layout: ListLayout
  changed: boolean
  onChange(patch: ListLayout): void
  onReset(): void
}

/** The settings of a list: which columns it shows, their order, widths and pins, and the density of its rows. */
export function ColumnSettings({ columns, layout, changed, onChange, onReset }: ColumnSettingsProps) {
  const helpId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLUListElement>(null)
  const { shown, rest } = arranged(columns, layout)
  const lines = [...shown, ...rest]
  const ids = shown.map(({ id }) => id)

  const move = (from: number, to: number) => {
    const [id, target] = [lines[from]?.id, lines[to]?.id]
    if (id === undefined || target === undefined) return
    const order = lines.map((line) => line.id).toSpliced(from, 1)
    order.splice(to, 0, id)
    // A column that is moved among the hidden ones stays hidden.
    onChange({ columns: order.filter((one) => ids.includes(one)) })
  }
  const sort = useRowSort({
    rows: lines.map(({ header }, index) => ({ id: index, pid: null, depth: 0, name: header })),
    rowHeight: LINE_HEIGHT,
    scroller,
    body,
    onSort: move,
  })
  const pins = () =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const pin = column.fixed ? undefined : pinOf(column, layout)
        return pin ? [[column.id, pin]] : []
      }),
    )

  return (
    <div className="flex flex-col gap-2 p-1.5">
      <Densities value={layout.density ?? 'normal'} onChange={(density) => onChange({ density })} />
      <div ref={scroller} className="relative max-h-[50dvh] overflow-y-auto">
        {sort.line !== undefined && <DropLine top={sort.line * LINE_HEIGHT} />}
        <ul ref={body} aria-label={m.columns_list()}>
          {lines.map((column, index) => (
            <ColumnLine
              key={column.id}
              index={index}
              header={column.header}
              shown={ids.includes(column.id)}
              last={ids.length === 1}
              pin={pinOf(column, layout)}
              width={layout.widths?.[column.id] ?? column.width}
              held={sort.held === index}
              sort={sort.handle}
              sortHelp={helpId}
              onShow={(on) => onChange({ columns: on ? [...ids, column.id] : ids.filter((one) => one !== column.id) })}
              onPin={(pin) => {
                const { [column.id]: _, ...others } = pins()
                onChange({ pins: pin ? { ...others, [column.id]: pin } : others })
              }}
              onWidth={(width) => onChange({ widths: { ...layout.widths, [column.id]: width } })}
            />
          ))}
        </ul>
      </div>
      <p aria-live="assertive" className="sr-only">
        {sort.message}
      </p>
      <p id={helpId} hidden>
        {m.tree_sortHelp()}
      </p>
      <Button size="sm" disabled={!changed} onClick={onReset}>
        {m.columns_reset()}
      </Button>
    </div>
  )
}

function Densities({ value, onChange }: { value: Density; onChange(value: Density): void }) {
  const names = { compact: m.columns_compact, normal: m.columns_normal, relaxed: m.columns_relaxed }
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{m.columns_density()}</legend>
      {densities.map((one) => (
        <label
          key={one}
          className="flex-1 rounded-md border border-line-button px-2 py-1 text-center text-sm has-checked:border-accent-solid has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-solid"
        >
          <input
            type="radio"
            name="list-density"
            checked={value === one}
            onChange={() => onChange(one)}
            className="sr-only"
          />
          {names[one]()}
        </label>
      ))}
    </fieldset>
  )
}
