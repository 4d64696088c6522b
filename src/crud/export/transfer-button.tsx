import { FileSpreadsheet, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IMPORT, useActions } from '#src/layout/palette/palette-actions.ts'
import type { Description } from '#src/resource/description.ts'
import { fileRights } from '#src/resource/importable.ts'
import { labelAfterWord, pluralLabel } from '#src/resource/label.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { type PendingImport, usePendingImport } from '../import/pending-import.ts'
import type { ListSearch } from '../query/list-search.ts'
import { useRights } from '../row/use-rights.ts'

const Transfer = lazyDialog(
  async () => (await import('./transfer.tsx')).Transfer,
  ({ onOpen }) => onOpen(undefined),
  { isOpen: ({ opened }) => opened !== undefined, warm: 'later' },
)

export type TransferProps = {
  resource: string
  description: Description
  search: ListSearch
  /** The columns on screen, in their order. */
  columns: readonly { id: string }[]
  /** The rows that were selected one by one, on all pages. */
  chosen: readonly { id: number }[]
}

type TransferButtonProps = TransferProps & { size: 'sm' | 'md' }

/** The open part: the panel, a new import, or an import that was started earlier. */
export type Opened = 'panel' | 'import' | PendingImport

/** The button for export, import and template of a list. Its content is loaded when the user first opens it. */
export function TransferButton({ size, ...props }: TransferButtonProps) {
  const { resource, description } = props
  const may = fileRights(description, useRights(description))
  const mayImport = may.add || may.edit
  const label = mayImport ? m.transfer_open() : m.export_title()
  const [opened, setOpened] = useState<Opened>()
  const [wanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const show = (what: Opened | undefined) => {
    setWanted(true)
    setOpened(what)
  }
  usePendingImport(resource, (earlier) => mayImport && show(earlier))
  useActions(
    mayImport
      ? [
          {
            id: IMPORT,
            say: (locale) =>
              m.import_dialogTitle({ title: labelAfterWord(pluralLabel(description), locale) }, { locale }),
            icon: <FileUp size={16} />,
            run: () => show('import'),
          },
        ]
      : [],
  )
  return (
    <span className="relative inline-flex">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={opened === 'panel'}
        onClick={() => show(opened === 'panel' ? undefined : 'panel')}
        className={buttonClass({ size })}
      >
        <FileSpreadsheet aria-hidden size={15} />
        {label}
      </button>
      {wanted && <Transfer {...props} label={label} opened={opened} trigger={button} onOpen={setOpened} />}
    </span>
  )
}
