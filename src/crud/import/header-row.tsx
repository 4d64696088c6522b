import { type KeyboardEvent, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Input } from '#src/ui/input.tsx'

/** The last row of a workbook. */
const LAST = 1_048_576

type HeaderRowProps = { header: number; onChoose(row: number): void }

/** The number of the title row, for titles further down than the rows that are shown. */
export function HeaderRow({ header, onChoose }: HeaderRowProps) {
  const current = header === 0 ? '' : String(header)
  const [typed, setTyped] = useState(current)
  const choose = () => {
    const row = Number(typed.normalize('NFKC'))
    if (!Number.isInteger(row) || row < 1 || row > LAST) setTyped(current)
    else if (row !== header) onChoose(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    choose()
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Input contains the input
    <label className="inline-flex items-center gap-2">
      <span className="whitespace-nowrap">{m.import_headerAt()}</span>
      <span className="w-24">
        <Input
          value={typed}
          inputMode="numeric"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={choose}
          onKeyDown={onKeyDown}
        />
      </span>
    </label>
  )
}
