import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Combobox } from '#src/ui/combobox.tsx'
import { FormField } from '#src/ui/field.tsx'

const schools = ['第一中学', '第二中学', '实验小学'].map((label, index) => ({ value: String(index + 1), label }))

type ExampleProps = {
  onChange(value: string | null): void
  initial?: string | null
  remote?: (text: string) => void
  found?: number
}

function Example({ onChange, initial = null, remote, found = 3 }: ExampleProps) {
  const [value, setValue] = useState<string | null>(initial)
  return (
    <FormField label="学校">
      <Combobox
        items={remote ? schools.slice(0, found) : schools}
        value={value}
        onSearch={remote}
        selected={schools.find((school) => school.value === value) ?? null}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
      />
    </FormField>
  )
}

test('typing narrows the list, arrows and Enter choose', async () => {
  const change = vi.fn()
  const page = await render(<Example onChange={change} />)
  const box = page.getByRole('combobox', { name: '学校' })
  await box.fill('中学')
  await expect.element(page.getByRole('option', { name: '第一中学' })).toBeVisible()
  expect(page.getByRole('option').elements()).toHaveLength(2)
  await expect.element(page.getByRole('option', { name: '第一中学' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(change).toHaveBeenCalledWith('2')
  await expect.element(box).toHaveValue('第二中学')
})

test('opened again, it offers the whole list and knows what is chosen', async () => {
  const page = await render(<Example onChange={() => {}} initial="2" />)
  await expect.element(page.getByRole('combobox')).toHaveValue('第二中学')
  await page.getByRole('combobox').click()
  await expect.element(page.getByRole('option', { name: '第二中学' })).toHaveAttribute('aria-selected', 'true')
  expect(page.getByRole('option').elements()).toHaveLength(3)
})

test('Esc closes the list and chooses nothing', async () => {
  const change = vi.fn()
  const page = await render(<Example onChange={change} />)
  await page.getByRole('combobox').fill('中')
  await expect.element(page.getByRole('option', { name: '第一中学' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('option').first()).not.toBeInTheDocument()
  expect(change).not.toHaveBeenCalled()
})

test('nothing found is said, and the choice can be cleared', async () => {
  const change = vi.fn()
  const page = await render(<Example onChange={change} initial="1" />)
  await page.getByRole('button', { name: m.ui_clear() }).click()
  expect(change).toHaveBeenCalledWith(null)
  await page.getByRole('combobox').fill('大学')
  await expect.element(page.getByText(m.ui_noMatch())).toBeVisible()
})

test('a server searches what was typed, never the label of the choice', async () => {
  const search = vi.fn()
  const page = await render(<Example onChange={() => {}} remote={search} found={1} initial="3" />)
  await expect.element(page.getByRole('combobox')).toHaveValue('实验小学')
  await page.getByRole('combobox').fill('第')
  expect(search).toHaveBeenLastCalledWith('第')
  await expect.element(page.getByRole('option', { name: '第一中学' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('combobox')).toHaveValue('第一中学')
  expect(search).not.toHaveBeenCalledWith('第一中学')
})
