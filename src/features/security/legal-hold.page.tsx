import { LockOpen } from 'lucide-react'
import { useMemo, useState } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { offerUndo } from '#src/crud/calls/undo.ts'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { randomId } from '#src/lib/random-id.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { lazyControl } from '#src/ui/lazy.tsx'
import { KeepingButton } from './keeping-button.tsx'
import { legalHolds } from './security.queries.ts'
import { type LegalHoldRow, legalHoldDescription } from './watch-rules.schema.ts'

const WatchedResource = lazyControl(async () => (await import('./watch-fields.tsx')).WatchedResource, { warm: 'first' })

/** What must not leave the change history, why, and until when. */
export function LegalHoldPage(props: ListPageProps) {
  const may = useCan()('security/legalHold/edit')
  const refresh = useRefresh(legalHolds.key)
  const [lifting, setLifting] = useState<LegalHoldRow>()
  const actions = useMemo((): RowAction<LegalHoldRow>[] => {
    const lift: RowAction<LegalHoldRow> = {
      key: 'lift',
      label: m.hold_lift,
      icon: <LockOpen aria-hidden size={14} />,
      shown: ({ active }) => active === 1,
      run: setLifting,
    }
    return may ? [lift] : []
  }, [may])
  return (
    <>
      <ResourcePage
        {...props}
        resource={legalHolds}
        description={legalHoldDescription}
        controls={controls}
        actions={actions}
        buttons={<KeepingButton />}
        emptyHint={m.hold_hint()}
      />
      {lifting && (
        <LiftDialog
          row={lifting}
          onClose={() => setLifting(undefined)}
          onDone={(msg, changeSetId) => {
            setLifting(undefined)
            offerUndo(msg, changeSetId, refresh)
            void refresh()
          }}
        />
      )}
    </>
  )
}

const controls = { resource: (props: FieldProps) => <WatchedResource {...props} /> }

type LiftDialogProps = {
  row: LegalHoldRow
  onClose(): void
  onDone(msg: string, changeSetId: number | null | undefined): void
}

/** Asks before a hold ends. Its last day is then yesterday. */
function LiftDialog({ row, onClose, onDone }: LiftDialogProps) {
  const { timeZone } = useKit()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const lift = async () => {
    setPending(true)
    try {
      const untilDay = dayBefore(new Date(), timeZone)
      // A hold that began today ends with the day before, too, and then has never begun.
      const fromDay = row.fromDay !== null && row.fromDay > untilDay ? untilDay : row.fromDay
      const body = { id: row.id, version: row.version, fromDay, untilDay }
      const { data, msg } = await legalHolds.edit(body, randomId())
      onDone(msg, data.changeSetId)
    } catch (reason) {
      setError(refusedText(reason))
      setPending(false)
    }
  }
  return (
    <ConfirmDialog
      open
      danger
      title={m.hold_liftTitle({ reason: row.reason })}
      confirmText={m.hold_lift()}
      pending={pending}
      error={error}
      onConfirm={() => void lift()}
      onCancel={onClose}
    >
      {m.hold_liftText()}
    </ConfirmDialog>
  )
}

function dayBefore(now: Date, timeZone: string): string {
  const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(yesterday)
}
