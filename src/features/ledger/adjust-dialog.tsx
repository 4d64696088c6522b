import type { BulkTarget } from '#src/crud/bulk/bulk-calls.ts'
import { chosenRows } from '#src/crud/bulk/chosen-rows.ts'
import { type FormDescription, RecordForm } from '#src/crud/form/record-form.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { Field } from '#src/resource/description.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { moneyLogs, scoreLogs } from './ledger.queries.ts'
import { entryErrors } from './ledger.rules.ts'
import { LARGEST_CHANGE, type LedgerKind, REASON } from './ledger.schema.ts'

type AdjustForm = { ids: number[]; amount: number; memo: string }

type AdjustDialogProps = {
  kind: LedgerKind
  /** The members, when they are chosen already: those selected in their list, or those that its search finds. */
  target?: BulkTarget
  /** How many these are. */
  count?: number
  onChanged(): void
  onClose(): void
}

/** Gives the same amount to many members, or takes it from them: all of them or none. */
export function AdjustDialog({ kind, target, count, onChanged, onClose }: AdjustDialogProps) {
  const calls = kind === 'money' ? moneyLogs : scoreLogs
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={kind === 'money' ? m.moneyLog_adjust() : m.scoreLog_adjust()}
      size="lg"
    >
      <p className="mb-3 text-muted">
        {count === undefined ? m.ledger_adjustText() : m.ledger_adjustChosen({ count: formatCount(count) })}
      </p>
      <RecordForm<AdjustForm>
        bare
        description={descriptionOf(kind, target === undefined)}
        check={entryErrors}
        choicesOf={() => calls.choices('accountId')}
        onCancel={onClose}
        onSubmit={async ({ ids, amount, memo }, { key }) => {
          const { msg } = await calls.adjust({ ...(target ? chosenRows(target) : { ids }), amount, memo }, key)
          onChanged()
          onClose()
          return { msg }
        }}
      />
    </Dialog>
  )
}

function descriptionOf(kind: LedgerKind, choosing: boolean): FormDescription<AdjustForm> {
  const members: Field<keyof AdjustForm & string> = {
    name: 'ids',
    type: 'relation',
    resource: 'member',
    multiple: true,
    label: m.ledger_members,
    required: true,
    wide: true,
  }
  return {
    key: `${kind}-log-adjust`,
    fields: [
      ...(choosing ? [members] : []),
      {
        name: 'amount',
        type: kind === 'money' ? 'money' : 'integer',
        label: m.ledger_amount,
        required: true,
        min: -LARGEST_CHANGE[kind],
        max: LARGEST_CHANGE[kind],
        help: m.ledger_amountEach,
      },
      { name: 'memo', type: 'text', label: m.ledger_memo, required: true, max: REASON, wide: true },
    ],
  }
}
