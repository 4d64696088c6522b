import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { OutputView } from './output/output-view.tsx'
import type { TerminalTask } from './store/task.ts'

const RunDialog = lazyDialog(
  async () => (await import('./run-dialog.tsx')).RunDialog,
  ({ onClose }) => onClose(),
)

/** The output of a task. The page has its last lines; the server has all. */
export function TaskOutput({ task: { uuid, message, omitted }, title }: { task: TerminalTask; title: string }) {
  const [whole, setWhole] = useState(false)
  return (
    <>
      <OutputView
        label={m.terminal_outputOf({ title })}
        lines={message}
        before={omitted}
        empty={m.terminal_nothing()}
        head={
          omitted > 0 && (
            <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
              <span>{m.terminal_omitted({ count: formatCount(omitted) })}</span>
              <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
                {m.terminal_omittedOpen()}
              </Button>
            </p>
          )
        }
      />
      {whole && <RunDialog run={{ uuid, title, lines: omitted + message.length }} onClose={() => setWhole(false)} />}
    </>
  )
}
