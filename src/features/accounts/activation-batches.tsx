import { Check, Printer } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Input } from '#src/ui/input.tsx'
import { ActivationSlips } from './activation-slips.tsx'
import { type Slip, type SlipBatch, slipBatches, slipBatchesOf } from './slip-batches.ts'

/** Organizations that are listed at once. A longer text in the search finds fewer. */
const LISTED = 100

type ActivationBatchesProps = { of: 'user' | 'member'; people: readonly Slip[] }

/** The slips of a large import, to be printed one batch after the other, or those of one organization alone. */
export function ActivationBatches({ of, people }: ActivationBatchesProps) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const [printing, setPrinting] = useState<SlipBatch>()
  const [printed, setPrinted] = useState<readonly string[]>([])
  const batches = useMemo(
    () => (wanted.trim() === '' ? slipBatches(people) : slipBatchesOf(people, wanted)),
    [people, wanted],
  )
  const done = (batch: SlipBatch) => {
    setPrinted((before) => [...before, batch.key])
    setPrinting(undefined)
  }
  return (
    <section aria-label={m.activation_batches()} className="mt-2 flex flex-col gap-2">
      <p>{m.activation_batchesText()}</p>
      <Input
        type="search"
        aria-label={m.activation_findOrganization()}
        placeholder={m.activation_findOrganization()}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {batches.length === 0 ? (
        <p className="text-muted">{m.activation_noneFound()}</p>
      ) : (
        <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line bg-surface text-ink">
          {batches.slice(0, LISTED).map((batch) => (
            <li key={batch.key} className="flex items-center gap-3 px-3 py-1.5">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {titleOf(batch)}
                <span className="block text-sm text-muted">
                  {[m.activation_slipCount({ count: formatCount(batch.slips.length) }), accountsOf(batch)].join(' · ')}
                </span>
              </span>
              {printed.includes(batch.key) && (
                <Check role="img" aria-label={m.activation_printed()} size={15} className="shrink-0 text-success-ink" />
              )}
              <Button
                size="sm"
                icon={<Printer aria-hidden size={14} />}
                aria-label={m.activation_printOf({ name: titleOf(batch) })}
                onClick={() => setPrinting(batch)}
              >
                {m.list_print()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {batches.length > LISTED && <p className="text-muted">{m.activation_moreBatches({ count: LISTED })}</p>}
      {printing && <ActivationSlips of={of} people={printing.slips} onDone={() => done(printing)} />}
    </section>
  )
}

/** The first account and the last: several batches of one organization differ by them. */
function accountsOf({ slips }: SlipBatch): string {
  const [first, last] = [slips[0]?.username ?? '', slips.at(-1)?.username ?? '']
  return first === last ? first : `${first} – ${last}`
}

function titleOf({ first, last }: SlipBatch): string {
  const from = first || m.activation_noOrganization()
  return first === last ? from : `${from} – ${last}`
}
