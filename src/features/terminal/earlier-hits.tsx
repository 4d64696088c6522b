import { useQuery } from '@tanstack/react-query'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { earlierHitsQuery } from './terminal.queries.ts'
import { useViewCalls } from './view-calls.ts'

type EarlierHitsProps = {
  uuid: string
  text: string
  /** How many lines come before the loaded ones. */
  before: number
  loading: boolean
  /** Loads the lines from this one on. */
  onLoad(line: number): void
}

/** How many of the lines that are not loaded hold a text, with a way to the last of them. */
export function EarlierHits({ uuid, text, before, loading, onLoad }: EarlierHitsProps) {
  const { data, error } = useQuery(earlierHitsQuery(useViewCalls(), uuid, text, before))
  if (error) return <ErrorLine>{failureText(error)}</ErrorLine>
  const { count = 0, more = false, last } = data ?? {}
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-muted">
      {last !== undefined && (
        <>
          <span>{m.terminal_findEarlier({ count: formatCount(count) + (more ? '+' : '') })}</span>
          <Button size="sm" variant="ghost" loading={loading} onClick={() => onLoad(more ? before : last)}>
            {m.terminal_findLoad()}
          </Button>
        </>
      )}
    </p>
  )
}
