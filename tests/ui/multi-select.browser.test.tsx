import { type ComponentProps, type FormEvent, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { Select } from '#src/ui/select.tsx'

const items = ['小学', '初中', '高中', '中职', '大学'].map((label) => ({ value: label, label }))

type MultiSelectProps = ComponentProps<typeof MultiSelect>

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

type SearchProps = Partial<Pick<MultiSelectProps, 'items' | 'loading' | 'onSearch'>> & {
  onChange(value: string[]): void
  onSubmit?(): void
}

function Search({ onChange, onSubmit, items: found = items, ...rest }: SearchProps) {
  const [value, setValue] = useState<string[]>([])
  const choose = (next: string[]) => {
    setValue(next)
    onChange(next)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <form onSubmit={send}>
      <MultiSelect {...rest} items={found} selected={items} value={value} onChange={choose} aria-label="several" />
    </form>
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

test('with the keyboard alone: Enter takes the only option found, and of several the highlighted one', async () => {
  const change = vi.fn()
  const submit = vi.fn()
  const page = await render(<Search onChange={change} onSubmit={submit} />)
  const input = page.getByRole('combobox', { name: 'several' })
  await userEvent.tab()
  await userEvent.keyboard('大学')
  await expect.element(page.getByRole('option', { name: '大学' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  expect(change).toHaveBeenLastCalledWith(['大学'])
  await expect.element(input).toHaveValue('')
  await expect.element(input).toHaveFocus()
  await expect.element(page.getByRole('option', { name: '小学' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option').first()).not.toBeInTheDocument()
  expect(change).toHaveBeenCalledOnce()
  // The arrows go through what is listed, and not through what the search has hidden.
  await userEvent.keyboard('中')
  await expect.element(page.getByRole('option', { name: '初中' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(page.getByRole('option', { name: '中职' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  expect(change).toHaveBeenLastCalledWith(['大学', '中职'])
  await userEvent.keyboard('没有')
  await expect.element(page.getByText(m.ui_noMatch())).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(change).toHaveBeenCalledTimes(2)
  expect(submit).not.toHaveBeenCalled()
})

test('while a server searches, Enter right after typing takes nothing of the list before', async () => {
  const change = vi.fn()
  const search = vi.fn()
  const page = await render(<Search onChange={change} onSearch={search} />)
  await userEvent.tab()
  await userEvent.keyboard('大学')
  await expect.element(page.getByRole('option', { name: '小学' })).toBeVisible()
  await page.rerender(<Search onChange={change} onSearch={search} loading />)
  await userEvent.keyboard('{Enter}')
  expect(change).not.toHaveBeenCalled()
  await page.rerender(<Search onChange={change} onSearch={search} items={items.slice(4)} />)
  await expect.element(page.getByRole('option', { name: '大学' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  expect(change).toHaveBeenLastCalledWith(['大学'])
  expect(search).toHaveBeenLastCalledWith('')
})

test('the only option there is is taken as well', async () => {
  const change = vi.fn()
  const page = await render(<Search onChange={change} items={items.slice(0, 1)} />)
  await userEvent.tab()
  await userEvent.keyboard('小')
  await expect.element(page.getByRole('option', { name: '小学' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  expect(change).toHaveBeenLastCalledWith(['小学'])
})

/** A server that answers when it is told to, with a new list each time. */
function remote(onChange: SearchProps['onChange']) {
  const server = { wanted: '', answer() {} }
  function Remote() {
    const [wanted, setWanted] = useState('')
    const [answered, setAnswered] = useState('')
    server.answer = () => setAnswered(server.wanted)
    const found = items.filter(({ label }) => label.includes(answered)).map((item) => ({ ...item }))
    const search = (text: string) => {
      server.wanted = text
      setWanted(text)
    }
    return <Search onChange={onChange} onSearch={search} loading={wanted !== answered} items={found} />
  }
  return { Remote, server }
}

test('what a server finds later is taken by Enter as well, and nothing of the search before', async () => {
  const change = vi.fn()
  const { Remote, server } = remote(change)
  const page = await render(<Remote />)
  const option = (name: string) => page.getByRole('option', { name })
  await userEvent.tab()
  await userEvent.keyboard('中')
  server.answer()
  await expect.element(option('小学')).not.toBeInTheDocument()
  // The list still has what the search before has found: 初中 is no answer to 大学.
  await userEvent.keyboard('{Backspace}大学')
  await expect.element(option('初中')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(change).not.toHaveBeenCalled()
  server.answer()
  await expect.element(option('初中')).not.toBeInTheDocument()
  await expect.element(option('大学')).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  expect(change).toHaveBeenLastCalledWith(['大学'])
  // The first one found may be the first one of the list before.
  server.answer()
  await expect.element(option('初中')).toBeVisible()
  await userEvent.keyboard('小')
  server.answer()
  await expect.element(option('大学')).not.toBeInTheDocument()
  await expect.element(option('小学')).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  expect(change).toHaveBeenLastCalledWith(['大学', '小学'])
  expect(change).toHaveBeenCalledTimes(2)
})
