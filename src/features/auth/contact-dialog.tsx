import { useState } from 'react'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { CaptchaDialog } from './captcha-dialog.tsx'
import { codeCaptcha } from './code-captcha.ts'
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
  onClose(): void
  onSaved(saved: OwnSaved): void
}

/**
 * Changes an address of the user, or confirms the present one: the address, the code that is sent there, and the
 * current password if there is one.
 */
export function ContactDialog({ side, channel, username, hasPassword, confirm, onClose, onSaved }: ContactDialogProps) {
  const isMail = channel === 'mail'
  const label = confirm !== undefined ? m.profile_email() : isMail ? m.contact_newEmail() : m.contact_newMobile()
  const title = isMail ? m.contact_emailTitle() : m.contact_mobileTitle()
  const { values, dirty, notice, saving, form, errorsOf, control } = useOwnForm({
    initial: { address: confirm ?? '', code: '', password: '' },
    schema: hasPassword ? forms[channel] : v.object({ ...forms[channel].entries, password: v.string() }),
    // The contract names the field by what it is.
    send: ({ password, ...given }, idempotencyKey) =>
      changeOwnContact({ data: { side, channel, ...given, ...(hasPassword ? { password } : {}), idempotencyKey } }),
    alias: { [isMail ? 'email' : 'mobile']: 'address' },
    onSaved: (saved) => {
      toaster.success(m.success_updated())
      onSaved(saved)
    },
  })
  const [asking, setAsking] = useState(false)
  const close = () => (dirty ? setAsking(true) : onClose())
  const { said, wait, ...code } = useContactCode(side, channel, values.address)
  const sendable = v.is(forms[channel].entries.address, values.address)
  return (
    <Dialog
      open
      onRequestClose={() => !saving && close()}
      title={confirm === undefined ? title : m.contact_confirmTitle()}
      size="sm"
      footer={
        <>
          <Button onClick={close} disabled={saving}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" type="submit" form="contact-form" loading={saving}>
            {confirm === undefined ? m.contact_save() : m.contact_confirm()}
          </Button>
        </>
      }
    >
      <form {...form} id="contact-form" className="flex flex-col gap-3.5">
        <OwnNotice side={side} notice={notice} />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <FormField label={label} errors={[...errorsOf('address'), ...(said.address ?? [])]} required>
          <Input
            {...control('address')}
            readOnly={confirm !== undefined}
            type={isMail ? 'email' : 'tel'}
            inputMode={isMail ? 'email' : 'tel'}
            autoComplete={isMail ? 'email' : 'tel'}
          />
        </FormField>
        <FormField
          label={m.contact_code()}
          hint={m.contact_codeHint()}
          errors={[...errorsOf('code'), ...(values.code === '' ? (said.code ?? []) : [])]}
          required
        >
          <span className="flex gap-2">
            <Input {...control('code')} inputMode="numeric" autoComplete="one-time-code" className="flex-1" />
            <Button className="shrink-0" loading={code.sending} disabled={!sendable || wait > 0} onClick={code.ask}>
              {wait > 0 ? m.contact_sendAgainIn({ seconds: wait }) : m.contact_send()}
            </Button>
          </span>
        </FormField>
        <span aria-live="polite" className="contents">
          {said.sent && <Banner tone="success">{said.sent}</Banner>}
        </span>
        {hasPassword && (
          <FormField label={m.password_current()} errors={errorsOf('password')} required>
            <PasswordInput {...control('password')} autoComplete="current-password" />
          </FormField>
        )}
      </form>
      <CaptchaDialog open={code.asks} calls={codeCaptcha[channel]} onClose={code.cancel} onSolved={code.solved} />
      <ConfirmDialog
        open={asking}
        title={m.crud_discardTitle()}
        confirmText={m.crud_discard()}
        danger
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        {m.crud_discardText()}
      </ConfirmDialog>
    </Dialog>
  )
}
