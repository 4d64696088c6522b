import { Undo2, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListFacts } from '#src/crud/list/list-slots.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import { conditionOn } from '#src/crud/query/filter-conditions.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import type { Node } from '#src/resource/registry.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyControl, lazyDialog, lazyPart } from '#src/ui/lazy.tsx'
import { type LedgerCalls, moneyLogs, scoreLogs } from './ledger.queries.ts'
import { entryErrors } from './ledger.rules.ts'
import { type LedgerKind, type LedgerRow, moneyLogDescription, scoreLogDescription } from './ledger.schema.ts'
import { ledgerCells } from './ledger-cells.tsx'

const BalanceChip = lazyPart(async () => (await import('./balance-chip.tsx')).BalanceChip)
const AmountField = lazyControl(async () => (await import('./amount-field.tsx')).AmountField, { warm: 'first' })
const ReverseDialog = lazyDialog(
  async () => (await import('./reverse-dialog.tsx')).ReverseDialog,
  ({ onClose }) => onClose(),
)
const AdjustDialog = lazyDialog(
  async () => (await import('./adjust-dialog.tsx')).AdjustDialog,
  ({ onClose }) => onClose(),
)

type Kept = {
  kind: LedgerKind
  calls: LedgerCalls
  description: typeof moneyLogDescription | typeof scoreLogDescription
  add: Node
}

/** What differs between the ledgers on the screen. */
function keptOf({ kind, calls, description, add }: Kept) {
  return {
    kind,
    calls,
    description,
    add,
    cells: ledgerCells(kind),
    controls: { amount: (props: FieldProps) => <AmountField {...props} kind={kind} calls={calls} /> },
    header: ({ search }: ListFacts<LedgerRow>) => {
      const condition = conditionOn(search.filter, 'accountId')
      const accountId = condition && 'val' in condition && condition.operator === 'eq' ? Number(condition.val) : 0
      return accountId > 0 ? <BalanceChip kind={kind} calls={calls} accountId={accountId} /> : null
    },
  }
}

const money = keptOf({
  kind: 'money',
  calls: moneyLogs,
  description: moneyLogDescription,
  add: 'user/moneyLog/add',
})
const score = keptOf({
  kind: 'score',
  calls: scoreLogs,
  description: scoreLogDescription,
  add: 'user/scoreLog/add',
})

/** The entries of a ledger. A mistake is taken back by a counter-entry, alone or with all that were added with it. */
function LedgerPage({ kept, ...props }: ListPageProps & { kept: ReturnType<typeof keptOf> }) {
  const { kind, calls, description, add, cells, controls, header } = kept
  const may = useCan()(add)
  const refresh = useRefresh(calls.key)
  const [reversing, setReversing] = useState<LedgerRow>()
  const [adjusting, setAdjusting] = useState(false)
  const actions = useMemo(() => {
    const reverse: RowAction<LedgerRow> = {
      key: 'reverse',
      label: m.ledger_reverse,
      icon: <Undo2 aria-hidden size={14} />,
      button: true,
      shown: ({ reversedBy }) => reversedBy === null,
      run: setReversing,
    }
    return may ? [reverse] : []
  }, [may])
  const changed = () => void refresh()
  return (
    <>
      <ResourcePage
        {...props}
        resource={calls}
        description={description}
        cells={cells}
        controls={controls}
        check={entryErrors}
        actions={actions}
        header={header}
        emptyHint={m.ledger_emptyHint()}
        buttons={
          may && (
            <Button icon={<Users aria-hidden size={16} />} onClick={() => setAdjusting(true)}>
              {m.ledger_adjust()}
            </Button>
          )
        }
      />
      {reversing && (
        <ReverseDialog
          kind={kind}
          calls={calls}
          row={reversing}
          onChanged={changed}
          onClose={() => setReversing(undefined)}
        />
      )}
      {adjusting && <AdjustDialog kind={kind} onChanged={changed} onClose={() => setAdjusting(false)} />}
    </>
  )
}

/** The list page of the money log. */
export const MoneyLogPage = (props: ListPageProps) => <LedgerPage {...props} kept={money} />

/** The list page of the points log. */
export const ScoreLogPage = (props: ListPageProps) => <LedgerPage {...props} kept={score} />
