import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { PathLink } from '#src/layout/path-link.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { CopyLine } from './copy-line.tsx'
import { PortField } from './port-field.tsx'
import { addTask, changeAutomaticCleanupTask, toggle, toggleConfigDialog, useTerminal } from './store/terminal-store.ts'
import { terminalInfoQuery } from './terminal.queries.ts'
import { useViewCalls } from './view-calls.ts'

/** Where the registry is set. */
const CONFIGURATION = '/admin/routine/config'

/** The settings of the terminal. */
export function ConfigDialog() {
  const { port, automaticCleanupTask } = useTerminal()
  const { data, error, refetch, isFetching } = useQuery(terminalInfoQuery(useViewCalls()))
  const close = () => {
    toggleConfigDialog(false)
    toggle(true)
  }
  const apply = () => {
    // Added before the terminal opens, so that it warns of tasks that block this one.
    addTask('registry')
    close()
  }
  return (
    <Dialog
      open
      title={m.terminal_settingsTitle()}
      onRequestClose={close}
      footer={<Button onClick={close}>{m.ui_close()}</Button>}
    >
      {error && !data ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={5} />
      ) : (
        <div className="flex flex-col gap-4">
          {data.servedPort !== port && (
            <Banner tone="warning">
              {m.terminal_portOther({ served: String(data.servedPort), port: String(port) })}
            </Banner>
          )}
          <PortField port={port} />
          <CopyLine label={m.terminal_startCommand()} value={data.startCommand} />
          <FieldGroup label={m.terminal_urls()}>
            <div className="flex flex-col gap-2">
              {data.urls.map((url) => (
                <CopyLine key={url} label={url} hideLabel value={url} />
              ))}
            </div>
          </FieldGroup>
          <FieldGroup label={m.terminal_registry()} hint={m.terminal_registryHint()}>
            <div className="flex flex-wrap items-center gap-2">
              <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">
                {data.registry || m.terminal_registryNone()}
              </code>
              {data.registry !== '' && <Button onClick={apply}>{m.terminal_registryUse()}</Button>}
              <PathLink
                path={CONFIGURATION}
                className={buttonClass({ variant: 'ghost' })}
                onClick={() => toggleConfigDialog(false)}
              >
                {m.terminal_registryConfig()}
              </PathLink>
            </div>
          </FieldGroup>
          <div>
            <Switch
              wide
              checked={automaticCleanupTask === 1}
              onChange={(on) => changeAutomaticCleanupTask(on ? 1 : 0)}
              aria-describedby="terminal-cleanup"
            >
              {m.terminal_cleanup()}
            </Switch>
            <p id="terminal-cleanup" className="text-xs text-subtle">
              {m.terminal_cleanupHint()}
            </p>
          </div>
        </div>
      )}
    </Dialog>
  )
}
