import { use } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { isOver } from '../jobs/job-feed.ts'
import { JobProgressBar } from '../jobs/job-progress.tsx'
import { AfterImport } from './after-import.ts'
import { countsOf } from './check-step.tsx'
import { MarkedFile } from './marked-file.tsx'
import { marksOf } from './marks-of.ts'
import { writtenBy } from './show-rows.ts'
import { StepHeading } from './step-bar.tsx'
import type { Import } from './use-import.ts'

/** Shows the progress of the import, its result, and the state of its undo. */
export function RunStep({ resource, imp }: { resource: string; imp: Import }) {
  const { run, undo } = imp.job
  const after = use(AfterImport)
  const written = run && writtenBy(run)
  if (!imp.view) return null
  const refused = countsOf(run?.result)?.refused ?? 0
  return (
    <>
      <StepHeading hint={run && isOver(run) ? undefined : m.import_runHint()}>
        {m.import_runTitle({ name: imp.view.fileName })}
      </StepHeading>
      <div className="flex flex-col gap-3">
        {(!run || !isOver(run)) && <JobProgressBar job={run} />}
        {run?.state === 'done' && (
          <Banner tone="success">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <p>{m.import_done({ text: run.message })}</p>
              {refused > 0 && (
                <MarkedFile
                  resource={resource}
                  view={imp.view}
                  refused={refused}
                  marks={marksOf(imp.view, run.result)}
                />
              )}
            </div>
          </Banner>
        )}
        {written && imp.jobs.undo === undefined && after?.(written.changeSetId)}
        {run?.state === 'failed' && <Banner tone="danger">{run.message}</Banner>}
        {run?.state === 'cancelled' && <Banner>{m.job_stateCancelled()}</Banner>}
        {imp.jobs.undo !== undefined && (!undo || !isOver(undo)) && <JobProgressBar job={undo} />}
        {undo?.state === 'done' && <Banner tone="success">{undo.message}</Banner>}
        {undo?.state === 'failed' && (
          <Banner tone="danger" className="whitespace-pre-line">
            {undo.message}
          </Banner>
        )}
        {undo?.state === 'cancelled' && <Banner>{m.import_undoCancelled()}</Banner>}
      </div>
    </>
  )
}
