import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import {
  type ChosenReport,
  type ReportAnswer,
  type ReportExam,
  reportIndexQuery,
  reportQuery,
} from './report.queries.ts'
import { REPORT_PAGE, reportAddress } from './report-address.ts'
import { noChoices, ReportBar, type ReportPatch, VersionChoice } from './report-bar.tsx'
import { followReport } from './report-follow.ts'
import { ReportGallery } from './report-gallery.tsx'
import { reportKeys } from './report-keys.ts'
import { ReportPath } from './report-path.tsx'
import type { ReportSearch } from './report-search.ts'
import { needsWidePaper, ReportView } from './report-view.tsx'
import { ReportViewLinks } from './report-view-links.tsx'

const PupilReport = lazyPart(async () => (await import('./pupil-report.tsx')).PupilReport, <Waiting />)

type ReportPageProps = { search: ReportSearch; onSearch(patch: ReportPatch): void }

/** Reports of exams: the gallery, or one of them. */
export function ReportPage({ search, onSearch }: ReportPageProps) {
  const can = useCan()
  const { data: exams, error, refetch, isFetching } = useQuery(reportIndexQuery)
  if (error && !exams)
    return <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!exams) return <Waiting />
  const exam = exams.find(({ id }) => id === search.exam) ?? exams[0]
  if (search.exam === undefined && !exam) {
    return (
      <div className="flex flex-col gap-3">
        <h1 className="text-xl">{m.pagesTitle_report()}</h1>
        <EmptyState title={m.report_empty()} hint={m.report_emptyHint()} />
      </div>
    )
  }
  const chosen = { ...search, exam: search.exam ?? exam?.id ?? 0 }
  const { report } = search
  if (report === 'pupil') return <PupilReport exams={exams} search={{ ...chosen, report }} onSearch={onSearch} />
  if (report) return <OneReport exams={exams} search={{ ...chosen, report }} onSearch={onSearch} />
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-xl">{m.pagesTitle_report()}</h1>
        <VersionChoice exams={exams} search={chosen} onSearch={onSearch} />
      </div>
      <ReportGallery
        keys={can('exam/candidate/pupil') ? [...reportKeys, 'pupil'] : reportKeys}
        addressOf={(key) => reportAddress(REPORT_PAGE, { ...chosen, report: key })}
        onReport={(key) => onSearch({ exam: chosen.exam, report: key })}
      />
      <ReportViewLinks chosen={chosen} onSearch={onSearch} />
    </div>
  )
}

type OneReportProps = { exams: readonly ReportExam[]; search: ChosenReport; onSearch(patch: ReportPatch): void }

function OneReport({ exams, search, onSearch }: OneReportProps) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(reportQuery(search))
  // An error belongs to what is asked for now, not to what is still on screen.
  const shown = error ? undefined : data
  const { version, unit, subject, with: other } = search
  const isListed = exams.some(({ id }) => id === search.exam)
  const hasChoices = !isListed || [version, unit, subject, other].some((one) => one !== undefined)
  // A view or a link may name what is gone, or what the reader does not see.
  const startOver = () => onSearch({ ...noChoices, ...(isListed ? {} : { exam: undefined }), view: undefined })
  return (
    <div
      className="report-paper mx-auto flex w-full max-w-6xl flex-col gap-3"
      data-wide={(shown && needsWidePaper(shown.blocks)) || undefined}
    >
      <ReportBar exams={exams} search={search} answer={shown} onSearch={onSearch} />
      {error && (
        <ErrorState
          message={failureText(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          actions={hasChoices && <Button onClick={startOver}>{m.report_startOver()}</Button>}
        />
      )}
      {!shown && !error && <Waiting />}
      {shown && <Shown answer={shown} search={search} waiting={isPlaceholderData} onSearch={onSearch} />}
    </div>
  )
}

type ShownProps = { answer: ReportAnswer; search: ChosenReport; waiting: boolean; onSearch(patch: ReportPatch): void }

function Shown({ answer, search, waiting, onSearch }: ShownProps) {
  const addressOf = (unit: string | undefined) =>
    unit === undefined ? undefined : reportAddress(REPORT_PAGE, { ...search, unit, with: undefined })
  const can = useCan()
  const isClass = answer.unit.startsWith('class-')
  const follow = (event: MouseEvent) => followReport(event, ({ unit }) => onSearch({ unit, with: undefined }))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside have the keys
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    <div aria-busy={waiting} onClick={follow} className={cx('flex flex-col gap-3', waiting && 'opacity-60')}>
      <div className="flex flex-wrap items-center gap-2">
        <ReportPath path={answer.path} addressOf={addressOf} />
        {isClass && can('exam/candidate/pupil') && (
          <Button
            size="sm"
            className="no-print ml-auto"
            onClick={() =>
              onSearch({ report: 'pupil', unit: answer.unit, subject: undefined, with: undefined, view: undefined })
            }
          >
            {m.pupil_ofClass()}
          </Button>
        )}
      </div>
      <ReportView blocks={answer.blocks} footer={answer.footer} addressOf={addressOf} />
    </div>
  )
}

function Waiting() {
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface">
      <SkeletonRows rows={8} />
    </div>
  )
}
