import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { toaster } from '#src/ui/toast.tsx'
import type { CaptchaProof } from './captcha-answer.ts'
import { CaptchaDialog } from './captcha-dialog.tsx'
import { changeOwnContact, sendContactCode } from './own-account.functions.ts'
import { ownEmail, ownMobile } from './own-account.schema.ts'
import { OwnNotice } from './own-card.tsx'
import type { OwnSaved } from './own-saved.ts'
import type { CaptchaCalls } from './use-captcha.ts'
import { useOwnForm } from './use-own-form.ts'

/** Seconds until another code may be sent to the same address. */
const PAUSE = 60

const captchas = keptCode(() => import('./captcha.functions.ts'))

function captchaFor(purpose: 'ems' | 'sms'): CaptchaCalls {
  return {
    load: async () => (await captchas()).getCaptcha({ data: { purpose } }),
    check: async (proof) => (await captchas()).checkCaptcha({ data: { purpose, ...proof } }),
  }
}
const captchaCalls = { mail: captchaFor('ems'), sms: captchaFor('sms') }

const forms = {
  mail: v.object({ address: ownEmail.entries.email, code: ownEmail.entries.code, password: ownEmail.entries.password }),
  sms: v.object({
    address: ownMobile.entries.mobile,
    code: ownMobile.entries.code,
    password: ownMobile.entries.password,
  }),
}

type ContactDialogProps = {
  side: Side
  channel: MessageChannel
  username: string
  onClose(): void
  onSaved(saved: OwnSaved): void
}

/** Changes an address of the user: the new address, the code that is sent there, and the current password. */
export function ContactDialog({ side, channel, username, onClose, onSaved }: ContactDialogProps) {
  const isMail = channel === 'mail'
  const label = isMail ? m.contact_newEmail() : m.contact_newMobile()
  const { values, notice, saving, form, errorsOf, control } = useOwnForm({
    initial: { address: '', code: '', password: '' },
    schema: forms[channel],
    // The contract names the field by what it is.
    send: (given, idempotencyKey) => changeOwnContact({ data: { side, channel, ...given, idempotencyKey } }),
    alias: { [isMail ? 'email' : 'mobile']: 'address' },
    onSaved: (saved) => {
      toaster.success(m.success_updated())
      onSaved(saved)
    },
  })
  const code = useCode(side, channel)
  const sendable = v.is(forms[channel].entries.address, values.address)
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
          <Button variant="primary" type="submit" form="contact-form" loading={saving}>
            {m.contact_save()}
          </Button>
        </>
      }
    >
      <form {...form} id="contact-form" className="flex flex-col gap-3.5">
        <OwnNotice side={side} notice={notice} />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <FormField label={label} errors={errorsOf('address')} required>
          <Input
            {...control('address')}
            type={isMail ? 'email' : 'tel'}
            inputMode={isMail ? 'email' : 'tel'}
            autoComplete={isMail ? 'email' : 'tel'}
          />
        </FormField>
        <FormField label={m.contact_code()} hint={m.contact_codeHint()} errors={errorsOf('code')} required>
          <span className="flex gap-2">
            <Input {...control('code')} inputMode="numeric" autoComplete="one-time-code" className="flex-1" />
            <Button
              className="shrink-0"
              loading={code.sending}
              disabled={!sendable || code.wait > 0}
              onClick={() => code.ask(values.address.trim())}
            >
              {code.wait > 0 ? m.contact_sendAgainIn({ seconds: code.wait }) : m.contact_send()}
            </Button>
          </span>
        </FormField>
        <span aria-live="polite" className="contents">
          {code.said && <Banner tone={code.said.ok ? 'success' : 'danger'}>{code.said.text}</Banner>}
        </span>
        <FormField label={m.password_current()} errors={errorsOf('password')} required>
          <PasswordInput {...control('password')} autoComplete="current-password" />
        </FormField>
      </form>
      <CaptchaDialog
        open={code.captchaFor !== undefined}
        calls={captchaCalls[channel]}
        onClose={code.cancel}
        onSolved={code.solved}
      />
    </Dialog>
  )
}

/** Sends codes, each after a captcha, and counts the seconds until another one may be sent. */
function useCode(side: Side, channel: MessageChannel) {
  const [captchaFor, setCaptchaFor] = useState<string>()
  const [sending, setSending] = useState(false)
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const [said, setSaid] = useState<{ ok: boolean; text: string }>()
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until])
  const wait = Math.max(0, Math.ceil((until - now) / 1000))
  return {
    captchaFor,
    sending,
    said,
    wait,
    ask: setCaptchaFor,
    cancel: () => setCaptchaFor(undefined),
    solved: async (captcha: CaptchaProof) => {
      const address = captchaFor ?? ''
      setCaptchaFor(undefined)
      setSending(true)
      try {
        const text = await sendContactCode({ data: { side, channel, address, captcha } })
        setSaid({ ok: true, text })
        setNow(Date.now())
        setUntil(Date.now() + PAUSE * 1000)
      } catch (error) {
        setSaid({ ok: false, text: failureText(error) })
      } finally {
        setSending(false)
      }
    },
  }
}
