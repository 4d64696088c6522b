import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { ReportView } from '#src/features/reports/report-view.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { OwnChecks } from './own-checks.tsx'
import { ownResultQuery, type ResultCalls } from './own-results.queries.ts'

type OwnSheetViewProps = { link: number; exam: number; timeZone: string; calls: ResultCalls; onBack(): void }

const nowhere = () => undefined

/** The sheet of a pupil in an exam, with the requests for checks. */
export function OwnSheetView({ link, exam, timeZone, calls, onBack }: OwnSheetViewProps) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(ownResultQuery(calls, { link, exam }))
  // What is not there any more must not stay on screen.
  const shown = error ? undefined : data
  const changed = () => void client.invalidateQueries({ queryKey: ownResultQuery(calls, { link, exam }).queryKey })
  return (
    <div className="report-paper flex flex-col gap-4">
      <header className="flex flex-wrap items-start gap-2">
        <IconButton label={m.result_back()} className="no-print" onClick={onBack}>
          <ArrowLeft aria-hidden size={16} />
        </IconButton>
        <div className="mr-auto min-w-0">
          <h1 className="text-xl wrap-anywhere">{shown?.exam.name ?? m.pagesTitle_ownResults()}</h1>
          {shown && <p className="text-muted wrap-anywhere">{shown.pupil}</p>}
        </div>
        {shown && (
          <IconButton label={m.report_print()} className="no-print" onClick={() => window.print()}>
            <Printer aria-hidden size={16} />
          </IconButton>
        )}
      </header>
      {shown ? (
        <>
          <ReportView blocks={shown.blocks} footer={shown.footer} addressOf={nowhere} />
          <OwnChecks
            checks={shown.checks}
            timeZone={timeZone}
            calls={calls}
            paper={{ link, exam }}
            onChanged={changed}
          />
        </>
      ) : (
        <div className="rounded-xl border border-line bg-surface">
          {error ? (
            <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </div>
      )}
    </div>
  )
}
