import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Spinner } from '#src/ui/spinner.tsx'

type ListCountProps = {
  total: number
  estimated: boolean
  /** The total is that of a search, not of all rows. */
  found: boolean
  /** The total of this search is not known: it is not loaded yet, or could not be loaded. */
  unknown: boolean
  busy: boolean
  /** Counts every row, however long it takes. */
  onExact(): void
}

/** The number of rows. An estimate is marked as one, with a button that counts exactly. */
export function ListCount({ total, estimated, found, unknown, busy, onExact }: ListCountProps) {
  const count = formatCount(total)
  const text = estimated
    ? found
      ? m.list_foundAbout({ count })
      : m.list_countAbout({ count })
    : found
      ? m.list_found({ count })
      : m.list_count({ count })
  return (
    <p role="status" className="tabular flex items-center gap-2 text-sm text-muted">
      {!unknown && text}
      {estimated && !unknown && (
        <button type="button" onClick={onExact} className="no-print text-accent-ink hover:underline">
          {m.list_exact()}
        </button>
      )}
      {busy && <Spinner size={13} />}
    </p>
  )
}
