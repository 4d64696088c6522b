import { type ReactNode, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  children?: ReactNode
  confirmText?: string
  /** For an action that cannot be undone. */
  danger?: boolean
  pending?: boolean
  /** The answer to the question is not possible yet. */
  disabled?: boolean
  /** Why the last attempt failed. */
  error?: ReactNode
  /** Without it, there is nothing to confirm: the dialog only tells something. */
  onConfirm?(): void
  onCancel(): void
}

/** Asks the user to confirm an action. The focus starts on the Cancel button. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmText,
  danger,
  pending,
  disabled,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onRequestClose={() => !pending && onCancel()}
      title={title}
      size="sm"
      role="alertdialog"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onCancel} disabled={pending}>
            {onConfirm ? m.ui_cancel() : m.ui_close()}
          </Button>
          {onConfirm && (
            <Button
              variant={danger ? 'danger' : 'primary'}
              loading={pending}
              aria-disabled={disabled || undefined}
              onClick={() => !disabled && onConfirm()}
            >
              {confirmText ?? m.ui_confirm()}
            </Button>
          )}
        </>
      }
    >
      <div className="text-muted">{children}</div>
      {error && (
        <Banner tone="danger" className="mt-3">
          {error}
        </Banner>
      )}
    </Dialog>
  )
}
