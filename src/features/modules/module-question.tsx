import { type ReactNode, useState } from 'react'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { actNames } from './module-acts.ts'
import { storeCalls } from './store.queries.ts'
import type { ModuleCard } from './store.schema.ts'
import type { AskedAct } from './use-module-acts.ts'

type ModuleQuestionProps = { act: AskedAct; card: ModuleCard; onChanged(): void; onClose(): void }

/** Asks before something is done with a module that hides its screens, or takes something out. */
export function ModuleQuestion({ act, card, onChanged, onClose }: ModuleQuestionProps) {
  const [aside, setAside] = useState(false)
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const { uid, title } = card
  const calls: Record<AskedAct, (key: string) => Promise<{ msg: string }>> = {
    uninstall: (key) => storeCalls.uninstall({ uid, data: aside ? 'aside' : 'keep' }, key),
    disable: (key) => storeCalls.changeState({ uid, state: 6 }, key),
    off: (key) => storeCalls.changeState({ uid, state: 6 }, key),
    back: (key) => storeCalls.back({ uid }, key),
    discard: (key) => storeCalls.discard({ uid }, key),
  }
  return (
    <ConfirmDialog
      open
      title={m.store_ask({ act: actNames[act](), title })}
      confirmText={actNames[act]()}
      danger={act !== 'off'}
      pending={pending}
      error={refusal}
      onConfirm={() => void write(calls[act])}
      onCancel={onClose}
    >
      {act === 'uninstall' ? <UninstallText aside={aside} onAside={setAside} /> : texts[act]()}
    </ConfirmDialog>
  )
}

const texts: Record<Exclude<AskedAct, 'uninstall'>, () => string> = {
  disable: m.store_disableText,
  off: m.store_offText,
  back: m.store_backText,
  discard: m.store_discardText,
}

/** What an uninstallation does, and what becomes of the rows. */
function UninstallText({ aside, onAside }: { aside: boolean; onAside(aside: boolean): void }): ReactNode {
  return (
    <>
      <p className="mb-3">{m.store_uninstallText()}</p>
      <FieldGroup label={m.store_data()}>
        <RadioGroup
          items={[
            { value: 'keep', label: m.store_dataKeep(), detail: m.store_dataKeepText() },
            { value: 'aside', label: m.store_dataAside(), detail: m.store_dataAsideText() },
          ]}
          value={aside ? 'aside' : 'keep'}
          onChange={(value) => onAside(value === 'aside')}
        />
      </FieldGroup>
    </>
  )
}
