import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { RecordFormBase } from '#src/crud/form/record-form-body.tsx'
import { templateDescription } from '#src/features/messages/template.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FormValues } from '#src/resource/form-values.ts'
import { FormBody } from '../support/form-body.tsx'

const values = { channel: 'mail', language: 'en', gatewayName: '', subject: '{title} is due', text: 'By {day}' }
const row = (own: object): RecordFormBase => ({
  values: { ...values, ...own },
  labels: {},
  saved: { id: 7, version: 2 },
})

function Form({ base, onSend }: { base: RecordFormBase; onSend(body: FormValues): void }) {
  return (
    <FormBody
      description={templateDescription}
      base={base}
      send={async (body) => {
        onSend(body)
        return { data: { id: 7 }, msg: 'Saved' }
      }}
    />
  )
}

test('the template of a module says which reminder it is of, and that is not sent', async () => {
  const sent: FormValues[] = []
  const base = row({ event: 'module_reminder', part: 'Loan is due' })
  await render(<Form base={base} onSend={(body) => sent.push(body)} />)
  const named = page.getByRole('textbox', { name: m.remind_field(), exact: true })
  await expect.element(named).toHaveValue('Loan is due')
  await expect.element(named).toBeDisabled()
  await userEvent.fill(page.getByRole('textbox', { name: m.message_subject() }), 'Ours: {title}')
  await userEvent.click(page.getByRole('button', { name: m.crud_save() }))
  await expect.poll(() => sent).toEqual([{ subject: 'Ours: {title}' }])
})

test('a template of the product names no reminder', async () => {
  await render(<Form base={row({ event: 'announcement', part: '' })} onSend={() => {}} />)
  await expect.element(page.getByRole('textbox', { name: m.message_subject() })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: m.remind_field(), exact: true })).not.toBeInTheDocument()
})
