import * as v from 'valibot'
import { CodeField } from '#src/features/auth/code-field.tsx'
import type { useOwnForm } from '#src/features/auth/use-own-form.ts'
import { useSentCode } from '#src/features/auth/use-sent-code.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type MessageChannel, messageChannels } from '#src/lib/message-kinds.ts'
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
  const sent = useSentCode(channel, values.address, (address, captcha) =>
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
      <FormField label={nameOf(channel)} errors={[...errorsOf('address'), ...(sent.said.address ?? [])]} required>
        <Input
          {...control('address')}
          size={size}
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
        sendable={v.is(rules[channel], values.address)}
        size={size}
      />
    </>
  )
}

function nameOf(way: MessageChannel): string {
  return way === 'mail' ? m.reach_mail() : m.reach_sms()
}

function reasonOf(way: MessageChannel): string {
  return way === 'mail' ? m.outbox_mailOff() : m.outbox_smsOff()
}
