import { Check, Undo2, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { knownPerson } from '#src/features/auth/known-person.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import type { CorrectionRow } from './correction.row.ts'
import type { Decision } from './decide-dialog.tsx'

const DecideDialog = lazyDialog(
  async () => (await import('./decide-dialog.tsx')).DecideDialog,
  ({ onClose }) => onClose(),
)

const labels: Record<Decision, () => string> = {
  accept: m.correction_accept,
  refuse: m.correction_refuse,
  withdraw: m.correction_withdraw,
}
const icons: Record<Decision, ReactNode> = {
  accept: <Check aria-hidden size={14} />,
  refuse: <X aria-hidden size={14} />,
  withdraw: <Undo2 aria-hidden size={14} />,
}

/** What the user may do with corrections, and the dialog that asks before it. */
export function useDecisions({ onDone }: { onDone?(): void } = {}) {
  const can = useCan()
  const [open, setOpen] = useState<{ kind: Decision; rows: readonly CorrectionRow[] }>()
  const [decides, asks, all] = [can('exam/correction/correct'), can('exam/correction/add'), can('super')]
  // The server does not know what the browser keeps.
  const me = useHydrated() ? knownPerson.admin.read()?.userId : undefined
  const allowed = useMemo(() => {
    const isOwn = ({ createBy }: CorrectionRow) => createBy !== null && createBy === me
    /** Whether the user may decide a correction. The server asks for the whole school as well. */
    const mayDecide = (row: CorrectionRow) => row.state === 'waiting' && decides && (all || !isOwn(row))
    const mayWithdraw = (row: CorrectionRow) => row.state === 'waiting' && asks && isOwn(row)
    return { mayDecide, mayWithdraw }
  }, [decides, asks, all, me])
  const actions = useMemo(() => {
    const action = (kind: Decision, shown: (row: CorrectionRow) => boolean): RowAction<CorrectionRow> => ({
      key: kind,
      label: labels[kind],
      icon: icons[kind],
      button: true,
      shown,
      run: (row) => setOpen({ kind, rows: [row] }),
    })
    return [
      action('accept', allowed.mayDecide),
      action('refuse', allowed.mayDecide),
      action('withdraw', allowed.mayWithdraw),
    ]
  }, [allowed])
  const dialog = open && <DecideDialog {...open} onDone={onDone} onClose={() => setOpen(undefined)} />
  return {
    ...allowed,
    actions,
    decide: (kind: Decision, rows: readonly CorrectionRow[]) => setOpen({ kind, rows }),
    dialog,
  }
}
