import { useQuery } from '@tanstack/react-query'
import { crudGet } from '#src/crud/calls/crud-rpc.ts'
import { UsesList } from '#src/crud/row/uses-list.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useGo } from '#src/layout/use-go.ts'
import type { usesCall } from '#src/server/crud/uses-call.server.ts'
import type { KitAnswer } from '#src/server/endpoint/call-types.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { attachments } from './attachment.queries.ts'
import type { AttachmentRow } from './attachment.row.ts'

/** Where a file is used, with links to the records. */
export function UsesDialog({ row, onClose }: { row: AttachmentRow; onClose(): void }) {
  const go = useGo()
  const { data, error, refetch } = useQuery({
    queryKey: [attachments.key, 'uses', row.id],
    queryFn: ({ signal }) =>
      crudGet<KitAnswer<typeof usesCall>>({
        data: { key: attachments.key, action: 'uses', query: { 'ids[]': [String(row.id)] } },
        signal,
      }),
    staleTime: 0,
  })
  return (
    <Dialog
      open
      light
      onRequestClose={onClose}
      title={m.attachment_usesOf({ name: row.name })}
      footer={<Button onClick={onClose}>{m.ui_close()}</Button>}
    >
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.uses.length === 0 ? (
        <EmptyState title={m.attachment_unused()} />
      ) : (
        <UsesList
          uses={data.uses}
          onOpen={(path) => {
            onClose()
            void go(path)
          }}
        />
      )}
    </Dialog>
  )
}
