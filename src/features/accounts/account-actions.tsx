import { KeyRound, Lock, LockOpen, MonitorSmartphone, ShieldOff } from 'lucide-react'
import type { BulkAction } from '#src/crud/bulk/bulk-actions.tsx'
import { type BulkTarget, sendBulkEdit } from '#src/crud/bulk/bulk-calls.ts'
import { offerUndo } from '#src/crud/calls/undo.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { Node } from '#src/resource/registry.ts'
import type { AskedAbout } from './account-dialogs.tsx'

/** What the actions need of an account of either kind. */
export type ActedOn = { id: number; version: number; status: number; factor: number }

type StatusEdit = (values: { id: number; version: number; status: number }, key: string) => Promise<Saved>
type Saved = { msg: string; data: { changeSetId?: number | null | undefined } }

type Acting<TRow> = {
  edit: StatusEdit
  /** The own account is neither locked nor reset here: its owner changes the password in the profile. */
  me?: number
  onAsk(row: TRow, what: AskedAbout): void
  onChanged(): void
}

/** What whoever may edit accounts, or members, does with one of them. */
export function accountActions<TRow extends ActedOn>({ edit, me, onAsk, onChanged }: Acting<TRow>): RowAction<TRow>[] {
  const setStatus = async ({ id, version, status }: ActedOn) => {
    try {
      const { msg, data } = await edit({ id, version, status: 1 - status }, randomId())
      offerUndo(msg, data.changeSetId, onChanged)
      onChanged()
    } catch (error) {
      toastFailure(error)
    }
  }
  const isOther = ({ id }: ActedOn) => id !== me
  return [
    {
      key: 'lock',
      label: ({ status }) => (status === 1 ? m.user_lock() : m.user_unlock()),
      icon: <Lock aria-hidden size={14} />,
      shown: isOther,
      run: (row) => void setStatus(row),
    },
    {
      key: 'reset',
      label: m.user_reset,
      icon: <KeyRound aria-hidden size={14} />,
      shown: isOther,
      run: (row) => onAsk(row, 'reset'),
    },
    {
      key: 'factors',
      label: m.user_removeFactors,
      icon: <ShieldOff aria-hidden size={14} />,
      shown: (row) => isOther(row) && row.factor === 1,
      run: (row) => onAsk(row, 'factors'),
    },
    {
      key: 'signIns',
      label: m.user_signIns,
      icon: <MonitorSmartphone aria-hidden size={14} />,
      run: (row) => onAsk(row, 'signIns'),
    },
  ]
}

/** Locks and unlocks many at once. @param node the node of those who may */
export function lockActions(of: 'user' | 'member', node: Node): readonly BulkAction[] {
  const set = (status: 0 | 1) => (target: BulkTarget, idempotencyKey: string) =>
    sendBulkEdit({ key: of, target, values: { status }, preview: false, idempotencyKey })
  return [
    {
      key: 'lock',
      node,
      label: m.user_lock,
      icon: <Lock aria-hidden size={14} />,
      question: m.user_lockQuestion,
      run: set(0),
    },
    { key: 'unlock', node, label: m.user_unlock, icon: <LockOpen aria-hidden size={14} />, run: set(1) },
  ]
}
