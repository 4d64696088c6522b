import { FileDown, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import type { ImportedExam } from './import-descriptions.ts'

const ExamImportDialog = lazyDialog(
  async () => (await import('./exam-import-dialog.tsx')).ExamImportDialog,
  ({ onClose }) => onClose(),
)

type Props = {
  exam: ImportedExam
  /** Called when the dialog is closed: something may have been written. */
  onClosed?(): void
}

/** Opens the import of marks of an exam, for those who may enter marks. */
export function ScoreImportButton(props: Props) {
  return useCan()('exam/data/enter') && <ImportButton kind="scores" label={m.examImport_importScores()} {...props} />
}

/** Opens the import of exam numbers and combinations, for those who may edit candidates. */
export function RosterImportButton(props: Props) {
  return (
    useCan()('exam/candidate/edit') && <ImportButton kind="roster" label={m.examImport_importRoster()} {...props} />
  )
}

/** A link to the workbook in which marks are entered. @param school only the candidates of one school */
export function ScoreSheetLink({ exam, school }: { exam: Pick<ImportedExam, 'id'>; school?: number }) {
  if (!useCan()('exam/data/enter')) return null
  const query = new URLSearchParams({
    id: String(exam.id),
    ...(school === undefined ? {} : { school: String(school) }),
  })
  return (
    <a href={`/adminApi/exam/scoreSheet?${query}`} download className={buttonClass({})}>
      <FileDown aria-hidden size={16} />
      {m.examImport_sheet()}
    </a>
  )
}

function ImportButton({ kind, label, exam, onClosed }: Props & { kind: 'scores' | 'roster'; label: string }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} icon={<FileUp aria-hidden size={16} />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <ExamImportDialog
          kind={kind}
          exam={exam}
          onClose={() => {
            setOpen(false)
            button.current?.focus()
            onClosed?.()
          }}
        />
      )}
    </>
  )
}
