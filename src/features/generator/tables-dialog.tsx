import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { type DesignSource, tablesQuery } from './generator.queries.ts'

/** The tables of the database that a design can start from. */
export function TablesDialog({ onChosen, onClose }: { onChosen(source: DesignSource): void; onClose(): void }) {
  const [text, setText] = useState('')
  const { data, error, isFetching, refetch } = useQuery(tablesQuery)
  const words = text.trim().toLowerCase()
  const found = data?.list.filter(({ name, comment }) => `${name} ${comment}`.toLowerCase().includes(words)) ?? []
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={m.designer_startTable()}
      size="md"
      footer={<Button onClick={onClose}>{m.ui_close()}</Button>}
    >
      {error && !data ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={5} />
      ) : data.list.length === 0 ? (
        <EmptyState title={m.designer_noTables()} />
      ) : (
        <div className="flex flex-col gap-3">
          <FormField label={m.designer_findTable()}>
            <Input value={text} onChange={(event) => setText(event.target.value)} />
          </FormField>
          <ul className="flex flex-col gap-1">
            {found.map(({ name, comment, rows, key }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => onChosen(key === null ? { table: name } : { key })}
                  className="flex min-h-9 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-hover"
                >
                  <span className="font-medium">{name}</span>
                  <span className="min-w-0 flex-1 truncate text-sm text-muted">{comment}</span>
                  {key !== null && <Tag tone="accent">{m.designer_hasScreen()}</Tag>}
                  <span className="text-sm text-muted">{m.designer_rows({ count: formatCount(rows) })}</span>
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="text-sm text-muted">{m.designer_noTableFound()}</p>}
        </div>
      )}
    </Dialog>
  )
}
