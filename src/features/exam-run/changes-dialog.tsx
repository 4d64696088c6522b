import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { ChangesTable } from './changes-table.tsx'
import { examRuns, type PublicationView } from './exam-run.queries.ts'

type ChangesDialogProps = { exam: number; publication: PublicationView; onClose(): void }

/** What a publication has changed for whom, beside the one that stood before it. */
export function ChangesDialog({ exam, publication: { number, run }, onClose }: ChangesDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['exam', 'changes', exam, run, number],
    queryFn: ({ signal }) =>
      examRuns.changes({ id: String(exam), run: String(run), publication: String(number) }, signal),
  })
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={m.examRun_changesOf({ number })}
      size="lg"
      footer={<Button onClick={onClose}>{m.ui_close()}</Button>}
    >
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data ? (
        <ChangesTable changes={data} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Dialog>
  )
}
