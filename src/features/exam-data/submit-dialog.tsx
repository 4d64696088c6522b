import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { EXAM_DATA, examDataCalls, findingsQuery } from './exam-data.queries.ts'
import { findingText } from './finding-text.ts'

type SubmitDialogProps = {
  exam: number
  school: { id: number; name: string }
  /** Whether cells are not stored yet. */
  unsaved(): boolean
  onFindings(): void
  onClose(): void
}

/** Hands in the marks of a school, after all that speaks against it was read. */
export function SubmitDialog({ exam, school, unsaved, onFindings, onClose }: SubmitDialogProps) {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({ ...findingsQuery(exam, school.id), gcTime: 0 })
  const changed = () => void client.invalidateQueries({ queryKey: [EXAM_DATA] })
  const { pending, refusal, write } = useDialogWrite({ onChanged: changed, onClose })
  const current = isFetching ? undefined : data
  const waits = unsaved()
  const mayNot = !current || current.blocking > 0 || waits
  return (
    <Dialog
      open
      onRequestClose={() => !pending && onClose()}
      title={m.examData_submitTitle({ school: school.name })}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          {current && current.blocking > 0 ? (
            <Button variant="primary" onClick={onFindings}>
              {m.examData_toFindings()}
            </Button>
          ) : (
            <Button
              variant="primary"
              loading={pending}
              disabled={mayNot}
              onClick={() =>
                void write((key) =>
                  examDataCalls
                    .submit({ id: exam, schoolId: school.id, missing: current?.missing ?? 0 }, key)
                    .catch((reason: unknown) => {
                      // Something has changed since the list was read.
                      void refetch()
                      throw reason
                    }),
                )
              }
            >
              {current && current.list.length > 0 ? m.examData_submitAnyway() : m.examData_submit()}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted">{m.examData_submitText()}</p>
        {waits && <Banner tone="warning">{m.examData_unsaved()}</Banner>}
        {refusal && <Banner tone="danger">{refusal}</Banner>}
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : !current ? (
          <SkeletonRows rows={3} />
        ) : (
          <>
            {current.blocking > 0 && <Banner tone="danger">{m.examData_blocked()}</Banner>}
            {current.list.length === 0 && <Banner tone="success">{m.examData_nothingFound()}</Banner>}
            {current.list.length > 0 && (
              <ul className="flex list-disc flex-col gap-1 pl-5">
                {current.list.map((one) => (
                  <li key={`${one.kind}:${one.subjectId}`} className={one.blocking ? 'text-danger-ink' : undefined}>
                    {[one.subject, findingText(one)].filter((part) => part !== '').join(': ')}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
