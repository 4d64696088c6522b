import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { EarlierHits } from './earlier-hits.tsx'
import { OutputView } from './output/output-view.tsx'
import type { ShownRun } from './terminal.api.server.ts'
import { runOutputQuery } from './terminal.queries.ts'
import { useViewCalls } from './view-calls.ts'

/** Whose output is shown. */
export type OutputOf = Pick<ShownRun, 'uuid' | 'title' | 'lines'>

/** The output of a kept run, from its end, as far back as the reader wants. */
export function RunOutput({ run: { uuid, title, lines } }: { run: OutputOf }) {
  const calls = useViewCalls()
  const query = useInfiniteQuery(runOutputQuery(calls, uuid, lines))
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    setFailure('')
    await calls.download(uuid).catch((reason: unknown) => setFailure(failureText(reason)))
    setBusy(false)
  }
  const { pages } = query.data ?? {}
  /** Loads pages until the line is among them, or one cannot be loaded. */
  const loadFrom = async (line: number) => {
    const { data, hasPreviousPage, isError } = await query.fetchPreviousPage()
    if (!isError && hasPreviousPage && (data?.pages[0]?.after ?? 0) >= line) await loadFrom(line)
  }
  if (query.error && !pages) {
    return <FailureState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }
  if (!pages) return <SkeletonRows rows={4} />
  const before = pages[0]?.after ?? 0
  return (
    <>
      <OutputView
        tall
        label={m.terminal_outputOf({ title })}
        lines={pages.flatMap((page) => page.lines)}
        before={before}
        empty={m.terminal_nothing()}
        elsewhere={(text) =>
          before > 0 && (
            <EarlierHits
              uuid={uuid}
              text={text}
              before={before}
              loading={query.isFetchingPreviousPage}
              onLoad={(line) => void loadFrom(line)}
            />
          )
        }
        tools={
          <Button size="sm" icon={<Download aria-hidden size={14} />} loading={busy} onClick={download}>
            {m.terminal_download()}
          </Button>
        }
        head={
          before > 0 && (
            <p className="text-sm">
              <Button
                size="sm"
                variant="ghost"
                loading={query.isFetchingPreviousPage}
                onClick={() => void query.fetchPreviousPage()}
              >
                {m.terminal_outputEarlier({ count: formatCount(before) })}
              </Button>
            </p>
          )
        }
      />
      {failure && <ErrorLine>{failure}</ErrorLine>}
      {query.error && <ErrorLine>{failureText(query.error)}</ErrorLine>}
    </>
  )
}
