import { useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import { encodingLabels } from './encoding-labels.ts'
import { EncodingSelect } from './encoding-select.tsx'
import { HeaderRow } from './header-row.tsx'
import { StepHeading } from './step-bar.tsx'
import type { Import } from './use-import.ts'

type SheetStepProps = { view: ImportView; imp: Import }

/** The user chooses the sheet and its header row. */
export function SheetStep({ view, imp }: SheetStepProps) {
  const { timeZone } = useKit()
  const id = useId()
  const { sheets, sheet, header, head, encoding, rows, hiddenRows, earlier, fileName } = view
  const onLook = (asked: { sheet?: number; header?: number }) => void imp.look(asked)
  const isProposed = sheet === imp.proposed && sheet !== sheets.findIndex((one) => !one.hidden)
  const width = Math.max(1, ...head.map(({ cells }) => cells.length))
  return (
    <>
      <StepHeading hint={m.import_headerHint()}>{m.import_headerTitle({ name: fileName })}</StepHeading>
      {earlier && (
        <Banner tone="info" className="mb-3">
          {earlierText(earlier, timeZone)}
        </Banner>
      )}
      {rows === 0 && (
        <Banner tone="warning" className="mb-3">
          {view.columns.length === 0 ? m.import_sheetEmpty() : m.import_noRows()}
        </Banner>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-muted">
        {sheets.length > 1 && (
          <label htmlFor={id} className="flex items-center gap-2">
            {m.import_sheet()}
            <NativeSelect
              id={id}
              value={String(sheet)}
              items={sheets.map(({ name, hidden }, at) => ({
                value: String(at),
                label: hidden ? m.import_sheetHidden({ name }) : name,
              }))}
              onChange={(next) => onLook({ sheet: Number(next) })}
              className="w-48"
            />
          </label>
        )}
        {isProposed && <span>{m.import_sheetProposed()}</span>}
        {encoding && <EncodingSelect name={encoding.name} onChoose={(next) => void imp.readAs(next)} />}
        <span role="status">{m.import_rowsBelow({ count: formatCount(rows) })}</span>
        {hiddenRows > 0 && <span>{m.import_hiddenRows({ count: formatCount(hiddenRows) })}</span>}
      </div>
      {encoding?.guessed && (
        <Banner ref={imp.settled ? undefined : imp.place} tone="warning" className="mb-3">
          <p>{m.import_checkEncoding({ name: encodingLabels[encoding.name] })}</p>
          <Checkbox checked={imp.settled} onChange={imp.confirm} className="mt-1.5 text-ink">
            {m.import_encodingRight()}
          </Checkbox>
        </Banner>
      )}
      <ScrollBox label={m.import_firstRows()} className="overflow-x-auto">
        <table className="min-w-full border-collapse text-sm" aria-busy={imp.busy}>
          <tbody>
            {head.map(({ row, cells }) => (
              <tr
                key={row}
                className={cx('border-b border-line last:border-0', row === header && 'bg-accent-soft font-semibold')}
              >
                <th scope="row" className="bg-inherit px-3 py-1.5 text-left font-normal whitespace-nowrap">
                  <label className="flex items-center gap-2">
                    <input
                      type="radio"
                      name={`${id}-header`}
                      checked={row === header}
                      onChange={() => onLook({ sheet, header: row })}
                      aria-label={m.import_headerRow({ row })}
                      className="size-4 accent-accent-solid"
                    />
                    <span className="tabular text-muted">{row}</span>
                  </label>
                </th>
                {Array.from({ length: width }, (_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no id other than its position
                  <td key={at} className={cx('max-w-56 truncate px-3 py-1.5', row < header && 'text-subtle')}>
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2 px-3 text-sm">
        <label className="inline-flex items-center gap-2">
          <input
            type="radio"
            name={`${id}-header`}
            checked={header === 0}
            onChange={() => onLook({ sheet, header: 0 })}
            className="size-4 accent-accent-solid"
          />
          {m.import_headerNone()}
        </label>
        <HeaderRow key={`${sheet}-${header}`} header={header} onChoose={(row) => onLook({ sheet, header: row })} />
      </div>
    </>
  )
}

/** Who imported the same content before, as far as the user may know, and when. */
function earlierText({ by, time, undone }: NonNullable<ImportView['earlier']>, timeZone: string): string {
  const at = { time: formatInstant(time, timeZone) }
  if (by === null) return undone ? m.import_earlierOtherUndone(at) : m.import_earlierOther(at)
  return undone ? m.import_earlierUndone({ ...at, by }) : m.import_earlier({ ...at, by })
}
