import { Send } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { configCalls } from './config.queries.ts'

const names = ['smtpHost', 'smtpPort', 'smtpSecurity', 'smtpUser', 'smtpPassword', 'mailSender', 'mailSenderName']

type Said = { sent: boolean; text: string; answer: string }

/** Sends a test mail with what is in the form of the tab, and says what became of it. */
export function TestMail() {
  const id = useId()
  const values = useFormValues()
  const [to, setTo] = useState('')
  const [pending, setPending] = useState(false)
  const [said, setSaid] = useState<Said>()
  const result = useRef<HTMLDivElement>(null)
  // The form of the tab is long, and the answer stands at its end.
  useEffect(() => {
    if (said) result.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
  const send = async () => {
    if (pending) return
    setPending(true)
    setSaid(undefined)
    try {
      const given = Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))
      const { data } = await configCalls.testMail({ to, values: given }, randomId())
      setSaid({ sent: data.sent, text: data.sentence, answer: data.answer })
    } catch (reason) {
      setSaid({ sent: false, text: refusedText(reason), answer: '' })
    } finally {
      setPending(false)
    }
  }
  return (
    <section aria-labelledby={id} className="mt-4 rounded-lg border border-line bg-surface px-5 py-4">
      <h2 id={id} className="text-base font-semibold">
        {m.config_testMail()}
      </h2>
      <p className="mb-3 text-sm text-muted">{m.config_testMailHelp()}</p>
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <FormField label={m.config_testMailTo()} className="min-w-60 flex-1">
          <Input type="email" autoComplete="email" value={to} onChange={(event) => setTo(event.target.value)} />
        </FormField>
        <Button type="submit" loading={pending} icon={<Send aria-hidden size={15} />}>
          {m.config_testMailSend()}
        </Button>
      </form>
      <div ref={result} aria-live="polite">
        {said && (
          <Banner tone={said.sent ? 'success' : 'danger'} className="mt-3">
            <p className="whitespace-pre-line">{said.text}</p>
            {said.answer && <p className="text-sm">{m.config_testMailAnswer({ answer: said.answer })}</p>}
          </Banner>
        )}
      </div>
    </section>
  )
}
