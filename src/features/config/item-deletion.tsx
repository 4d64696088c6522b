import { useState } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { type ConfigItem, configCalls } from './config.queries.ts'
import { titleOfItem } from './item-control.tsx'

type ItemDeletionProps = { item: ConfigItem; onChanged(): Promise<unknown>; onClose(): void }

/** Asks before an own item is deleted. */
export function ItemDeletion({ item, onChanged, onClose }: ItemDeletionProps) {
  const [key] = useState(randomId)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState('')
  const remove = async () => {
    if (item.id === null) return
    setPending(true)
    setError('')
    try {
      const { msg } = await configCalls.remove([item.id], key)
      toaster.success(msg)
      onClose()
      await onChanged()
    } catch (reason) {
      setError(refusedText(reason))
      setPending(false)
    }
  }
  return (
    <ConfirmDialog
      open
      danger
      title={m.config_delete({ title: titleOfItem(item) })}
      confirmText={m.button_del()}
      pending={pending}
      error={error && <Banner tone="danger">{error}</Banner>}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {m.config_deleteAsk()}
    </ConfirmDialog>
  )
}
