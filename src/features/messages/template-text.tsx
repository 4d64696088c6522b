import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { TextareaField } from '#src/crud/fields/textarea-field.tsx'
import { type FieldProps, useBoundField } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type MessageVariable, variablesOf } from '#src/lib/message-kinds.ts'
import { randomId } from '#src/lib/random-id.ts'
import { messageTemplates } from './message.queries.ts'
import { isEvent } from './template.rules.ts'
import type { TemplateForm } from './template.schema.ts'

/** What each variable of a text stands for. */
const meanings: Record<MessageVariable, () => string> = {
  site: m.template_var_site,
  name: m.template_var_name,
  code: m.template_var_code,
  minutes: m.template_var_minutes,
  time: m.template_var_time,
  address: m.template_var_address,
  device: m.template_var_device,
  title: m.template_var_title,
  text: m.template_var_text,
  day: m.remind_var_day,
}

/** What it stands for in a text of this event. */
function meaningOf(name: MessageVariable, event: unknown): string {
  return event === 'module_reminder' && name === 'title' ? m.remind_var_title() : meanings[name]()
}

/** The text of a message, the variables that it may name, and how it would arrive. */
export function TemplateText(props: FieldProps) {
  const { value, set } = useBoundField<string>()
  const { event } = useFormValues<TemplateForm>()
  const variables = isEvent(event) ? variablesOf(event) : []
  const place = useRef<HTMLDivElement>(null)
  // A variable goes where the user was last. Who has not been in the text yet adds to its end.
  useEffect(() => {
    const box = place.current?.querySelector('textarea')
    box?.setSelectionRange(box.value.length, box.value.length)
  }, [])
  const insert = (name: MessageVariable) => {
    const box = place.current?.querySelector('textarea')
    const { selectionStart: from, selectionEnd: to } = box ?? {
      selectionStart: value.length,
      selectionEnd: value.length,
    }
    const word = `{${name}}`
    set(value.slice(0, from) + word + value.slice(to))
    requestAnimationFrame(() => {
      box?.focus()
      box?.setSelectionRange(from + word.length, from + word.length)
    })
  }
  return (
    <div className="flex flex-col gap-3">
      <div ref={place}>
        <TextareaField {...props} max={5000} rows={8} />
      </div>
      <section aria-label={m.template_variables()}>
        <p className="mb-1 text-sm text-muted">{m.template_variablesHelp()}</p>
        <ul className="flex flex-wrap gap-2">
          {variables.map((name) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => insert(name)}
                className="rounded-sm bg-chip px-2 py-1 text-sm hover:bg-hover"
              >
                <code>{`{${name}}`}</code> {meaningOf(name, event)}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <TemplatePreview />
    </div>
  )
}

/** The message with sample values. It keeps the last one that could be made while somebody types. */
function TemplatePreview() {
  const { event, channel, language, subject, text } = useFormValues<TemplateForm>()
  const wanted = useDeferredValue(JSON.stringify([event, channel, language, subject ?? '', text ?? '']))
  const { data } = useQuery({
    queryKey: [messageTemplates.key, 'preview', wanted],
    queryFn: () =>
      event && channel && language
        ? messageTemplates.preview({ event, channel, language, subject: subject ?? '', text: text ?? '' }, randomId())
        : null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!data) return null
  return (
    <section aria-label={m.template_preview()} className="rounded-md border border-line bg-page p-4">
      <h3 className="mb-2 text-sm text-muted">{m.template_preview()}</h3>
      {channel === 'mail' ? (
        <>
          <p className="mb-2 font-semibold wrap-anywhere">{data.data.subject}</p>
          <MailPage html={data.data.html} />
        </>
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">{data.data.text}</p>
      )}
    </section>
  )
}

/** The page of an e-mail as a mail program shows it, as high as it is. Nothing in it runs. */
function MailPage({ html }: { html: string }) {
  const [height, setHeight] = useState(240)
  return (
    <iframe
      title={m.template_preview()}
      srcDoc={html}
      // The same origin only lets this page measure it.
      sandbox="allow-same-origin"
      tabIndex={-1}
      style={{ height }}
      onLoad={({ currentTarget }) => setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? 240)}
      className="w-full rounded-md border border-line bg-white"
    />
  )
}
