import { Check, FileDown, Printer } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { type SlipBatch, slipBatches } from '#src/features/accounts/slip-batches.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatMinute } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { codesCsv } from './codes-csv.ts'
import type { FamilySlip } from './family-codes.server.ts'
import { FamilySlips } from './family-slips.tsx'

type CodesMadeProps = {
  made: { slips: FamilySlip[]; cancelled: number; expireTime: string }
  onClose(): void
}

/** A slip with the class and the school on whose sheet it lies. */
export type GroupedSlip = FamilySlip & { organization: string }

/** The codes, once. Nothing but this dialog has them, so it asks before it closes while they were not taken. */
export function CodesMade({ made: { slips, cancelled, expireTime }, onClose }: CodesMadeProps) {
  const { timeZone } = useKit()
  const first = useRef<HTMLButtonElement>(null)
  const [printing, setPrinting] = useState<SlipBatch<GroupedSlip>>()
  const [printed, setPrinted] = useState<readonly string[]>([])
  const [saved, setSaved] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const batches = useMemo(() => slipBatches(slips.map(grouped)), [slips])
  const [only] = batches.length === 1 ? batches : []
  const taken = saved || printed.length === batches.length
  const until = formatMinute(expireTime, timeZone)
  const leave = () => (taken ? onClose() : setLeaving(true))
  return (
    <Dialog
      open
      shownOnce
      initialFocus={first}
      onRequestClose={leave}
      title={m.familyCodes_title()}
      footer={<Button onClick={leave}>{m.ui_close()}</Button>}
    >
      <div className="flex flex-col gap-4">
        <Banner tone="warning">{m.familyCodes_once()}</Banner>
        <div>
          <p className="font-medium">{m.familyCodes_done({ count: formatCount(slips.length) })}</p>
          <p className="text-muted">{m.familyCodes_until({ time: until })}</p>
          {cancelled > 0 && <p className="text-muted">{m.familyCodes_cancelled({ count: formatCount(cancelled) })}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {only && (
            <Button
              ref={first}
              variant="primary"
              icon={<Printer aria-hidden size={15} />}
              onClick={() => setPrinting(only)}
            >
              {m.familyCodes_print()}
            </Button>
          )}
          <Button
            ref={only ? undefined : first}
            icon={<FileDown aria-hidden size={15} />}
            onClick={() => {
              save(codesCsv(slips, until))
              setSaved(true)
            }}
          >
            {m.familyCodes_csv()}
          </Button>
        </div>
        {!only && (
          <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
            {batches.map((batch) => (
              <BatchLine
                key={batch.key}
                batch={batch}
                done={printed.includes(batch.key)}
                onPrint={() => setPrinting(batch)}
              />
            ))}
          </ul>
        )}
      </div>
      {printing && (
        <FamilySlips
          slips={printing.slips}
          until={until}
          onDone={() => {
            setPrinted((before) => [...new Set([...before, printing.key])])
            setPrinting(undefined)
          }}
        />
      )}
      <ConfirmDialog
        open={leaving}
        danger
        title={m.familyCodes_leaveTitle()}
        confirmText={m.familyCodes_leave()}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        {m.familyCodes_leaveText()}
      </ConfirmDialog>
    </Dialog>
  )
}

type BatchLineProps = { batch: SlipBatch<GroupedSlip>; done: boolean; onPrint(): void }

/** A part of many slips. */
function BatchLine({ batch: { first, last, slips }, done, onPrint }: BatchLineProps) {
  const title = first === last ? first : `${first} – ${last}`
  return (
    <li className="flex items-center gap-3 px-3 py-1.5">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {title}
        <span className="block text-sm text-muted">{m.activation_slipCount({ count: formatCount(slips.length) })}</span>
      </span>
      {done && <Check role="img" aria-label={m.activation_printed()} size={15} className="shrink-0 text-success-ink" />}
      <Button
        size="sm"
        icon={<Printer aria-hidden size={14} />}
        aria-label={m.activation_printOf({ name: title })}
        onClick={onPrint}
      >
        {m.list_print()}
      </Button>
    </li>
  )
}

function grouped(slip: FamilySlip): GroupedSlip {
  return { ...slip, organization: [slip.school, slip.class].filter((part) => part !== '').join(' · ') }
}

/** Makes the browser save the file, of which there is no other copy. */
function save(content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${m.familyCodes_fileName()}.csv`
  link.click()
  // The browser may still be reading the URL, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
