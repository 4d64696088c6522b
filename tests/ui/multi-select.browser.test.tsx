import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { Select } from '#src/ui/select.tsx'

const items = ['小学', '初中', '高中', '中职', '大学'].map((label) => ({ value: label, label }))

function Example({ width }: { width?: number }) {
  const [value, setValue] = useState(items.map((item) => item.value))
  return (
    <div style={{ width }}>
      <Select items={[]} value={null} onChange={() => {}} aria-label="one" />
      <div data-testid="field">
        <MultiSelect items={items} value={value} onChange={setValue} aria-label="several" />
      </div>
    </div>
  )
}

test('as long as the chosen options fit on a line, the field is as high as a select; a further line is never empty', async () => {
  const page = await render(<Example />)
  const field = page.getByTestId('field').element()
  const one = page.getByRole('combobox', { name: 'one' }).element().getBoundingClientRect().height
  const last = page.getByText('大学').element()
  const first = page.getByText('小学').element()
  const widths = new Set<boolean>()
  for (let width = 300; width <= 440; width += 2) {
    await page.rerender(<Example width={width} />)
    const isOneLine = first.getBoundingClientRect().top === last.getBoundingClientRect().top
    widths.add(isOneLine)
    const bottom = field.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom
    expect(bottom, `below the last option at ${width} px`).toBeLessThan(12)
    if (isOneLine) expect(field.getBoundingClientRect().height, `at ${width} px`).toBe(one)
  }
  expect(widths.size).toBe(2)
})

test('what is typed is read in full, and Backspace in an empty input removes the last option', async () => {
  const page = await render(<Example width={350} />)
  const input = page.getByRole('combobox', { name: 'several' })
  await userEvent.click(input)
  await userEvent.keyboard('初中')
  await expect.element(input).toHaveValue('初中')
  expect(input.element().clientWidth).toBeGreaterThanOrEqual(60)
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}')
  const remove = (name: string) => page.getByRole('button', { name: m.ui_remove({ name }) })
  await expect.element(remove('大学')).not.toBeInTheDocument()
  await expect.element(remove('中职')).toBeVisible()
})

test('a press beside the options opens the list', async () => {
  const page = await render(<Example width={400} />)
  const box = page.getByTestId('field')
  await userEvent.click(box, { position: { x: 340, y: 16 } })
  await expect.element(page.getByRole('combobox', { name: 'several' })).toHaveFocus()
  await expect.element(page.getByRole('option', { name: '小学' })).toBeVisible()
})
