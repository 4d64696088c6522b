import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import type { WarningKind } from '#src/server/import/warnings.server.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { isOver } from '../jobs/job-feed.ts'
import { JobProgressBar } from '../jobs/job-progress.tsx'
import { CheckRows } from './check-rows.tsx'
import { CheckWarnings, warningsOf } from './check-warnings.tsx'
import { DriftQuestion } from './drift-question.tsx'
import type { ImportAction, ImportCounts } from './import-calls.ts'
import { MarkedFile } from './marked-file.tsx'
import { marksOf } from './marks-of.ts'
import { RecordCounts } from './record-counts.tsx'
import { StepHeading } from './step-bar.tsx'
import type { Import } from './use-import.ts'

const labels: Record<ImportAction, () => string> = {
  refused: m.import_countRefused,
  new: m.import_countNew,
  changed: m.import_countChanged,
  unchanged: m.import_countUnchanged,
  skipped: m.import_countSkipped,
}
const actions = ['refused', 'new', 'changed', 'unchanged', 'skipped'] as const

type CheckStepProps = { resource: string; imp: Import; skip: boolean; onSkip(skip: boolean): void }

/** Shows what the import would do, row by row, before it writes anything. */
export function CheckStep({ resource, imp, skip, onSkip }: CheckStepProps) {
  const { view, jobs } = imp
  const job = imp.job.check
  const counts = countsOf(job?.result)
  const warnings = warningsOf(job?.result)
  const marks = marksOf(view, job?.result)
  const [picked, setPicked] = useState<ImportAction>()
  const [kind, setKind] = useState<WarningKind>()
  const pick = (next: ImportAction) => {
    setPicked(next)
    setKind(undefined)
  }
  const begin = actions.find((action) => (counts?.[action] ?? 0) > 0) ?? 'new'
  const action = picked && (counts?.[picked] ?? 0) > 0 ? picked : begin
  if (!view || jobs.check === undefined) return null
  return (
    <>
      <StepHeading hint={job && isOver(job) ? m.import_checkHint() : m.import_checkRunHint()}>
        {m.import_checkTitle({ name: view.fileName })}
      </StepHeading>
      {(!job || !isOver(job)) && <JobProgressBar job={job} />}
      {job?.state === 'failed' && <Banner tone="danger">{job.message}</Banner>}
      {job?.state === 'cancelled' && <Banner>{m.job_stateCancelled()}</Banner>}
      {job?.state === 'done' && counts && (
        <div className="flex flex-col gap-3">
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
            {actions.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={kind === undefined && one === action}
                disabled={counts[one] === 0}
                onClick={() => pick(one)}
                className={cx(
                  'rounded-md border px-3 py-2 text-left transition-colors',
                  kind === undefined && one === action
                    ? 'border-accent bg-accent-soft'
                    : 'border-line hover:enabled:bg-hover',
                )}
              >
                <span className="block text-xs text-muted">{labels[one]()}</span>
                <span className={cx('tabular text-xl', one === 'refused' && counts[one] > 0 && 'text-danger-ink')}>
                  {formatCount(counts[one])}
                </span>
              </button>
            ))}
          </div>
          <RecordCounts counts={counts} />
          {counts.refused > 0 && (
            <Banner tone="warning">
              <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                <div className="flex flex-col gap-1.5">
                  <p>{m.import_refusedHint({ count: formatCount(counts.refused) })}</p>
                  {counts.new + counts.changed > 0 && (
                    <Checkbox checked={skip} onChange={onSkip} className="text-ink">
                      {m.import_skipRefused()}
                    </Checkbox>
                  )}
                </div>
                <MarkedFile resource={resource} view={view} refused={counts.refused} marks={marks} />
              </div>
            </Banner>
          )}
          {warnings && warnings.rows > 0 && (
            <CheckWarnings
              warnings={warnings}
              kind={kind}
              onKind={setKind}
              accepted={imp.accepted}
              onAccept={imp.accept}
              file={counts.refused === 0 && <MarkedFile resource={resource} view={view} refused={0} marks={marks} />}
            />
          )}
          {imp.drift && (
            <DriftQuestion
              drift={imp.drift}
              busy={imp.busy}
              onCheck={() => void imp.check()}
              onSkip={() => void imp.run(skip, 'skip')}
              onOverwrite={() => void imp.run(skip, 'overwrite')}
            />
          )}
          {counts.new + counts.changed === 0 && counts.refused === 0 && <Banner>{m.import_nothingToDo()}</Banner>}
          {(kind !== undefined || counts[action] > 0) && (
            <CheckRows
              key={kind ?? action}
              resource={resource}
              action={kind === undefined ? action : 'warned'}
              kind={kind}
              label={kind === undefined ? labels[action]() : m.import_warnings()}
              id={view.id}
              round={jobs.check}
            />
          )}
        </div>
      )}
    </>
  )
}

/** The row counts of a check or an import; undefined when there are none. */
export function countsOf(result: Record<string, unknown> | null | undefined): ImportCounts | undefined {
  // Seam: the result type of the import jobs.
  return (result?.counts ?? undefined) as ImportCounts | undefined
}
