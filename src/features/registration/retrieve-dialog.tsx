import { OwnNotice } from '#src/features/auth/own-card.tsx'
import { PasswordAdvice } from '#src/features/auth/password-advice.tsx'
import { useOwnForm } from '#src/features/auth/use-own-form.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { ReachFields } from './reach-fields.tsx'
import { retrievalForm } from './registration.form.ts'
import { retrieveForgotten } from './registration.functions.ts'

type RetrieveDialogProps = { ways: readonly MessageChannel[]; onClose(): void }

/** Sets a forgotten password with a code that goes to a confirmed address. */
export function RetrieveDialog({ ways, onClose }: RetrieveDialogProps) {
  const own = useOwnForm({
    initial: { channel: String(ways[0]), address: '', code: '', password: '' },
    schema: retrievalForm,
    send: ({ channel, ...given }) =>
      retrieveForgotten({ data: { ...given, channel: channel === 'sms' ? 'sms' : 'mail' } }),
    alias: { email: 'address', mobile: 'address' },
    onSaved: (said) => {
      toaster.success(said)
      onClose()
    },
  })
  const { values, notice, saving, form, errorsOf, control } = own
  return (
    <Dialog
      open
      onRequestClose={() => !saving && onClose()}
      title={m.retrieve_title()}
      size="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" type="submit" form="retrieve-form" loading={saving}>
            {m.retrieve_submit()}
          </Button>
        </>
      }
    >
      <form {...form} id="retrieve-form" className="flex flex-col gap-3.5">
        <p className="text-muted">{m.retrieve_text()}</p>
        <OwnNotice side="user" notice={notice} />
        <ReachFields ways={ways} event="user_retrieve_pwd" own={own} />
        <FormField label={m.password_new()} errors={errorsOf('password')} required>
          <PasswordInput {...control('password')} autoComplete="new-password" />
          <PasswordAdvice password={values.password} names={[values.address]} />
        </FormField>
      </form>
    </Dialog>
  )
}
