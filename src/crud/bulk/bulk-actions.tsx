import { type ReactNode, useRef, useState } from 'react'
import { useCan } from '#src/layout/can.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { formatCount } from '#src/lib/count.ts'
import type { Node } from '#src/resource/registry.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { failureOf, refusedText } from '../calls/failure.ts'
import { IdempotencyKey } from '../calls/idempotency-key.ts'
import { offerUndo } from '../calls/undo.ts'
import type { BulkTarget } from './bulk-calls.ts'

/** `changeSetId`: the change can be undone. `changed`: how many rows. */
export type BulkDone = { msg: string; data?: { changeSetId?: number | null; changed?: number } | null }

type BulkLook = {
  key: string
  /** The permission node that the action requires. */
  node: Node
  label(): string
  icon: ReactNode
  danger?: boolean
}

type BulkRun = BulkLook & {
  /** The question before the action runs. Without it, the action runs at once. */
  question?(inputs: { count: string }): string
  /** @param idempotencyKey the same for a repeat on the same rows after a lost connection */
  run(target: BulkTarget, idempotencyKey: string): Promise<BulkDone>
}

/** What the dialog of an action gets: the rows as they were selected when it was opened. */
export type BulkDialogProps = {
  target: BulkTarget
  count: number
  /** Called after the dialog has changed the rows. */
  onChanged(): void
  onClose(): void
}

type BulkAsk = BulkLook & {
  /** The dialog that asks for what the action needs, and sends it. */
  dialog(props: BulkDialogProps): ReactNode
}

/** An action of a screen on the selected rows: it runs, or opens a dialog of the screen. */
export type BulkAction = BulkRun | BulkAsk

type BulkActionsProps = {
  actions: readonly BulkAction[]
  target: BulkTarget
  count: number
  /** Called after an action has run, and after it was undone. */
  onChanged(): void
  /** Called after an action has run. */
  onDone(): void
}

/** The buttons of a screen's own actions on the selected rows. */
export function BulkActions({ actions, ...rest }: BulkActionsProps) {
  const can = useCan()
  return actions
    .filter(({ node }) => can(node))
    .map((action) =>
      'dialog' in action ? (
        <AskingAction key={action.key} action={action} {...rest} />
      ) : (
        <OneAction key={action.key} action={action} {...rest} />
      ),
    )
}

type Rows = Omit<BulkActionsProps, 'actions'>

function AskingAction({ action, target, count, onChanged, onDone }: Rows & { action: BulkAsk }) {
  const [asked, setAsked] = useState<Pick<BulkDialogProps, 'target' | 'count'>>()
  return (
    <>
      <ActionButton action={action} onClick={() => setAsked({ target, count })} />
      {asked &&
        action.dialog({
          ...asked,
          onChanged() {
            onDone()
            onChanged()
          },
          onClose: () => setAsked(undefined),
        })}
    </>
  )
}

function OneAction({ action, target, count, onChanged, onDone }: Rows & { action: BulkRun }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const running = useRef(false)
  const rows = JSON.stringify(target)
  const [key] = useState(() => new IdempotencyKey())

  const run = async () => {
    // A ref, because state updates too late for the second of two clicks.
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    // Other rows are another write.
    if (key.mayHold(rows)) key.refused()
    try {
      const { msg, data } = await action.run(target, key.current)
      key.done()
      setAsking(false)
      offerUndo(msg, data?.changeSetId, onChanged, data?.changed ?? count)
      onDone()
      onChanged()
    } catch (reason) {
      if (failureOf(reason).kind === 'lost') key.lost(rows)
      else key.refused()
      if (action.question) setError(refusedText(reason))
      else toastFailure(reason, refusedText(reason))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return (
    <>
      <ActionButton
        action={action}
        loading={busy && !asking}
        onClick={() => (action.question ? setAsking(true) : void run())}
      />
      {action.question && (
        <ConfirmDialog
          open={asking}
          title={action.question({ count: formatCount(count) })}
          confirmText={action.label()}
          danger={action.danger}
          pending={busy}
          error={error}
          onConfirm={() => void run()}
          onCancel={() => {
            setError(undefined)
            setAsking(false)
          }}
        />
      )}
    </>
  )
}

type ActionButtonProps = { action: BulkLook; loading?: boolean; onClick(): void }

function ActionButton({ action: { icon, danger, label }, loading, onClick }: ActionButtonProps) {
  return (
    <Button
      size="sm"
      icon={icon}
      loading={loading}
      className={danger ? 'text-danger-ink' : undefined}
      onClick={onClick}
    >
      {label()}
    </Button>
  )
}
