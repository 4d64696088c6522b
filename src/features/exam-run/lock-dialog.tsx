import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { beginJob } from '#src/crud/jobs/job-calls.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { DialogOfExam } from './dialog-of-exam.ts'
import { examRuns } from './exam-run.queries.ts'

/** Asks before an exam is locked: says what is in the way, and what has to be confirmed. */
export function LockDialog({ exam: { id, version }, onClose, onChanged }: DialogOfExam) {
  const [confirmed, setConfirmed] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['exam', 'lock', id],
    queryFn: ({ signal }) => examRuns.readiness({ id }, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const lock = () =>
    void write(async (key) => {
      const sent = examRuns.lock({ id, version, confirm: confirmed }, key)
      await beginJob(sent)
      return sent
    })
  const blocked = data ? blockingTexts(data.blocking) : []
  const warned = data ? warningTexts(data.warnings) : []
  return (
    <ConfirmDialog
      open
      title={m.examRun_lockTitle()}
      confirmText={m.examRun_lock()}
      pending={pending}
      disabled={!data || (warned.length > 0 && !confirmed)}
      error={refusal}
      onCancel={onClose}
      {...(blocked.length === 0 && { onConfirm: lock })}
    >
      <div className="flex flex-col gap-3">
        <p>{m.examRun_lockText()}</p>
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          !data && <SkeletonRows rows={2} />
        )}
        {blocked.length > 0 && (
          <Banner tone="danger">
            <Lines title={m.examRun_blocked()} lines={blocked} />
          </Banner>
        )}
        {warned.length > 0 && blocked.length === 0 && (
          <Banner tone="warning">
            <Lines title={m.examRun_warnedTitle()} lines={warned} />
            <Checkbox checked={confirmed} onChange={setConfirmed} className="mt-2">
              {m.examRun_confirm()}
            </Checkbox>
          </Banner>
        )}
      </div>
    </ConfirmDialog>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <p>{title}</p>
      <ul className="mt-1 list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

type Readiness = Awaited<ReturnType<typeof examRuns.readiness>>

function blockingTexts({ combo, above, step, outside, split }: Readiness['blocking']): string[] {
  return [
    ...(combo > 0 ? [m.examRun_block_combo({ count: formatCount(combo) })] : []),
    ...(above > 0 ? [m.examRun_block_above({ count: formatCount(above) })] : []),
    ...(step > 0 ? [m.examRun_block_step({ count: formatCount(step) })] : []),
    ...(outside > 0 ? [m.examRun_block_outside({ count: formatCount(outside) })] : []),
    ...(split > 0 ? [m.examRun_block_split({ count: formatCount(split) })] : []),
  ]
}

function warningTexts({ parts, missing }: Readiness['warnings']): string[] {
  return [
    ...(parts > 0 ? [m.examRun_warn_parts({ count: formatCount(parts) })] : []),
    ...(missing > 0 ? [m.examRun_warn_missing({ count: formatCount(missing) })] : []),
  ]
}
