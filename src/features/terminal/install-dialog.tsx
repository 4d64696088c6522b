import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { isPackageSpec, MOST_PACKAGES, packagesIn } from './package-spec.ts'
import { addTask } from './store/terminal-store.ts'
import { extendOf } from './task-extend.ts'

type InstallDialogProps = {
  /** The key of a command that takes packages: `install.npm`, `check.pnpm`. */
  command: string
  title: string
  onClose(): void
}

/** Asks which packages a command is about, and whether their install scripts may run. */
export function InstallDialog({ command, title, onClose }: InstallDialogProps) {
  const [text, setText] = useState('')
  const [scripts, setScripts] = useState(false)
  const [asking, setAsking] = useState(false)
  const names = useRef<HTMLTextAreaElement>(null)
  const packages = packagesIn(text)
  const isCheck = command.startsWith('check.')
  const problem = problemOf(packages)
  const add = () => {
    if (problem) {
      names.current?.focus()
      return
    }
    // A test changes nothing, so what follows need not wait for it.
    addTask(command, { extend: extendOf({ packages, scripts }), ...(isCheck && { blockOnFailure: false }) })
    onClose()
  }
  return (
    <>
      <Dialog
        open
        title={title}
        initialFocus={names}
        onRequestClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{m.ui_cancel()}</Button>
            <Button variant="primary" type="submit" form="terminal-install">
              {isCheck ? m.terminal_confirmCheck() : m.terminal_confirmInstall()}
            </Button>
          </>
        }
      >
        <form
          id="terminal-install"
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <FormField
            label={m.terminal_installNames()}
            hint={m.terminal_installHint()}
            errors={problem ? [problem] : []}
          >
            <Textarea
              ref={names}
              rows={4}
              value={text}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              className="font-mono"
              onChange={(event) => setText(event.target.value)}
            />
          </FormField>
          <div>
            <Checkbox checked={scripts} onChange={(on) => (on ? setAsking(true) : setScripts(false))}>
              {m.terminal_scripts()}
            </Checkbox>
            <p className="text-xs text-subtle">{m.terminal_scriptsHint()}</p>
          </div>
        </form>
      </Dialog>
      <ConfirmDialog
        danger
        open={asking}
        title={m.terminal_scriptsAsk()}
        confirmText={m.terminal_scriptsConfirm()}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setScripts(true)
          setAsking(false)
        }}
      >
        {m.terminal_scriptsText()}
      </ConfirmDialog>
    </>
  )
}

function problemOf(packages: readonly string[]): string | undefined {
  const wrong = packages.find((one) => !isPackageSpec(one))
  if (wrong !== undefined) return m.terminal_packageWrong({ name: wrong })
  return packages.length > MOST_PACKAGES ? m.terminal_installMany({ most: MOST_PACKAGES }) : undefined
}
