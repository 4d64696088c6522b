import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { formatCents } from '#src/lib/money.ts'
import { randomId } from '#src/lib/random-id.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { closingFunctions } from './closing.queries.ts'

type ClosingDialogProps = {
  days: number
  /** In cents. */
  money: number
  score: number
  onClose(): void
  /** The request is made, or refused. */
  onSettled(): void
}

/** Says what is lost with the account, and asks whether it is to be closed. */
export function ClosingDialog({ days, money, score, onClose, onSettled }: ClosingDialogProps) {
  const [idempotencyKey] = useState(randomId)
  const ask = useMutation({
    mutationFn: async () =>
      (await closingFunctions()).askClosing({ data: { idempotencyKey } }).catch(leaveWhenSignedOut),
    onSuccess: (msg) => {
      toaster.success(msg)
      onClose()
    },
    onSettled,
  })
  return (
    <ConfirmDialog
      open
      danger
      title={m.closing_askTitle()}
      confirmText={m.closing_ask()}
      pending={ask.isPending}
      error={ask.error && failureText(ask.error)}
      onCancel={onClose}
      onConfirm={() => ask.mutate()}
    >
      <div className="flex flex-col gap-3">
        <div>
          <p>{m.closing_withIt()}</p>
          <ul className="ml-5 list-disc">
            {money !== 0 && <li className="text-ink">{m.closing_lostMoney({ money: formatCents(money) })}</li>}
            {score !== 0 && <li className="text-ink">{m.closing_lostScore({ score: formatCount(score) })}</li>}
            <li>{m.closing_lostAccount()}</li>
          </ul>
        </div>
        <p>{m.closing_dataGone()}</p>
        <p className="text-ink">{days > 0 ? m.closing_waitsDays({ count: days }) : m.closing_atOnce()}</p>
      </div>
    </ConfirmDialog>
  )
}
