import { Pin, PinOff } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { DragHandle } from './drag-handle.tsx'
import type { SortHandle } from './use-row-sort.ts'

export const LINE_HEIGHT = 34

type ColumnLineProps = {
  index: number
  header: string
  shown: boolean
  /** The only shown column. It stays shown, because a list without columns shows nothing. */
  last: boolean
  pin: 'start' | 'end' | undefined
  width: number
  held: boolean
  sort: SortHandle
  sortHelp: string
  onShow(on: boolean): void
  onPin(pin: 'start' | undefined): void
  onWidth(width: number): void
}

/** A column in the column settings: its visibility, position, width and pin. */
export function ColumnLine(props: ColumnLineProps) {
  const { index, header, shown, last, pin, width, held, sort, sortHelp, onShow, onPin, onWidth } = props
  return (
    <li
      style={{ height: LINE_HEIGHT }}
      className={cx('group/row flex items-center gap-1 rounded-md pr-1 hover:bg-hover', held && 'drag-held')}
    >
      <DragHandle id={index} name={header} sort={sort} sortHelp={sortHelp} />
      <Checkbox checked={shown} disabled={shown && last} onChange={onShow} className="min-w-0 flex-1 *:last:truncate">
        {header}
      </Checkbox>
      <input
        type="number"
        aria-label={m.columns_width({ name: header })}
        data-tip={m.columns_width({ name: header })}
        min={56}
        max={800}
        step={8}
        value={width}
        disabled={!shown}
        onChange={(event) => {
          const next = event.target.valueAsNumber
          if (next >= 56 && next <= 800) onWidth(next)
        }}
        className="tabular h-6 w-14 rounded-sm border border-line-button bg-surface px-1 text-right text-sm disabled:opacity-40"
      />
      <IconButton
        label={pin ? m.columns_unpin({ name: header }) : m.columns_pin({ name: header })}
        size="sm"
        disabled={!shown}
        aria-pressed={pin !== undefined}
        onClick={() => onPin(pin ? undefined : 'start')}
        className={cx(pin && 'text-accent-ink')}
      >
        {pin ? <PinOff aria-hidden size={14} /> : <Pin aria-hidden size={14} />}
      </IconButton>
    </li>
  )
}
