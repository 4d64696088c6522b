import { m } from '#src/i18n/paraglide/messages.js'
import { browserName } from '#src/lib/browser-name.ts'
import type { Side } from '#src/lib/side.ts'
import { addPasskey, renamePasskey } from './factor.functions.ts'
import { OneFieldDialog } from './one-field-dialog.tsx'

type PasskeyDialogProps = {
  side: Side
  /** The new passkey, as the browser has answered it. */
  response?: string
  /** The passkey that gets another name. */
  known?: { id: number; name: string }
  onClose(): void
  /** @param codes new recovery codes, if the account had none */
  onDone(codes: readonly string[] | null): void
}

/** Asks for the name of a passkey, by which its owner knows it again. */
export function PasskeyDialog({ side, response = '', known, onClose, onDone }: PasskeyDialogProps) {
  return (
    <OneFieldDialog
      title={known ? m.passkey_rename({ name: known.name }) : m.passkey_add()}
      label={m.passkey_name()}
      hint={m.passkey_nameHint()}
      input={{ name: 'name', maxLength: 40, autoComplete: 'off' }}
      initial={known?.name ?? browserName(navigator.userAgent)}
      send={async (name) => {
        if (!known) return onDone((await addPasskey({ data: { side, name, response } })).codes)
        await renamePasskey({ data: { side, id: known.id, name } })
        onDone(null)
      }}
      onClose={onClose}
    />
  )
}
