import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { MANY_ROWS } from '../calls/undo.ts'
import { ManyQuestion } from '../history/many-question.tsx'
import { cancelJob } from '../jobs/job-calls.ts'
import { isOver } from '../jobs/job-feed.ts'
import { countsOf } from './check-step.tsx'
import { warningsOf } from './check-warnings.tsx'
import { missingColumns } from './mapping.ts'
import { writtenBy } from './show-rows.ts'
import type { Import, Step } from './use-import.ts'

type FooterProps = { imp: Import; skip: boolean; onClose(): void }
type ImportFooterProps = FooterProps & Pick<RunFooterProps, 'onRows'>

/** The buttons of each step that continue, go back or cancel. */
export function ImportFooter({ imp, skip, onRows, onClose }: ImportFooterProps) {
  switch (imp.step) {
    case 'file':
      return <Button onClick={onClose}>{m.ui_cancel()}</Button>
    case 'sheet':
      return (
        <>
          <Button onClick={imp.again}>{m.import_otherFile()}</Button>
          <NextButton
            imp={imp}
            reason={
              imp.view?.columns.length === 0
                ? m.import_sheetEmpty()
                : imp.settled
                  ? undefined
                  : m.import_checkEncodingFirst()
            }
            onNext={() => imp.goTo('columns')}
          />
        </>
      )
    case 'columns':
      return (
        <>
          <Button onClick={() => imp.goTo('sheet')}>{m.import_back()}</Button>
          <NextButton imp={imp} reason={reasonOf(imp)} onNext={() => void imp.showPreview()} />
        </>
      )
    case 'preview':
      return (
        <>
          <Button onClick={() => imp.goTo('columns')}>{m.import_back()}</Button>
          <Button variant="primary" loading={imp.busy} onClick={() => void imp.check()}>
            {m.import_checkAll()}
          </Button>
        </>
      )
    case 'check':
      return <CheckFooter imp={imp} skip={skip} onClose={onClose} />
    case 'run':
      return <RunFooter imp={imp} onRows={onRows} onClose={onClose} />
  }
}

/** Why the columns cannot be taken as they are. */
function reasonOf({ view, plan, settled }: Import): string | undefined {
  if (plan?.mapping.every((field) => field === null)) return m.import_nothingMapped()
  if (!settled) return m.import_checkFirst()
  const missing = view && plan ? missingColumns(view.lines, plan) : []
  if (missing.length > 0) return m.import_columnsNeeded({ columns: missing.join(m.crud_listSeparator()) })
  return plan?.keys.length === 0 && view?.keys.needed ? m.import_chooseKeys() : undefined
}

type NextButtonProps = { imp: Import; reason: string | undefined; onNext(): void }

/**
 * The button for the next step. While something is to be looked at, the reason stands beside it. The button stays
 * reachable by keyboard, and leads to the place.
 */
function NextButton({ imp, reason, onNext }: NextButtonProps) {
  const id = useId()
  const show = () => {
    imp.place.current?.scrollIntoView({ block: 'nearest' })
    imp.place.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {reason !== undefined && (
        <p id={id} className="order-first mr-auto self-center text-sm text-warning-ink max-sm:w-full">
          {reason}
        </p>
      )}
      <Button
        variant="primary"
        loading={imp.busy}
        aria-disabled={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : id}
        onClick={reason === undefined ? onNext : show}
      >
        {m.import_next()}
      </Button>
    </>
  )
}

function CheckFooter({ imp, skip, onClose }: FooterProps) {
  const job = imp.job.check
  if (!job || !isOver(job)) {
    return (
      <>
        <CancelButton id={imp.jobs.check} stopping={job?.stopping} />
        <Button variant="primary" onClick={onClose}>
          {m.import_toBackground()}
        </Button>
      </>
    )
  }
  const counts = countsOf(job.result)
  const rows = counts ? counts.new + counts.changed : 0
  return (
    <>
      <Button onClick={imp.again}>{m.import_otherFile()}</Button>
      <Button onClick={() => imp.goTo('columns')}>{m.import_back()}</Button>
      {/* While rows have changed, the question about them has the buttons. */}
      {rows > 0 && !imp.drift && (
        <Button
          variant="primary"
          loading={imp.busy}
          disabled={((counts?.refused ?? 0) > 0 && !skip) || ((warningsOf(job.result)?.rows ?? 0) > 0 && !imp.accepted)}
          onClick={() => void imp.run(skip)}
        >
          {m.import_runRows({ count: formatCount(rows) })}
        </Button>
      )}
    </>
  )
}

type RunFooterProps = {
  imp: Import
  /** Shows the rows that the import has written. Undefined where no list has them. */
  onRows: ((changeSetId: number) => void) | undefined
  onClose(): void
}

function RunFooter({ imp, onRows, onClose }: RunFooterProps) {
  const { run, undo } = imp.job
  if (!run || !isOver(run)) {
    return (
      <>
        <CancelButton id={imp.jobs.run} stopping={run?.stopping} />
        <Button variant="primary" onClick={onClose}>
          {m.import_toBackground()}
        </Button>
      </>
    )
  }
  const undone = undo?.state === 'done'
  const written = undone || !onRows || (undo && !isOver(undo)) ? undefined : writtenBy(run)
  const undoing = imp.jobs.undo !== undefined && (!undo || !isOver(undo))
  const undoable = run.state === 'done' && typeof run.result?.changeSetId === 'number' && !undone
  return (
    <>
      {undoing && <CancelButton id={imp.jobs.undo} stopping={undo?.stopping} />}
      {undoable && !undoing && <UndoButton imp={imp} />}
      {run.state === 'done' ? (
        <Button onClick={imp.again}>{m.import_otherFile()}</Button>
      ) : (
        <Button onClick={() => imp.goTo(backFrom(imp))}>{m.import_back()}</Button>
      )}
      <Button variant={written ? 'secondary' : 'primary'} onClick={onClose}>
        {m.import_close()}
      </Button>
      {written && (
        <Button variant="primary" onClick={() => onRows?.(written.changeSetId)}>
          {m.import_viewRows({ count: written.rows, shown: formatCount(written.rows) })}
        </Button>
      )}
    </>
  )
}

/** Takes the import back. Before many rows go back, the user is asked. */
function UndoButton({ imp }: { imp: Import }) {
  const [asking, setAsking] = useState(false)
  const others = imp.job.undo?.state === 'failed'
  const counts = countsOf(imp.job.run?.result)
  const records = counts?.rows ?? counts
  const rows = records ? records.new + records.changed : 0
  return (
    <>
      <Button
        icon={<Undo2 aria-hidden size={15} />}
        loading={imp.busy}
        onClick={() => (rows < MANY_ROWS ? void imp.undo(others) : setAsking(true))}
      >
        {others ? m.undo_others() : m.import_undo()}
      </Button>
      <ManyQuestion
        count={asking ? rows : undefined}
        text={m.undo_askImport()}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void imp.undo(others)
        }}
      />
    </>
  )
}

/** An import that has failed leads back to its check, where the user decides again. */
function backFrom({ job, preview }: Import): Step {
  if (job.check?.state === 'done') return 'check'
  return preview ? 'preview' : 'columns'
}

function CancelButton({ id, stopping = false }: { id: number | undefined; stopping?: boolean }) {
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    if (id === undefined) return
    setBusy(true)
    await cancelJob(id).catch(toastFailure)
    setBusy(false)
  }
  return (
    <Button loading={busy} disabled={stopping} onClick={() => void cancel()}>
      {stopping ? m.job_stopping() : m.job_cancel()}
    </Button>
  )
}
