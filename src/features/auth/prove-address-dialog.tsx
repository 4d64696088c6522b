import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { CodeField } from './code-field.tsx'
import { proveOwnAddress } from './own-account.functions.ts'
import { currentPassword, presentAddress } from './own-account.schema.ts'
import { OwnNotice } from './own-card.tsx'
import { usePresentCode } from './use-contact-code.ts'
import { useOwnForm } from './use-own-form.ts'

type ProveAddressDialogProps = {
  channel: MessageChannel
  /** The confirmed address. */
  present: string
  username: string
  hasPassword: boolean
  /** An earlier proof was refused. */
  again: boolean
  onClose(): void
  onProven(proof: string): void
}

/** Proves that the confirmed address is still the member's, before it is given up for another one. */
export function ProveAddressDialog(dialog: ProveAddressDialogProps) {
  const { channel, present, username, hasPassword, again, onClose, onProven } = dialog
  const { values, notice, saving, form, errorsOf, control } = useOwnForm({
    initial: { password: '', code: '' },
    schema: v.object({ password: hasPassword ? currentPassword : v.string(), code: presentAddress.entries.code }),
    send: ({ password, code }) => proveOwnAddress({ data: { channel, code, ...(hasPassword ? { password } : {}) } }),
    onSaved: onProven,
  })
  const sent = usePresentCode(channel, present, hasPassword ? values.password : undefined)
  const password = control('password')
  const isMail = channel === 'mail'
  return (
    <Dialog
      open
      onRequestClose={() => !saving && onClose()}
      title={isMail ? m.contact_emailTitle() : m.contact_mobileTitle()}
      size="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" type="submit" form="prove-address-form" loading={saving}>
            {m.contact_continue()}
          </Button>
        </>
      }
    >
      <form {...form} id="prove-address-form" className="flex flex-col gap-3.5">
        {again && <Banner tone="warning">{m.contact_proveOld()}</Banner>}
        <p className="text-muted">{hasPassword ? m.contact_oldText() : m.contact_oldTextProof()}</p>
        <OwnNotice side="user" notice={notice} />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <FormField label={isMail ? m.contact_oldEmail() : m.contact_oldMobile()} errors={sent.said.address ?? []}>
          <Input name="present" value={present} readOnly />
        </FormField>
        {hasPassword && (
          <FormField
            label={m.password_current()}
            errors={[...errorsOf('password'), ...(sent.said.password ?? [])]}
            required
          >
            <PasswordInput
              {...password}
              onChange={(event) => {
                sent.unsay()
                password.onChange(event)
              }}
              autoComplete="current-password"
            />
          </FormField>
        )}
        <CodeField
          channel={channel}
          control={control('code')}
          errors={errorsOf('code')}
          sent={sent}
          sendable={!hasPassword || values.password !== ''}
        />
        <p className="text-sm text-muted">{m.contact_lost()}</p>
      </form>
    </Dialog>
  )
}
