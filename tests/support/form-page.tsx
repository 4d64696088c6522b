import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { type RecordFormBase, RecordFormBody, type RecordFormBodyProps } from '#src/crud/form/record-form-body.tsx'
import { startValues } from '#src/crud/form/start-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Field } from '#src/resource/description.ts'
import '#app/styles.css'

const nothing: ChoiceSource = {
  key: ['nothing'],
  load: async () => ({ list: [], more: false }),
  names: async () => [],
}

type Options = {
  /** Values of a stored row. With them the form edits that row; without them it adds a row. */
  saved?: RecordFormBase['values']
  labels?: RecordFormBase['labels']
  choices?: Record<string, ChoiceSource>
  form?: Description['form']
  send?: RecordFormBodyProps['send']
  more?: Partial<RecordFormBodyProps>
  /** A button opens the form, as in the product. The first render of a test has no time between its steps. */
  closed?: boolean
}

/** Renders a form with these fields on its own page. @returns the page, the mocked `send` and helpers */
export async function renderForm(fields: readonly Field[], options: Options = {}) {
  sessionStorage.clear()
  const send = vi.fn<RecordFormBodyProps['send']>(options.send ?? (async () => ({ data: { id: 1 }, msg: 'Saved' })))
  const description = { fields, ...(options.form ? { form: options.form } : {}) }
  const base: RecordFormBase = options.saved
    ? { values: options.saved, labels: options.labels ?? {}, saved: { id: 1, version: 1 } }
    : { values: startValues(description, 'Asia/Shanghai'), labels: options.labels ?? {} }
  function Page() {
    const [footer, setFooter] = useState<HTMLElement | null>(null)
    const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
    const dirty = useRef(() => false)
    const initialFocus = useRef<HTMLElement>(null)
    const [open, setOpen] = useState(!options.closed)
    return (
      <QueryClientProvider client={client}>
        <main className="p-4">
          {/* As in a dialog: the buttons do not move when a message appears between them and the fields. */}
          <div ref={setFooter} />
          {open ? (
            <RecordFormBody
              description={description}
              base={base}
              send={send}
              dirty={dirty}
              initialFocus={initialFocus}
              footer={footer}
              draftName={`draft${Math.random()}`}
              choicesOf={(path) => options.choices?.[path] ?? nothing}
              onSaved={() => {}}
              onCancel={() => setOpen(!options.closed)}
              onUnchanged={() => {}}
              {...options.more}
            />
          ) : (
            <button type="button" onClick={() => setOpen(true)}>
              Open
            </button>
          )}
        </main>
      </QueryClientProvider>
    )
  }
  const page = await render(<Page />)
  return {
    page,
    send,
    save: () => page.getByRole('button', { name: m.crud_save(), exact: true }).click(),
    /** Waits for a request and returns the values sent last. */
    sent: async () => {
      await expect.poll(() => send, { message: 'something was sent' }).toHaveBeenCalled()
      return send.mock.lastCall?.[0]
    },
  }
}
