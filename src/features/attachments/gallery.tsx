import { use } from 'react'
import { FileThumb } from '#src/crud/files/file-thumb.tsx'
import { RowContext } from '#src/crud/grid/row-context.ts'
import type { ListCards } from '#src/crud/list/list-slots.ts'
import { RowActions } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { sizeText } from '#src/lib/size-text.ts'
import { moveInGrid } from '#src/ui/grid-focus.ts'
import type { AttachmentRow } from './attachment.row.ts'
import { AttachmentContext } from './attachment-context.ts'

/** The attachments as pictures and icons. Arrow keys move among them, Enter shows one, Space selects it. */
export function Gallery({ rows, label, selection, actions }: ListCards<AttachmentRow>) {
  const { preview } = use(AttachmentContext)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-0.5">
      <ul
        aria-label={label}
        onKeyDown={(event) => moveInGrid(event, '[data-card]')}
        className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3 max-sm:grid-cols-2"
      >
        {rows.map((row) => {
          const chosen = selection.has(row.id)
          return (
            <li
              key={row.id}
              className={cx(
                'group relative flex flex-col overflow-hidden rounded-lg border bg-surface',
                chosen ? 'border-accent-solid ring-1 ring-accent-solid' : 'border-line',
              )}
            >
              <button
                type="button"
                data-card
                aria-label={m.attachment_previewOf({ name: row.name })}
                onClick={() => preview(row)}
                onKeyDown={(event) => {
                  if (event.key !== ' ') return
                  event.preventDefault()
                  selection.toggle(row, event.shiftKey)
                }}
                className="block w-full"
              >
                <FileThumb
                  url={row.url}
                  suffix={row.suffix}
                  picture={row.kind === 'image'}
                  size={row.kind === 'image' ? 640 : 160}
                  className="h-32 w-full"
                />
              </button>
              <input
                type="checkbox"
                aria-label={m.list_select({ name: row.name })}
                checked={chosen}
                onChange={(event) =>
                  selection.toggle(row, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
                }
                className="absolute top-1.5 left-1.5 size-6"
              />
              <div className="flex min-w-0 items-start gap-1 py-1.5 pr-1 pl-2.5">
                <div className="min-w-0 flex-1">
                  <p className="truncate" title={row.name}>
                    {row.name}
                  </p>
                  <p className="tabular truncate text-xs text-muted">
                    {[sizeText(row.size), m.attachment_usedTimes({ count: formatCount(row.uses) })].join(' · ')}
                  </p>
                </div>
                <RowContext value={{ active: true, selected: chosen }}>
                  <RowActions
                    row={row}
                    name={row.name}
                    actions={actions.map((action) => ({ ...action, button: false }))}
                  />
                </RowContext>
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
