import { Ban, Link2, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import { isRunOver } from '#src/lib/terminal-run-states.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { PackagesLine } from './packages-line.tsx'
import { RunOutput } from './run-output.tsx'
import { RunStateTag } from './status-tag.tsx'
import type { ShownRun } from './terminal.api.server.ts'

type RunCardProps = {
  run: ShownRun
  onCancel(run: ShownRun): Promise<unknown>
  /** Shows in the queue how it goes on. */
  onFollow(run: ShownRun): Promise<unknown>
}

/** A run of the history. */
export function RunCard({ run, onCancel, onFollow }: RunCardProps) {
  const { timeZone } = useKit()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState('')
  const [error, setError] = useState('')
  const act = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name)
    setError('')
    await work().catch((reason: unknown) => setError(failureText(reason)))
    setBusy('')
  }
  const goesOn = !isRunOver(run.state)
  return (
    <article aria-label={run.title} className="flex flex-col gap-1.5 border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RunStateTag state={run.state} />
        <h3 className="min-w-0 text-base wrap-anywhere">{run.title}</h3>
        <code className="font-mono text-sm text-muted wrap-anywhere">{run.command}</code>
        <span className="ml-auto flex shrink-0 gap-2 text-sm text-muted">
          <span>{run.createByName}</span>
          <RelativeTime value={run.createTime} title={formatInstant(run.createTime, timeZone)} timeZone={timeZone} />
        </span>
      </div>
      <PackagesLine extend={run.extend} />
      {error && <ErrorLine>{error}</ErrorLine>}
      <div className="flex flex-wrap items-center gap-1.5">
        <Button
          size="sm"
          aria-expanded={open}
          icon={<SquareTerminal aria-hidden size={14} />}
          onClick={() => setOpen(!open)}
        >
          {open ? m.terminal_outputHide() : m.terminal_outputShow()}
        </Button>
        {goesOn && (
          <Button
            size="sm"
            icon={<Link2 aria-hidden size={14} />}
            loading={busy === 'attach'}
            onClick={() => act('attach', () => onFollow(run))}
          >
            {m.terminal_attach()}
          </Button>
        )}
        {goesOn && (
          <Button
            size="sm"
            icon={<Ban aria-hidden size={14} />}
            loading={busy === 'cancel'}
            onClick={() => act('cancel', () => onCancel(run))}
          >
            {m.terminal_cancel()}
          </Button>
        )}
        <span className="tabular text-sm text-muted">{m.terminal_lineTotal({ count: formatCount(run.lines) })}</span>
      </div>
      {open && <RunOutput key={`${run.state} ${run.lines}`} run={run} />}
    </article>
  )
}
