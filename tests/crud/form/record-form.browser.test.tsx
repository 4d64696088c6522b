import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { FormScope } from '#src/crud/form/form-scope.tsx'
import { type FormDescription, RecordForm, type Submission } from '#src/crud/form/record-form.tsx'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { hasUnsaved } from '#src/layout/unsaved.ts'
import { Toaster } from '#src/ui/toast.tsx'
import { label } from '../../support/label.ts'

type Settings = { title: string; port: number | null; mail: number; host: string }

const settings: FormDescription<Settings> = {
  key: 'settings',
  fields: [
    { name: 'title', type: 'text', label: label('Title'), required: true, section: 'site', default: 'A site' },
    { name: 'port', type: 'integer', label: label('Port'), max: 65_535, section: 'site' },
    { name: 'mail', type: 'switch', label: label('Mail'), section: 'mail', default: 0 },
    {
      name: 'host',
      type: 'text',
      label: label('Host'),
      required: true,
      section: 'mail',
      showWhen: { field: 'mail', in: [1] },
    },
  ],
  form: {
    sections: [
      { key: 'site', title: label('Site') },
      { key: 'mail', title: label('Mail server') },
    ],
  },
}
const steps: FormDescription<Settings> = { ...settings, key: 'steps', form: { ...settings.form, steps: true } }
const stored: Settings = { title: 'Exams', port: 80, mail: 0, host: '' }

type Answer = { msg?: string; data?: { version?: number } } | undefined
type Submit = (values: Settings, submission: Submission<Settings>) => Promise<Answer>

const save = { name: m.crud_save() }

test('the plain use is a description, values and a call; what is saved is what the form then compares with', async () => {
  const submit = vi.fn<Submit>(async () => undefined)
  const page = await render(
    <>
      <RecordForm description={settings} values={stored} onSubmit={submit} />
      <Toaster />
    </>,
  )
  await expect.element(page.getByRole('heading', { name: 'Mail server', level: 2 })).toBeVisible()
  expect(page.getByRole('textbox', { name: 'Host' }).elements()).toHaveLength(0)
  await page.getByRole('textbox', { name: 'Title' }).fill('  Tests ')
  expect(hasUnsaved()).toBe(true)
  await page.getByRole('button', save).click()
  await expect.element(page.getByText(m.crud_saved())).toBeVisible()
  const [all, { changed, key }] = submit.mock.lastCall ?? [undefined, { changed: undefined, key: '' }]
  expect(all).toEqual({ title: 'Tests', port: 80, mail: 0, host: '' })
  expect(changed).toEqual({ title: 'Tests' })
  expect(hasUnsaved()).toBe(false)
  expect(sessionStorage).toHaveLength(0)
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tests')

  await page.getByRole('button', save).click()
  await expect.element(page.getByText(m.crud_noChanges())).toBeVisible()
  expect(submit).toHaveBeenCalledOnce()
  await page.getByLabelText('Port').fill('443')
  await page.getByRole('button', save).click()
  await expect.poll(() => submit).toHaveBeenCalledTimes(2)
  expect(submit.mock.lastCall?.[1].changed).toEqual({ port: 443 })
  // Another write, so another key: the server would answer the same key with its first answer.
  expect(submit.mock.lastCall?.[1].key).not.toBe(key)
})

test('a form without stored values begins with the defaults and sends everything', async () => {
  const submit = vi.fn<Submit>(async () => ({ msg: 'Done' }))
  const page = await render(
    <>
      <RecordForm description={settings} onSubmit={submit} />
      <Toaster />
    </>,
  )
  await page.getByRole('button', save).click()
  await expect.element(page.getByText('Done')).toBeVisible()
  expect(submit.mock.lastCall?.[0]).toEqual({ title: 'A site', port: null, mail: 0, host: '' })
})

test('the fields of a refusal and of a hidden section speak at their field', async () => {
  const refusal = new BackendError(422, 'Wrong', { errors: { port: ['In use'] } })
  const submit = vi.fn<Submit>().mockRejectedValue(refusal)
  const page = await render(<RecordForm description={settings} values={stored} onSubmit={submit} />)
  await page.getByText('Mail', { exact: true }).click()
  await page.getByRole('button', save).click()
  await expect.element(page.getByRole('textbox', { name: 'Host' })).toHaveFocus()
  expect(submit).not.toHaveBeenCalled()
  await page.getByRole('textbox', { name: 'Host' }).fill('mail.example')
  await page.getByRole('button', save).click()
  await expect.element(page.getByText('In use')).toBeVisible()
  await expect.element(page.getByLabelText('Port')).toHaveFocus()
})

test('a double click saves once; a lost connection keeps the content, and the repeat has the same key', async () => {
  const answered = Promise.withResolvers<Answer>()
  const submit = vi
    .fn<Submit>()
    .mockImplementationOnce(() => answered.promise)
    .mockResolvedValueOnce(undefined)
  const page = await render(<RecordForm description={settings} values={stored} onSubmit={submit} />)
  await page.getByRole('textbox', { name: 'Title' }).fill('Kept')
  await page.getByRole('button', save).dblClick()
  expect(submit).toHaveBeenCalledOnce()
  answered.reject(new TypeError('Failed to fetch'))
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Kept')
  await page.getByRole('button', save).click()
  await expect.poll(() => submit).toHaveBeenCalledTimes(2)
  const [first, second] = submit.mock.calls
  expect(first?.[1].key).toBe(second?.[1].key)
})

