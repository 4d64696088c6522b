import { useState } from 'react'
import type { BulkTarget } from '#src/crud/bulk/bulk-calls.ts'
import { chosenRows } from '#src/crud/bulk/chosen-rows.ts'
import { failureOf, refusedText } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { CodesMade } from './codes-made.tsx'
import { guardians } from './guardian.queries.ts'
import { CODE_DAYS, type CodeHolder, MOST_CODED, MOST_EACH } from './kin.ts'

type Calls = Pick<typeof guardians, 'code'>
type Made = Awaited<ReturnType<Calls['code']>>['data']

type CodesDialogProps = {
  target: BulkTarget
  count: number
  onClose(): void
  /** By default, those of the server. */
  calls?: Calls
}

/** Makes codes for the families of pupils, and shows them once: to be printed, or saved. */
export function CodesDialog({ target, count, onClose, calls = guardians }: CodesDialogProps) {
  const [holder, setHolder] = useState<CodeHolder>('guardian')
  const [each, setEach] = useState(1)
  const [made, setMade] = useState<Made>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [key] = useState(() => new IdempotencyKey())
  const tooMany = count > MOST_CODED
  const make = async () => {
    if (busy || tooMany) return
    setBusy(true)
    setError(undefined)
    const body = { ...chosenRows(target), holder, each: holder === 'self' ? 1 : each }
    // Other codes are another write.
    const content = JSON.stringify(body)
    if (key.mayHold(content)) key.refused()
    try {
      setMade((await calls.code(body, key.current)).data)
      key.done()
    } catch (reason) {
      if (failureOf(reason).kind === 'lost') key.lost(content)
      else key.refused()
      setError(refusedText(reason))
    } finally {
      setBusy(false)
    }
  }
  if (made) return <CodesMade made={made} onClose={onClose} />
  return (
    <Dialog
      open
      onRequestClose={() => !busy && onClose()}
      title={m.familyCodes_title()}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={busy} aria-disabled={tooMany || undefined} onClick={() => void make()}>
            {m.familyCodes_make()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && <Banner tone="danger">{error}</Banner>}
        {tooMany && <Banner tone="warning">{m.familyCodes_tooMany({ max: formatCount(MOST_CODED) })}</Banner>}
        <div>
          <p className="font-medium">{m.familyCodes_count({ count: formatCount(count) })}</p>
          <p className="text-muted">{m.familyCodes_text({ days: CODE_DAYS })}</p>
        </div>
        <FieldGroup label={m.familyCodes_holder()}>
          <RadioGroup
            items={[
              { value: 'guardian', label: m.familyCodes_holderGuardian() },
              { value: 'self', label: m.familyCodes_holderSelf() },
            ]}
            value={holder}
            onChange={(value) => setHolder(value === 'self' ? 'self' : 'guardian')}
          />
        </FieldGroup>
        {holder === 'guardian' && (
          <FieldGroup label={m.familyCodes_each()}>
            <RadioGroup
              items={Array.from({ length: MOST_EACH }, (_, at) => ({ value: `${at + 1}`, label: `${at + 1}` }))}
              value={`${each}`}
              onChange={(value) => setEach(Number(value))}
            />
          </FieldGroup>
        )}
        <p className="text-muted">{m.familyCodes_cancels()}</p>
      </div>
    </Dialog>
  )
}
