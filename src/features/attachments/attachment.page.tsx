import { Copy, Download, Eye, FileArchive, LayoutGrid, Link2, List } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { BulkAction } from '#src/crud/bulk/bulk-actions.tsx'
import type { ListCards } from '#src/crud/list/list-slots.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyDialog, lazyPart } from '#src/ui/lazy.tsx'
import { attachments } from './attachment.queries.ts'
import type { AttachmentRow } from './attachment.row.ts'
import { attachmentDescription } from './attachment.schema.ts'
import { attachmentCells } from './attachment-cells.tsx'
import { AttachmentContext } from './attachment-context.ts'
import { copyAddress, saveArchive, saveFile } from './download-files.ts'
import { galleryStore } from './gallery-store.ts'
import { UploadArea } from './upload-area.tsx'

const Gallery = lazyPart(async () => (await import('./gallery.tsx')).Gallery)
const PreviewDialog = lazyDialog(
  async () => (await import('./preview-dialog.tsx')).PreviewDialog,
  ({ onClose }) => onClose(),
)
const UsesDialog = lazyDialog(
  async () => (await import('./uses-dialog.tsx')).UsesDialog,
  ({ onClose }) => onClose(),
)

const description = { ...attachmentDescription, deleteNote: m.attachment_deleteNote }

const archive: BulkAction = {
  key: 'archive',
  node: 'routine/attachment/index',
  label: m.attachment_archiveDownload,
  icon: <FileArchive aria-hidden size={14} />,
  run: saveArchive,
}

type About = { what: 'preview' | 'uses'; row: AttachmentRow; rows: readonly AttachmentRow[] }

/** The list of uploaded files, or the gallery of them, with previews and uploads. */
export function AttachmentPage(props: ListPageProps) {
  const [about, setAbout] = useState<About>()
  const shown = useRef<readonly AttachmentRow[]>([])
  const look = useLocalStore(galleryStore, 'list')
  const gallery = look === 'gallery'
  const refresh = useRefresh(attachments.key)
  const { open, actions } = useMemo(() => {
    const preview = (row: AttachmentRow) => setAbout({ what: 'preview', row, rows: shown.current })
    const uses = (row: AttachmentRow) => setAbout({ what: 'uses', row, rows: [] })
    const actions: RowAction<AttachmentRow>[] = [
      { key: 'preview', label: m.attachment_preview, icon: <Eye aria-hidden size={14} />, run: preview },
      { key: 'download', label: m.attachment_download, icon: <Download aria-hidden size={14} />, run: saveFile },
      { key: 'copyAddress', label: m.attachment_copyAddress, icon: <Copy aria-hidden size={14} />, run: copyAddress },
      { key: 'uses', label: m.attachment_whereUsed, icon: <Link2 aria-hidden size={14} />, run: uses },
    ]
    return { open: { preview, uses }, actions }
  }, [])
  const close = () => setAbout(undefined)
  const cards = (list: ListCards<AttachmentRow>) => <Gallery {...list} />
  return (
    <AttachmentContext value={open}>
      <UploadArea onArrived={() => void refresh()}>
        {(upload) => (
          <ResourcePage
            {...props}
            resource={attachments}
            description={description}
            cells={attachmentCells}
            actions={actions}
            bulkActions={[archive]}
            cards={gallery ? cards : undefined}
            emptyHint={m.attachment_emptyHint()}
            header={({ rows }) => <RememberRows rows={rows} into={shown} />}
            primary={upload}
            buttons={
              <IconButton
                label={gallery ? m.attachment_asList() : m.attachment_asGallery()}
                onClick={() => {
                  galleryStore.write(gallery ? 'list' : 'gallery')
                  // The gallery has pages.
                  if (!gallery) props.onSearch({ mode: 'pages' }, { replace: true })
                }}
              >
                {gallery ? <List aria-hidden size={16} /> : <LayoutGrid aria-hidden size={16} />}
              </IconButton>
            }
          />
        )}
      </UploadArea>
      {about?.what === 'preview' && (
        <PreviewDialog rows={about.rows} row={about.row} onRow={(row) => setAbout({ ...about, row })} onClose={close} />
      )}
      {about?.what === 'uses' && <UsesDialog row={about.row} onClose={close} />}
    </AttachmentContext>
  )
}

/** Tells the preview which files are before and after one. */
function RememberRows({ rows, into }: { rows: readonly AttachmentRow[]; into: RefObject<readonly AttachmentRow[]> }) {
  useEffect(() => {
    into.current = rows
  }, [rows, into])
  return null
}