test('a newer version shows both; the choice is saved on the newer one', async () => {
  const current = { ...stored, title: 'Theirs', version: 5 }
  const submit = vi.fn<Submit>(async (_values, { version }) => {
    if (version === 4) throw new BackendError(409, 'stale', { reason: 'stale', current, labels: {} })
    return { data: { version: 6 } }
  })
  const page = await render(<RecordForm description={settings} values={stored} version={4} onSubmit={submit} />)
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine')
  await page.getByRole('button', save).click()
  await page.getByRole('radio', { name: /Mine/ }).click()
  await page.getByRole('button', { name: m.conflict_save() }).click()
  await expect.poll(() => submit).toHaveBeenCalledTimes(2)
  await page.getByLabelText('Port').fill('81')
  await page.getByRole('button', save).click()
  await expect.poll(() => submit).toHaveBeenCalledTimes(3)
  expect(submit.mock.calls.map(([, { version }]) => version)).toEqual([4, 5, 6])
})

test('input survives a reload under a key of its own, until the user starts over', async () => {
  const form = <RecordForm description={settings} values={stored} onSubmit={async () => undefined} />
  const page = await render(form)
  await page.getByRole('textbox', { name: 'Title' }).fill('half a tit')
  await page.unmount()
  const other = await render(
    <RecordForm description={settings} draft="other" values={stored} onSubmit={async () => undefined} />,
  )
  await expect.element(other.getByRole('textbox', { name: 'Title' })).toHaveValue('Exams')
  await other.unmount()
  const again = await render(form)
  await expect.element(again.getByRole('textbox', { name: 'Title' })).toHaveValue('half a tit')
  await again.getByRole('button', { name: m.crud_dropDraft() }).click()
  await expect.element(again.getByRole('textbox', { name: 'Title' })).toHaveValue('Exams')
})

test('steps: the next one opens when this one is right', async () => {
  const submit = vi.fn<Submit>(async () => undefined)
  const page = await render(<RecordForm description={steps} onSubmit={submit} />)
  await page.getByRole('textbox', { name: 'Title' }).fill('')
  await page.getByRole('button', { name: m.entry_next() }).click()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Steps')
  await page.getByRole('button', { name: m.entry_next() }).click()
  await page.getByRole('button', save).click()
  await expect.poll(() => submit).toHaveBeenCalledOnce()
  expect(submit.mock.lastCall?.[0].title).toBe('Steps')
})

test('newer stored values come into the form, but not over what the user has changed', async () => {
  function Page() {
    const [title, setTitle] = useState('Exams')
    return (
      <>
        <button type="button" onClick={() => setTitle('Newer')}>
          load
        </button>
        <button type="button" onClick={() => setTitle('Newest')}>
          load again
        </button>
        <RecordForm description={settings} values={{ ...stored, title }} onSubmit={async () => undefined} />
      </>
    )
  }
  const page = await render(<Page />)
  await page.getByRole('button', { name: 'load', exact: true }).click()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Newer')
  await page.getByLabelText('Port').fill('8080')
  await page.getByRole('button', { name: 'load again' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Newer')
  await expect.element(page.getByLabelText('Port')).toHaveValue('8080')
})

function Preview() {
  const { title, port } = useFormValues<Settings>()
  return <output>{`${title ?? 'nothing'} ${port ?? ''}`}</output>
}

test('other parts of the page read the values while they are typed', async () => {
  const page = await render(
    <FormScope>
      <Preview />
      <RecordForm description={settings} values={stored} onSubmit={async () => undefined} />
    </FormScope>,
  )
  await expect.element(page.getByText('Exams 80')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Ex')
  await expect.element(page.getByText('Ex 80')).toBeVisible()
  await page.getByLabelText('Port').click()
  await userEvent.keyboard('1')
  await expect.element(page.getByText('Ex 801')).toBeVisible()
})

test('outside of a form there are no values', async () => {
  const page = await render(<Preview />)
  await expect.element(page.getByText('nothing')).toBeVisible()
})

test('a server that fails while it saves: what is typed stays, and there is a number to quote', async () => {
  const failure = Object.assign(new BackendError(502, m.error_502()), { requestId: 'request-7' })
  const submit = vi.fn<Submit>().mockRejectedValue(failure)
  const page = await render(<RecordForm description={settings} values={stored} onSubmit={submit} />)
  await page.getByRole('textbox', { name: 'Title' }).fill('Tests')
  await page.getByRole('button', save).click()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText(m.crud_lost({ reason: m.error_502() }), { exact: false })).toBeVisible()
  await expect.element(alert.getByText('request-7')).toBeVisible()
  await expect.element(alert.getByRole('button', { name: m.failure_copy() })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tests')
})
