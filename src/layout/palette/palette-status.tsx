import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { isSearchable, type Records } from './use-records.ts'

type PaletteStatusProps = {
  query: string
  count: number
  records: Records
  /** The palette also searches records. */
  finds: boolean
  titleOf?: ((menu: string) => string | undefined) | undefined
  /** Gives the focus to the field, because a button that searches again goes away. */
  focusField(): void
}

/** What the search is doing, and what it could not do. Screen readers hear how much was found. */
export function PaletteStatus({ query, count, records, finds, titleOf, focusField }: PaletteStatusProps) {
  const { pending, failure, late, again, longer } = records
  const empty = count === 0 && !pending && failure === undefined
  const press = (search: () => void) => () => {
    focusField()
    search()
  }
  const names = late.flatMap((menu) => titleOf?.(menu) ?? []).join(m.crud_listSeparator())
  return (
    <>
      <div role="status" className={cx(!empty && !pending && 'sr-only', 'shrink-0')}>
        {pending ? (
          <p className="flex items-center gap-2 px-4 py-2 text-sm text-muted">
            <Spinner />
            {m.palette_searching()}
          </p>
        ) : empty ? (
          <p className="px-6 py-10 text-center">
            <span className="block font-medium">{m.palette_nothing({ query })}</span>
            <span className="mt-1 block text-sm text-muted">
              {finds && !isSearchable(query) ? m.palette_tooShort() : m.palette_nothingHint()}
            </span>
          </p>
        ) : (
          m.palette_count({ count })
        )}
      </div>
      {failure !== undefined && (
        <div
          role="alert"
          className="flex shrink-0 items-center gap-3 border-t border-line px-4 py-2 text-sm text-danger-ink"
        >
          <p className="min-w-0 flex-1">{m.palette_recordsFailed({ reason: failure })}</p>
          <Button size="sm" onClick={press(again)}>
            {m.ui_retry()}
          </Button>
        </div>
      )}
      {!pending && names !== '' && (
        <div className="flex shrink-0 items-center gap-3 border-t border-line px-4 py-2 text-sm text-warning-ink">
          <p role="status" className="min-w-0 flex-1">
            {m.palette_late({ names })}
          </p>
          <Button size="sm" onClick={press(longer)}>
            {m.palette_longer()}
          </Button>
        </div>
      )}
    </>
  )
}
