import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lazyDialog } from '#src/ui/lazy.tsx'
import {
  init,
  setConfig,
  toggle,
  toggleConfigDialog,
  togglePackageManagerDialog,
  useTerminal,
} from './store/terminal-store.ts'
import { terminalInfoQuery } from './terminal.queries.ts'
import { TerminalDialog } from './terminal-dialog.tsx'
import { useViewCalls } from './view-calls.ts'

const ManagerDialog = lazyDialog(
  async () => (await import('./manager-dialog.tsx')).ManagerDialog,
  () => togglePackageManagerDialog(false),
)
const ConfigDialog = lazyDialog(
  async () => (await import('./config-dialog.tsx')).ConfigDialog,
  () => toggleConfigDialog(false),
)

type TerminalHostProps = {
  /** How often it was asked for. */
  opened: number
  /** Gives up while the code loads. */
  onCancel(): void
}

/** The terminal and its dialogs, of which one is open at a time. It also makes the waiting tasks go on. */
export function TerminalHost({ opened }: TerminalHostProps) {
  const { show, showPackageManagerDialog, showConfig } = useTerminal()
  const calls = useViewCalls()
  const { data } = useQuery({ ...terminalInfoQuery(calls), enabled: show || showPackageManagerDialog || showConfig })
  useEffect(() => init(), [])
  useEffect(() => {
    if (opened > 0) toggle(true)
  }, [opened])
  useEffect(() => {
    if (data) setConfig({ packageManager: data.packageManager, port: data.port })
  }, [data])
  return (
    <>
      {show && <TerminalDialog />}
      {showPackageManagerDialog && <ManagerDialog />}
      {showConfig && <ConfigDialog />}
    </>
  )
}
