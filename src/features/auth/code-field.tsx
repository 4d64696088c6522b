import type { ComponentProps } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { CaptchaDialog } from './captcha-dialog.tsx'
import { codeCaptcha } from './code-captcha.ts'
import type { useSentCode } from './use-sent-code.ts'

type CodeFieldProps = {
  channel: MessageChannel
  control: Pick<ComponentProps<typeof Input>, 'name' | 'value' | 'onBlur' | 'onChange'>
  errors: readonly string[]
  sent: ReturnType<typeof useSentCode>
  /** Whether there is an address, and all else that sending needs. */
  sendable: boolean
  size?: 'lg' | undefined
}

/** The field for a code that is sent to an address, each time after a captcha. */
export function CodeField({ channel, control, errors, sent, sendable, size }: CodeFieldProps) {
  const { said, wait, ...code } = sent
  return (
    <>
      <FormField
        label={m.contact_code()}
        hint={m.contact_codeHint()}
        errors={[...errors, ...(control.value === '' ? (said.code ?? []) : [])]}
        required
      >
        <span className="flex gap-2">
          <Input {...control} size={size} inputMode="numeric" autoComplete="one-time-code" className="min-w-0 flex-1" />
          <Button
            size={size}
            className="shrink-0"
            loading={code.sending}
            disabled={!sendable || wait > 0}
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
