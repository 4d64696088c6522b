import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { VersionedExam } from './dialog-of-exam.ts'
import { examRunsQuery, type PublicationView } from './exam-run.queries.ts'
import { PublicationTable } from './publication-table.tsx'
import { RunTable } from './run-table.tsx'

type DialogKind = 'lock' | 'run' | 'publish' | 'withdraw'
type Closing = { onClose(): void }

const cancel = ({ onClose }: Closing) => onClose()
const LockDialog = lazyDialog(async () => (await import('./lock-dialog.tsx')).LockDialog, cancel)
const ComputeDialog = lazyDialog(async () => (await import('./compute-dialog.tsx')).ComputeDialog, cancel)
const PublishExamDialog = lazyDialog(async () => (await import('./publish-exam-dialog.tsx')).PublishExamDialog, cancel)
const ChangesDialog = lazyDialog(async () => (await import('./changes-dialog.tsx')).ChangesDialog, cancel)
const WithdrawDialog = lazyDialog(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog, cancel)

/** The computations and publications of an exam, with the steps from one to the next. */
export function ExamVersions({ exam, onChanged }: { exam: VersionedExam; onChanged?(): void }) {
  const { id, state, held } = exam
  const can = useCan()
  const refresh = useRefresh('exam')
  const [open, setOpen] = useState<DialogKind | { compare: number }>()
  const [seen, setSeen] = useState<PublicationView>()
  const { data, error, isFetching, refetch } = useQuery({ ...examRunsQuery(id), enabled: held })
  if (!held) return <EmptyState title={m.examRun_notHeld()} />
  if (error) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows rows={4} />

  const { runs, publications } = data
  const computed = state === 'locked' || state === 'published'
  const mayLock = can('exam/exam/lock')
  const mayPublish = can('exam/exam/publish')
  const last = runs[0]?.state === 'done' ? runs[0] : undefined
  const busy = runs[0]?.state === 'computing'
  const dialog = {
    exam,
    onClose: () => setOpen(undefined),
    onChanged: () => {
      void refresh()
      onChanged?.()
    },
  }
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto max-w-2xl text-muted">{m.examRun_intro()}</p>
        {state === 'collecting' && mayLock && (
          <Button variant="primary" onClick={() => setOpen('lock')}>
            {m.examRun_lock()}
          </Button>
        )}
        {computed && mayLock && (
          <Button disabled={busy} onClick={() => setOpen('run')}>
            {m.examRun_again()}
          </Button>
        )}
        {state === 'published' && mayPublish && (
          <Button onClick={() => setOpen('withdraw')}>{m.examRun_withdraw()}</Button>
        )}
        {computed && mayPublish && (
          <Button variant="primary" disabled={!last || busy} onClick={() => setOpen('publish')}>
            {m.examRun_publish()}
          </Button>
        )}
      </div>
      {computed && data.uncomputed > 0 && (
        <Banner tone="warning">
          {m.correction_uncomputed({ count: data.uncomputed, shown: formatCount(data.uncomputed) })}
        </Banner>
      )}
      <PublicationTable publications={publications} onChanges={mayPublish ? setSeen : undefined} />
      <RunTable exam={id} runs={runs} onCompare={mayLock ? (compare) => setOpen({ compare }) : undefined} />
      {open === 'lock' && <LockDialog {...dialog} />}
      {(open === 'run' || typeof open === 'object') && (
        <ComputeDialog {...dialog} compare={typeof open === 'object' ? open.compare : undefined} />
      )}
      {open === 'publish' && last && (
        <PublishExamDialog
          {...dialog}
          run={last.number}
          number={(publications[0]?.number ?? 0) + 1}
          audience={data.audience}
        />
      )}
      {open === 'withdraw' && <WithdrawDialog {...dialog} />}
      {seen && <ChangesDialog exam={id} publication={seen} onClose={() => setSeen(undefined)} />}
    </div>
  )
}
