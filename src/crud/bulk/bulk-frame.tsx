import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { BulkReply } from './bulk-calls.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import type { Bulk } from './use-bulk.ts'

type BulkFrameProps = {
  bulk: Bulk
  title: string
  size?: 'md' | 'lg'
  /** The label of the number of rows that change. Without it, the children show what the preview says. */
  changedLabel?: string
  footer: ReactNode
  /** Loads the preview again. */
  onRetry?(): void
  onClose(): void
  children?: ReactNode
}

/** The dialog around a bulk change. It shows the error, the rows that block the change, and the preview. */
export function BulkFrame({ bulk, title, size = 'md', changedLabel, footer, ...rest }: BulkFrameProps) {
  const { onRetry, onClose, children } = rest
  const again = onRetry && !bulk.preview && (
    <Button size="sm" onClick={onRetry}>
      {m.ui_retry()}
    </Button>
  )
  return (
    <Dialog open onRequestClose={() => !bulk.busy && onClose()} title={title} size={size} footer={footer}>
      <div className="flex flex-col gap-3">
        {bulk.error && (
          <Banner tone="danger" action={again}>
            {bulk.error}
          </Banner>
        )}
        {bulk.preview && changedLabel && <BulkOutcome result={bulk.preview} changedLabel={changedLabel} />}
        {children}
      </div>
    </Dialog>
  )
}

type BulkApplyProps = {
  bulk: Bulk
  variant: 'primary' | 'danger'
  onDone(answer: BulkReply): void
  children: ReactNode
}

/** Applies the change. It works only when the preview changes rows and has no refused row. */
export function BulkApply({ bulk, variant, onDone, children }: BulkApplyProps) {
  const stopped = !bulk.preview || bulk.preview.refusedCount > 0 || bulk.preview.changed === 0
  const apply = async () => {
    const answer = await bulk.apply()
    if (answer) onDone(answer)
  }
  return (
    <Button
      variant={variant}
      loading={bulk.busy}
      aria-disabled={stopped || undefined}
      onClick={() => !stopped && void apply()}
    >
      {children}
    </Button>
  )
}
