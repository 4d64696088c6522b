import { FileDown, FileSpreadsheet, FileText, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { fitsFile, isSecret } from '#src/resource/field-traits.ts'
import { fileRights, hasTemplate } from '#src/resource/importable.ts'
import { labelText } from '#src/resource/label.ts'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { looks } from '#src/ui/looks.ts'
import { toaster } from '#src/ui/toast.tsx'
import { useRights } from '../row/use-rights.ts'
import { download, downloadFor } from './download.ts'
import { type ExportFormat, exportAddress, exportable } from './export-address.ts'
import type { TransferProps } from './transfer-button.tsx'

/** The most row ids that one call accepts. */
const MOST_CHOSEN = 10_000

/** Exports the rows that the list finds, or the selected rows. Users who may write also see import and template. */
export function TransferPanel({
  resource,
  description,
  search,
  columns,
  chosen,
  onImport,
  onClose,
}: TransferProps & { onImport(): void; onClose(): void }) {
  const may = fileRights(description, useRights(description))
  const [which, setWhich] = useState('all')
  const mayChoose = chosen.length > 0 && chosen.length <= MOST_CHOSEN
  const [rows, setRows] = useState(mayChoose ? 'chosen' : 'found')
  const onlyChosen = mayChoose && rows === 'chosen'
  const shown = exportable(description, columns)
  const address = (format: ExportFormat) =>
    exportAddress(
      resource,
      onlyChosen ? { ...search, quickSearch: '', filter: undefined } : search,
      format,
      which === 'all' ? undefined : shown,
    )
  const leftOut = description.fields
    .filter((field) => !fitsFile(field) && !isSecret(field))
    .map(({ label }) => labelText(label))
  const conditions = search.quickSearch !== '' || search.filter !== undefined
  const save = (href: string, ids?: readonly number[]) => {
    onClose()
    const saved = ids ? downloadFor(href, { ids }) : download(href)
    saved.then(
      () => toaster.confirm(m.export_begun()),
      (reason: unknown) => toastFailure(reason, m.export_failed({ reason: failureText(reason) })),
    )
  }
  const saveRows = (href: string) => save(href, onlyChosen ? chosen.map(({ id }) => id) : undefined)
  return (
    <div className="flex flex-col gap-1 p-1">
      <p className="px-2 pt-1 text-sm font-medium text-muted">{m.export_title()}</p>
      {chosen.length > 0 && (
        <FieldGroup label={m.export_rows()} className="px-2">
          <RadioGroup
            items={[
              {
                value: 'chosen',
                label: m.export_chosenRows({ count: formatCount(chosen.length) }),
                disabled: !mayChoose,
              },
              { value: 'found', label: conditions ? m.export_foundRows() : m.export_allRows() },
            ]}
            value={onlyChosen ? 'chosen' : 'found'}
            onChange={setRows}
          />
        </FieldGroup>
      )}
      <FieldGroup
        label={m.export_columns()}
        hint={onlyChosen ? m.export_chosen() : conditions ? m.export_found() : m.export_everything()}
        className="px-2"
      >
        <RadioGroup
          items={[
            { value: 'all', label: m.export_allColumns() },
            { value: 'shown', label: m.export_shownColumns({ count: shown.length }), disabled: shown.length === 0 },
          ]}
          value={which}
          onChange={setWhich}
        />
      </FieldGroup>
      {leftOut.length > 0 && (
        <p className="px-2 text-sm text-muted">{m.export_leftOut({ parts: leftOut.join(m.crud_listSeparator()) })}</p>
      )}
      <FileLink href={address('xlsx')} icon={<FileSpreadsheet aria-hidden size={15} />} onSave={saveRows}>
        {m.export_xlsx()}
      </FileLink>
      <FileLink href={address('csv')} icon={<FileText aria-hidden size={15} />} onSave={saveRows}>
        {m.export_csv()}
      </FileLink>
      {(may.add || may.edit) && (
        <>
          <hr className="my-1 border-line" />
          <p className="px-2 pt-1 text-sm font-medium text-muted">{m.import_title()}</p>
          <button type="button" onClick={onImport} className={line}>
            <span className="inline-flex text-muted">
              <Upload aria-hidden size={15} />
            </span>
            {m.import_open()}
          </button>
          {hasTemplate(description) && (
            <FileLink
              href={`/adminApi/${resource}/template`}
              icon={<FileDown aria-hidden size={15} />}
              onSave={(href) => save(href)}
            >
              {m.import_template()}
            </FileLink>
          )}
        </>
      )}
    </div>
  )
}

const line = cx(looks.option, 'w-full text-left hover:bg-hover')

type FileLinkProps = { href: string; icon: ReactNode; onSave(href: string): void; children: ReactNode }

function FileLink({ href, icon, onSave, children }: FileLinkProps) {
  return (
    <a
      href={href}
      download
      className={line}
      onClick={(event) => {
        event.preventDefault()
        onSave(href)
      }}
    >
      <span className="inline-flex text-muted">{icon}</span>
      {children}
    </a>
  )
}
