import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { TaskActs } from './task-card.tsx'

type RetryDialogProps = { uuid: string; acts: Pick<TaskActs, 'attach' | 'cancel' | 'retry'>; onClose(): void }

/** The run of a task still goes on: attach to it, or cancel it and start again. */
export function RetryDialog({ uuid, acts, onClose }: RetryDialogProps) {
  const [busy, setBusy] = useState('')
  const [error, setError] = useState('')
  const act = async (name: string, work: () => Promise<boolean>) => {
    setBusy(name)
    setError('')
    const done = await work().catch((reason: unknown) => {
      setError(failureText(reason))
      return false
    })
    setBusy('')
    if (done) onClose()
  }
  const attach = async () => {
    const gone = (await acts.attach(uuid)) === 'gone'
    if (gone) setError(m.terminal_gone())
    return !gone
  }
  const again = async () => {
    await acts.cancel(uuid)
    return (await acts.retry(uuid)) === 'restarted'
  }
  return (
    <Dialog
      open
      size="sm"
      role="alertdialog"
      title={m.terminal_retryAsk()}
      onRequestClose={() => busy === '' && onClose()}
      footer={
        <>
          <Button onClick={onClose} disabled={busy !== ''}>
            {m.ui_cancel()}
          </Button>
          <Button
            variant="danger"
            loading={busy === 'again'}
            disabled={busy === 'attach'}
            onClick={() => act('again', again)}
          >
            {m.terminal_retryAgain()}
          </Button>
          <Button
            variant="primary"
            loading={busy === 'attach'}
            disabled={busy === 'again'}
            onClick={() => act('attach', attach)}
          >
            {m.terminal_attach()}
          </Button>
        </>
      }
    >
      <p className="text-muted">{m.terminal_retryText()}</p>
      {error && (
        <Banner tone="danger" className="mt-3">
          {error}
        </Banner>
      )}
    </Dialog>
  )
}
