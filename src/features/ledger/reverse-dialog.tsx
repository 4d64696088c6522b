import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import type { LedgerCalls } from './ledger.queries.ts'
import { type LedgerKind, type LedgerRow, REASON } from './ledger.schema.ts'
import { ReversalFacts } from './reversal-facts.tsx'

type ReverseDialogProps = {
  kind: LedgerKind
  calls: LedgerCalls
  row: LedgerRow
  onChanged(): void
  onClose(): void
}

/** Takes back an entry, or all that were added with it, by counter-entries. It says first what will happen. */
export function ReverseDialog({ kind, calls, row, onChanged, onClose }: ReverseDialogProps) {
  const [all, setAll] = useState(false)
  const [memo, setMemo] = useState('')
  const [missing, setMissing] = useState(false)
  const { changeSetId } = row
  const batch = useQuery({
    queryKey: [calls.key, 'batch', changeSetId],
    queryFn: async () =>
      changeSetId === null ? null : (await calls.reverse({ changeSetId, memo: '', preview: true }, randomId())).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const together = batch.data ? batch.data.count + batch.data.reversedCount : 1
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose, textOf: refusedText })
  const { leave, question } = useDiscard(memo !== '', onClose)
  const reverse = () => {
    setMissing(memo.trim() === '')
    if (memo.trim() === '') return
    const which = all && changeSetId !== null ? { changeSetId } : { id: row.id }
    void write((key) => calls.reverse({ ...which, memo: memo.trim() }, key))
  }
  return (
    <Dialog
      open
      onRequestClose={() => !pending && leave()}
      title={m.ledger_reverseTitle({ id: row.id })}
      size="md"
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={pending} onClick={reverse}>
            {m.ledger_reverse()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal && (
          <Banner tone="danger">
            <p className="whitespace-pre-line">{refusal}</p>
          </Banner>
        )}
        {together > 1 && (
          <FieldGroup label={m.ledger_extent()}>
            <RadioGroup
              items={[
                { value: 'one', label: m.ledger_thisEntry() },
                { value: 'all', label: m.ledger_wholeBatch({ count: together }) },
              ]}
              value={all ? 'all' : 'one'}
              onChange={(value) => setAll(value === 'all')}
              disabled={pending}
            />
          </FieldGroup>
        )}
        <ReversalFacts kind={kind} row={row} batch={all ? batch.data : undefined} />
        <FormField label={m.ledger_memo()} required errors={missing ? [m.rule_required()] : []}>
          <Textarea value={memo} maxLength={REASON} rows={2} onChange={(event) => setMemo(event.target.value)} />
        </FormField>
      </div>
      {question}
    </Dialog>
  )
}
