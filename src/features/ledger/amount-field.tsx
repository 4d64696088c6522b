import { useQuery } from '@tanstack/react-query'
import { NumberField } from '#src/crud/fields/number-field.tsx'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { amountText } from './amount-text.ts'
import { balanceQuery, type LedgerCalls } from './ledger.queries.ts'
import { LARGEST_CHANGE, type LedgerForm, type LedgerKind } from './ledger.schema.ts'

type AmountFieldProps = FieldProps & { kind: LedgerKind; calls: LedgerCalls }

/** The change of an entry, with what the chosen member has now and will have then. */
export function AmountField({ kind, calls, ...props }: AmountFieldProps) {
  const { accountId, amount } = useFormValues<LedgerForm>()
  const chosen = typeof accountId === 'number'
  const { data } = useQuery({ ...balanceQuery(calls, chosen ? accountId : 0), enabled: chosen })
  return (
    <NumberField
      {...props}
      {...(chosen ? { hint: data ? resultOf(kind, data, amount) : m.ledger_holdsUnknown() } : {})}
      field={{
        name: 'amount',
        type: kind === 'money' ? 'money' : 'integer',
        label: m.ledger_amount,
        min: -LARGEST_CHANGE[kind],
        max: LARGEST_CHANGE[kind],
      }}
    />
  )
}

type Held = { balance: number; negative: boolean }

function resultOf(kind: LedgerKind, { balance, negative }: Held, amount: unknown): string {
  const held = amountText(kind, balance)
  if (typeof amount !== 'number' || amount === 0) return m.ledger_holds({ held })
  const after = balance + amount
  if (after < 0 && amount < 0 && !negative) return m.ledger_holdsShort({ held })
  return m.ledger_becomes({ held, after: amountText(kind, after) })
}
