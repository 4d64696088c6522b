import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { type EntryBase, EntryForm, type EntryFormProps } from '#src/crud/form/record-form.tsx'
import { startValues } from '#src/crud/form/start-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import '#app/styles.css'

const nothing: ChoiceSource = {
  key: ['nothing'],
  load: async () => ({ list: [], more: false }),
  names: async () => [],
}

type Options = {
  /** A stored row is edited. */
  stored?: EntryBase['values']
  labels?: EntryBase['labels']
  choices?: Record<string, ChoiceSource>
  form?: Description['form']
  send?: EntryFormProps['send']
  more?: Partial<EntryFormProps>
}

/** A form of these fields on a page of its own, and what it sends. */
export async function renderForm(fields: readonly Field[], options: Options = {}) {
  sessionStorage.clear()
  const send = vi.fn<EntryFormProps['send']>(options.send ?? (async () => ({ data: { id: 1 }, msg: 'Saved' })))
  const description = { fields, ...(options.form ? { form: options.form } : {}) }
  const base: EntryBase = options.stored
    ? { values: options.stored, labels: options.labels ?? {}, stored: { id: 1, version: 1 } }
    : { values: startValues(description, 'Asia/Shanghai'), labels: options.labels ?? {} }
  function Page() {
    const [footer, setFooter] = useState<HTMLElement | null>(null)
    const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
    const dirty = useRef(() => false)
    const initialFocus = useRef<HTMLElement>(null)
    return (
      <QueryClientProvider client={client}>
        <main className="p-4">
          {/* As in a dialog: the buttons do not move when a sentence comes between them and the fields. */}
          <div ref={setFooter} />
          <EntryForm
            description={description}
            base={base}
            send={send}
            dirty={dirty}
            initialFocus={initialFocus}
            footer={footer}
            draftName={`draft${Math.random()}`}
            choicesOf={(path) => options.choices?.[path] ?? nothing}
            onSaved={() => {}}
            onCancel={() => {}}
            onUnchanged={() => {}}
            {...options.more}
          />
        </main>
      </QueryClientProvider>
    )
  }
  const page = await render(<Page />)
  return {
    page,
    send,
    save: () => page.getByRole('button', { name: m.crud_save(), exact: true }).click(),
    /** What was sent last. */
    sent: async () => {
      await expect.poll(() => send, { message: 'something was sent' }).toHaveBeenCalled()
      return send.mock.lastCall?.[0]
    },
  }
}
