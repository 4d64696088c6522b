import type { ComponentProps } from 'react'
import { useGo } from '#src/layout/use-go.ts'
import { sendBulkDelete } from './bulk-calls.ts'
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx'

type BulkDeletionProps = Omit<ComponentProps<typeof BulkDeleteDialog>, 'send' | 'onOpen'> & { resource: string }

/** Deletes many rows of a list, after the user has confirmed it. */
export function BulkDeletion({ resource, ...props }: BulkDeletionProps) {
  const go = useGo()
  return (
    <BulkDeleteDialog
      {...props}
      send={(target, preview, idempotencyKey) => sendBulkDelete({ key: resource, target, preview, idempotencyKey })}
      onOpen={(path) => {
        props.onClose()
        void go(path)
      }}
    />
  )
}
