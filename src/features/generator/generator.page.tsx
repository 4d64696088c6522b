import {
  Copy,
  FileArchive,
  FilePlus2,
  FileSpreadsheet,
  LayoutTemplate,
  Redo2,
  SquarePen,
  Table2,
  Trash2,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { download } from '#src/crud/export/download.ts'
import { ACCEPTED } from '#src/crud/import/accepted.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { randomId } from '#src/lib/random-id.ts'
import { SUPER } from '#src/resource/registry.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { fileTarget, keepDesignDraft } from './designer-draft.ts'
import { generations, sendWorkbook } from './generator.queries.ts'
import { type CrudRow, crudDescription } from './generator.schema.ts'
import { usePlaces } from './use-places.ts'

const TablesDialog = lazyDialog(
  async () => (await import('./tables-dialog.tsx')).TablesDialog,
  ({ onClose }) => onClose(),
)
const UndoDialog = lazyDialog(
  async () => (await import('./undo-dialog.tsx')).UndoDialog,
  ({ onClose }) => onClose(),
)
const RemoveDialog = lazyDialog(
  async () => (await import('./remove-dialog.tsx')).RemoveDialog,
  ({ onClose }) => onClose(),
)

const CARDS = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))' } as const

type Open = 'tables' | { what: 'undo' | 'remove'; row: CrudRow }

/** The start of the CRUD generator: ways to begin a screen, and the log of what was generated. */
export function GeneratorPage(props: ListPageProps) {
  const can = useCan()
  const { design, screen } = usePlaces()
  const refresh = useRefresh(generations.key)
  const [open, setOpen] = useState<Open>()
  const [reading, setReading] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Screens bring tables and permissions of their own.
  const may = can(SUPER)
  const show = (key: string) =>
    tell(async () => {
      const path = await generations.pathOf(key)
      if (path !== null) screen(path)
    })
  const read = async (file: File) => {
    setReading(true)
    await tell(async () => {
      const { design: proposed } = await sendWorkbook(file)
      const id = randomId()
      keepDesignDraft(fileTarget(id), { design: proposed, base: null })
      design({ file: id })
    })
    setReading(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions stay the same between renders
  const actions = useMemo((): RowAction<CrudRow>[] => {
    const made = ({ kind }: CrudRow) => kind === 'create' || kind === 'change'
    const living = (row: CrudRow) => made(row) && row.state === 'success'
    const generation = (row: CrudRow) => made(row) || row.kind === 'remove'
    const opening: RowAction<CrudRow> = {
      key: 'open',
      label: m.designer_open,
      icon: <LayoutTemplate aria-hidden size={14} />,
      shown: living,
      run: ({ key }) => void show(key),
    }
    const change: RowAction<CrudRow> = {
      key: 'change',
      label: m.designer_change,
      icon: <SquarePen aria-hidden size={14} />,
      shown: living,
      run: ({ key }) => design({ key }),
    }
    const copy: RowAction<CrudRow> = {
      key: 'copy',
      label: m.designer_copy,
      icon: <Copy aria-hidden size={14} />,
      run: ({ id }) => design({ log: id }),
    }
    const code: RowAction<CrudRow> = {
      key: 'code',
      label: m.designer_code,
      icon: <FileArchive aria-hidden size={14} />,
      shown: living,
      run: ({ key }) => void tell(() => download(`/adminApi/crud/code?${new URLSearchParams({ key })}`)),
    }
    const undo: RowAction<CrudRow> = {
      key: 'undo',
      label: m.designer_undo,
      icon: <Undo2 aria-hidden size={14} />,
      shown: (row) => generation(row) && row.state === 'success',
      run: (row) => setOpen({ what: 'undo', row }),
    }
    const redo: RowAction<CrudRow> = {
      key: 'redo',
      label: m.designer_redo,
      icon: <Redo2 aria-hidden size={14} />,
      shown: (row) => generation(row) && row.state === 'undone',
      run: (row) => setOpen({ what: 'undo', row }),
    }
    const remove: RowAction<CrudRow> = {
      key: 'remove',
      label: m.designer_remove,
      icon: <Trash2 aria-hidden size={14} />,
      danger: true,
      shown: living,
      run: (row) => setOpen({ what: 'remove', row }),
    }
    return may ? [opening, change, copy, code, undo, redo, remove] : [opening]
  }, [may, design, screen])
  const close = () => setOpen(undefined)
  const dialog = { onClose: close, onChanged: () => void refresh() }

  return (
    <>
      {may && (
        <div className="mb-4 grid gap-3" style={CARDS}>
          <StartCard
            icon={<FilePlus2 aria-hidden size={20} />}
            title={m.designer_startBlank()}
            text={m.designer_startBlankText()}
            onPress={() => design(undefined)}
          />
          <StartCard
            icon={<Table2 aria-hidden size={20} />}
            title={m.designer_startTable()}
            text={m.designer_startTableText()}
            onPress={() => setOpen('tables')}
          />
          <StartCard
            icon={<FileSpreadsheet aria-hidden size={20} />}
            title={m.designer_startBook()}
            text={reading ? m.designer_readingBook() : m.designer_startBookText()}
            onPress={() => input.current?.click()}
          />
          <input
            ref={input}
            type="file"
            hidden
            accept={ACCEPTED}
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file && !reading) void read(file)
            }}
          />
          <div className="flex items-start gap-3 rounded-lg border border-line bg-surface p-4">
            <span className="text-muted">
              <Copy aria-hidden size={20} />
            </span>
            <span>
              <span className="block font-medium">{m.designer_startRecord()}</span>
              <span className="block text-sm text-muted">{m.designer_startRecordText()}</span>
            </span>
          </div>
        </div>
      )}
      <ResourcePage
        {...props}
        resource={generations}
        description={crudDescription}
        actions={actions}
        empty={nothingYet}
      />
      {open === 'tables' && <TablesDialog onClose={close} onChosen={design} />}
      {typeof open === 'object' && open.what === 'undo' && <UndoDialog {...dialog} row={open.row} />}
      {typeof open === 'object' && open.what === 'remove' && <RemoveDialog {...dialog} row={open.row} />}
    </>
  )
}

/** Says what went wrong. */
async function tell(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toaster.error(failureText(error))
  }
}

const nothingYet = () => <EmptyState title={m.designer_empty()} hint={m.designer_emptyHint()} />

type StartCardProps = { icon: ReactNode; title: string; text: string; onPress(): void }

/** A way to begin a screen. */
function StartCard({ icon, title, text, onPress }: StartCardProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex items-start gap-3 rounded-lg border border-line bg-surface p-4 text-left transition-colors hover:bg-hover"
    >
      <span className="text-accent-ink">{icon}</span>
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{text}</span>
      </span>
    </button>
  )
}
