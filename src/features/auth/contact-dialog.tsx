import * as v from 'valibot'
import { failureOf } from '#src/crud/calls/failure.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { CodeField } from './code-field.tsx'
import { changeOwnContact } from './own-account.functions.ts'
import { currentPassword, ownEmail, ownMobile } from './own-account.schema.ts'
import { OwnNotice } from './own-card.tsx'
import type { OwnSaved } from './own-saved.ts'
import { useContactCode } from './use-contact-code.ts'
import { useOwnForm } from './use-own-form.ts'

const forms = {
  mail: v.object({ address: ownEmail.entries.email, code: ownEmail.entries.code, password: currentPassword }),
  sms: v.object({ address: ownMobile.entries.mobile, code: ownMobile.entries.code, password: currentPassword }),
}

type ContactDialogProps = {
  side: Side
  channel: MessageChannel
  username: string
  /** Without one, the account proves itself when the change is saved. */
  hasPassword: boolean
  /** The address that the account has and has not confirmed yet. */
  confirm?: string | undefined
  /** What proves that the present address is still the member's, in place of the password. */
  proof?: string | undefined
  /** The address that was typed before. */
  typed?: string
  onClose(): void
  /** The proof is not valid any more. */
  onUnproven(typed: string): void
  onSaved(saved: OwnSaved): void
}

/**
 * Changes an address of the user, or confirms the present one: the address, the code that is sent there, and the
 * current password if there is one.
 */
export function ContactDialog(dialog: ContactDialogProps) {
  const { side, channel, username, hasPassword, confirm, proof, typed = '', onClose, onUnproven, onSaved } = dialog
  const isMail = channel === 'mail'
  const label =
    confirm !== undefined
      ? isMail
        ? m.profile_email()
        : m.profile_phone()
      : isMail
        ? m.contact_newEmail()
        : m.contact_newMobile()
  const title = isMail ? m.contact_emailTitle() : m.contact_mobileTitle()
  const asksPassword = hasPassword && proof === undefined
  const { values, dirty, notice, saving, form, errorsOf, control } = useOwnForm({
    initial: { address: confirm ?? typed, code: '', password: '' },
    schema: asksPassword ? forms[channel] : v.object({ ...forms[channel].entries, password: v.string() }),
    // The contract names the field by what it is.
    send: ({ password, ...given }, idempotencyKey) =>
      changeOwnContact({
        data: { side, channel, ...given, proof, ...(asksPassword ? { password } : {}), idempotencyKey },
      }),
    alias: { [isMail ? 'email' : 'mobile']: 'address' },
    onRefused: (error) => {
      const failure = failureOf(error)
      if (failure.kind === 'refused' && failure.errors.proof) onUnproven(values.address)
    },
    onSaved: (saved) => {
      toaster.success(m.success_updated())
      onSaved(saved)
    },
  })
  const { leave, question } = useDiscard(dirty, onClose)
  const sent = useContactCode(side, channel, values.address)
  return (
    <Dialog
      open
      onRequestClose={() => !saving && leave()}
      title={confirm === undefined ? title : isMail ? m.contact_confirmTitle() : m.contact_confirmMobile()}
      size="sm"
      footer={
        <>
          <Button onClick={leave} disabled={saving}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" type="submit" form="contact-form" loading={saving}>
            {confirm === undefined ? m.contact_save() : m.contact_confirm()}
          </Button>
        </>
      }
    >
      <form {...form} id="contact-form" className="flex flex-col gap-3.5">
        {proof !== undefined && <p className="text-muted">{m.contact_newText()}</p>}
        <OwnNotice side={side} notice={notice} />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <FormField label={label} errors={[...errorsOf('address'), ...(sent.said.address ?? [])]} required>
          <Input
            {...control('address')}
            readOnly={confirm !== undefined}
            type={isMail ? 'email' : 'tel'}
            inputMode={isMail ? 'email' : 'tel'}
            autoComplete={isMail ? 'email' : 'tel'}
          />
        </FormField>
        <CodeField
          channel={channel}
          control={control('code')}
          errors={errorsOf('code')}
          sent={sent}
          sendable={v.is(forms[channel].entries.address, values.address)}
        />
        {asksPassword && (
          <FormField label={m.password_current()} errors={errorsOf('password')} required>
            <PasswordInput {...control('password')} autoComplete="current-password" />
          </FormField>
        )}
      </form>
      {question}
    </Dialog>
  )
}
