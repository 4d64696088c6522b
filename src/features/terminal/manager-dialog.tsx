import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { type ManagerChoice, managerChoices, NO_MANAGER } from './package-managers.ts'
import { addTask, toggle, togglePackageManagerDialog, useTerminal } from './store/terminal-store.ts'
import { useChangeConfig } from './use-change-config.ts'

/** Chooses the package manager. It is saved on the server first; a failure changes nothing. */
export function ManagerDialog() {
  const { packageManager } = useTerminal()
  const { busy, error, change } = useChangeConfig()
  const [chosen, setChosen] = useState<ManagerChoice>(
    managerChoices.find((one) => one === packageManager) ?? NO_MANAGER,
  )
  const close = () => {
    togglePackageManagerDialog(false)
    toggle(true)
  }
  const save = async () => {
    if (!(await change({ manager: chosen }))) return
    toaster.success(m.terminal_managerSaved())
    close()
  }
  const items = managerChoices.map((value) =>
    value === NO_MANAGER
      ? { value, label: m.terminal_managerNone(), detail: m.terminal_managerNoneHint() }
      : { value, label: value },
  )
  return (
    <Dialog
      open
      size="sm"
      title={m.terminal_manager()}
      description={m.terminal_managerHint()}
      onRequestClose={() => !busy && close()}
      footer={
        <>
          {chosen !== NO_MANAGER && (
            <Button
              className="mr-auto"
              onClick={() => {
                // Added before the terminal opens, so that it warns of tasks that block this one.
                addTask(`version.${chosen}`, { blockOnFailure: false })
                close()
              }}
              disabled={busy}
            >
              {m.terminal_version()}
            </Button>
          )}
          <Button onClick={close} disabled={busy}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={busy} onClick={save}>
            {m.terminal_save()}
          </Button>
        </>
      }
    >
      <FieldGroup label={m.terminal_manager()} hideLabel>
        <RadioGroup
          items={items}
          value={chosen}
          onChange={(next) => setChosen(managerChoices.find((one) => one === next) ?? chosen)}
          disabled={busy}
        />
      </FieldGroup>
      {error && (
        <Banner tone="danger" className="mt-3">
          {error}
        </Banner>
      )}
    </Dialog>
  )
}
