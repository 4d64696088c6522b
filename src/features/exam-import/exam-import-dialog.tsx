import { useMemo } from 'react'
import { ImportDialog } from '#src/crud/import/import-dialog.tsx'
import { type ImportedExam, importDescription } from './import-descriptions.ts'

type Props = { kind: 'scores' | 'roster'; exam: ImportedExam; onClose(): void }

/** The import dialog of the kit for the marks, or for the roster, of an exam. */
export function ExamImportDialog({ kind, exam, onClose }: Props) {
  const description = useMemo(() => importDescription(kind, exam), [kind, exam])
  return <ImportDialog resource={description.key} description={description} onClose={onClose} />
}
