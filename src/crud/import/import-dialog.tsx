import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { labelAfterWord, pluralLabel } from '#src/resource/label.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { useJobs } from '../jobs/job-feed.ts'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { ImportFooter } from './import-footer.tsx'
import type { PendingImport } from './pending-import.ts'
import { PreviewStep } from './preview-step.tsx'
import { RunStep } from './run-step.tsx'
import { SheetStep } from './sheet-step.tsx'
import { useShowRows } from './show-rows.ts'
import { StepBar } from './step-bar.tsx'
import { type Step, useImport } from './use-import.ts'

type ImportDialogProps = {
  resource: string
  description: Description
  /** An import that the user left before. */
  earlier?: PendingImport
  onClose(): void
}

/** Steps whose settings the user would have to enter again. */
const SET_UP: readonly Step[] = ['sheet', 'columns', 'preview']

/** Imports rows from a file: choose the file, set how it is read, check what it would do, then run it as a job. */
export function ImportDialog({ resource, description, earlier, onClose }: ImportDialogProps) {
  const imp = useImport(resource, earlier)
  const { step, view, plan, preview, error, errors } = imp
  const first = useRef<HTMLButtonElement>(null)
  const [skip, setSkip] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const { lost } = useJobs()
  const showRows = useShowRows()
  const close = () => {
    imp.leave()
    onClose()
  }
  const rowsOf = (changeSetId: number) => {
    close()
    void showRows(description.menu, changeSetId)
  }
  const own = Object.keys(errors).some((name) => name === 'mapping' || name === 'keys')
  return (
    <>
      <Dialog
        open
        // Closing loses the settings, so it asks first. A running job continues and can be opened again.
        onRequestClose={() => (SET_UP.includes(step) ? setLeaving(true) : close())}
        title={m.import_dialogTitle({ title: labelAfterWord(pluralLabel(description)) })}
        size="xl"
        tall
        initialFocus={first}
        footer={
          (view || step === 'file') && (
            <ImportFooter imp={imp} skip={skip} onRows={description.importNode ? undefined : rowsOf} onClose={close} />
          )
        }
      >
        <StepBar step={step} />
        <div>
          {error && !own && (
            <Banner tone="danger" className="mb-3">
              {error}
            </Banner>
          )}
          {lost && imp.running && (
            <Banner tone="warning" className="mb-3">
              {m.job_connectionLost()}
            </Banner>
          )}
          {step !== 'file' && !view && <SkeletonRows rows={4} />}
          {step === 'file' && (
            <FileStep resource={resource} description={description} first={first} onReceived={imp.received} />
          )}
          {step === 'sheet' && view && <SheetStep view={view} imp={imp} />}
          {step === 'columns' && view && plan && <ColumnsStep description={description} imp={imp} />}
          {step === 'preview' && view && preview && (
            <PreviewStep description={description} view={view} preview={preview} />
          )}
          {step === 'check' && <CheckStep resource={resource} imp={imp} skip={skip} onSkip={setSkip} />}
          {step === 'run' && <RunStep resource={resource} imp={imp} />}
        </div>
      </Dialog>
      <ConfirmDialog
        // The import may have started while the question was open.
        open={leaving && SET_UP.includes(step)}
        title={m.import_leaveTitle()}
        confirmText={m.import_leave()}
        onConfirm={close}
        onCancel={() => setLeaving(false)}
      >
        {m.import_leaveText()}
      </ConfirmDialog>
    </>
  )
}
