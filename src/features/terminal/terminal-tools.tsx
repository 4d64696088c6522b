import { Eraser, Hammer, History, Package, PackagePlus, Settings, TestTubeDiagonal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { CommandMenu } from './command-menu.tsx'
import { NO_MANAGER } from './package-managers.ts'
import { taskStatus } from './store/task.ts'
import {
  addTask,
  addTaskPM,
  clearSuccessTask,
  toggleConfigDialog,
  togglePackageManagerDialog,
  useTerminal,
} from './store/terminal-store.ts'
import type { CommandInfo } from './view-calls.ts'

const InstallDialog = lazyDialog(
  async () => (await import('./install-dialog.tsx')).InstallDialog,
  ({ onClose }) => onClose(),
)

type TerminalToolsProps = {
  /** Undefined while they load. */
  commands: readonly CommandInfo[] | undefined
  onHistory(): void
}

/** What can be done in the terminal. */
export function TerminalTools({ commands, onHistory }: TerminalToolsProps) {
  const { packageManager, taskList } = useTerminal()
  const [asking, setAsking] = useState(false)
  const [wanted, setWanted] = useState<CommandInfo>()
  const byHand = packageManager === NO_MANAGER
  const offered = (commands ?? []).filter(({ key }) => !byHand || !/^(check|install)\./.test(key))
  const install = offered.find(({ key }) => key === `install.${packageManager}`)
  const run = (command: CommandInfo) => {
    if (command.takes === 'packages') setWanted(command)
    else if (command.key === 'build') setAsking(true)
    else addTask(command.key)
  }
  const tool = (text: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Button size="sm" icon={icon} onClick={onClick} disabled={disabled}>
      {text}
    </Button>
  )
  const loading = commands === undefined
  const check = () => addTaskPM('check', { blockOnFailure: false })
  const noneDone = !taskList.some(({ status }) => status === taskStatus.success)
  return (
    <>
      <section
        aria-label={m.terminal_tools()}
        className="top-[calc(-1*var(--dialog-top,0px))] z-10 -mx-5 -mt-1 flex flex-wrap gap-1.5 bg-raised px-5 py-1 sm:sticky"
      >
        {!byHand && (
          <>
            {tool(m.terminal_checkManager(), <TestTubeDiagonal aria-hidden size={14} />, check, loading)}
            {tool(
              m.terminal_install(),
              <PackagePlus aria-hidden size={14} />,
              () => setWanted(install),
              install === undefined,
            )}
          </>
        )}
        {tool(m.terminal_build(), <Hammer aria-hidden size={14} />, () => setAsking(true), loading)}
        <CommandMenu commands={offered} disabled={loading} onRun={run} />
        {tool(m.terminal_clear(), <Eraser aria-hidden size={14} />, clearSuccessTask, noneDone)}
        {tool(m.terminal_manager(), <Package aria-hidden size={14} />, () => togglePackageManagerDialog(true))}
        {tool(m.terminal_settings(), <Settings aria-hidden size={14} />, () => toggleConfigDialog(true))}
        {tool(m.terminal_history(), <History aria-hidden size={14} />, onHistory)}
      </section>
      {wanted && <InstallDialog command={wanted.key} title={wanted.title} onClose={() => setWanted(undefined)} />}
      <ConfirmDialog
        open={asking}
        title={m.terminal_buildAsk()}
        confirmText={m.terminal_build()}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          addTask('build')
        }}
      >
        {m.terminal_buildText()}
      </ConfirmDialog>
    </>
  )
}
