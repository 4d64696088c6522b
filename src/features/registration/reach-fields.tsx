import * as v from 'valibot'
import { CaptchaDialog } from '#src/features/auth/captcha-dialog.tsx'
import { codeCaptcha } from '#src/features/auth/code-captcha.ts'
import type { useOwnForm } from '#src/features/auth/use-own-form.ts'
import { useSentCode } from '#src/features/auth/use-sent-code.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type MessageChannel, messageChannels } from '#src/lib/message-kinds.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { Input } from '#src/ui/input.tsx'
import { sendVisitorCode } from './registration.functions.ts'
import { email, mobile } from './registration.schema.ts'

type Field = 'channel' | 'address' | 'code'
type Control = ReturnType<ReturnType<typeof useOwnForm<Record<Field, string>, unknown>>['control']>

/** What is asked of the form that has these fields. */
type Owner = {
  values: Record<Field, string>
  set(name: Field, value: string): void
  control(name: Field): Omit<Control, 'name'> & { name: string }
  errorsOf(name: Field): readonly string[]
}

type ReachFieldsProps = {
  /** The ways by which codes leave. The others are shown with the reason why not. */
  ways: readonly MessageChannel[]
  event: 'user_register' | 'user_retrieve_pwd'
  own: Owner
  size?: 'lg'
}

const rules = { mail: email, sms: mobile }

/** An address of somebody who is not signed in, and the code that is sent there. */
export function ReachFields({ ways, event, own, size }: ReachFieldsProps) {
  const { values, control, set, errorsOf } = own
  const channel = values.channel === 'sms' ? 'sms' : 'mail'
  const isMail = channel === 'mail'
  const { said, wait, ...code } = useSentCode(channel, values.address, (address, captcha) =>
    sendVisitorCode({ data: { channel, event, address, captcha } }),
  )
  const closed = messageChannels.filter((way) => !ways.includes(way))
  const change = (way: string) => {
    set('channel', way)
    set('address', '')
    set('code', '')
  }
  return (
    <>
      <FieldGroup label={m.reach_way()} hint={closed.map(reasonOf).join(' ')}>
        <RadioGroup
          items={messageChannels.map((way) => ({ value: way, label: nameOf(way), disabled: closed.includes(way) }))}
          value={channel}
          onChange={change}
        />
      </FieldGroup>
      <FormField label={nameOf(channel)} errors={[...errorsOf('address'), ...(said.address ?? [])]} required>
        <Input
          {...control('address')}
          size={size}
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
          <Input
            {...control('code')}
            size={size}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="min-w-0 flex-1"
          />
          <Button
            size={size}
            className="shrink-0"
            loading={code.sending}
            disabled={!v.is(rules[channel], values.address) || wait > 0}
            onClick={code.ask}
          >
            {wait > 0 ? m.contact_sendAgainIn({ seconds: wait }) : m.contact_send()}
          </Button>
        </span>
      </FormField>
      <span aria-live="polite" className="contents">
        {said.sent && <Banner tone="success">{said.sent}</Banner>}
      </span>
      <CaptchaDialog open={code.asks} calls={codeCaptcha[channel]} onClose={code.cancel} onSolved={code.solved} />
    </>
  )
}

function nameOf(way: MessageChannel): string {
  return way === 'mail' ? m.reach_mail() : m.reach_sms()
}

function reasonOf(way: MessageChannel): string {
  return way === 'mail' ? m.outbox_mailOff() : m.outbox_smsOff()
}
