import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OutputView } from '#src/features/terminal/output/output-view.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog.tsx'

const log = page.getByRole('log', { name: 'Output' })
const box = () => log.element()
const toEnd = page.getByRole('button', { name: m.terminal_toEnd() })
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `line ${from + at}`)
const distance = () => box().scrollHeight - box().scrollTop - box().clientHeight
const lines = () => [...box().querySelectorAll('[data-line]')]

/** An output whose lines the test adds. */
async function show(first: readonly string[], before = 0) {
  let grow = (_more: readonly string[]) => {}
  function Page() {
    const [all, setAll] = useState(first)
    grow = (more) => setAll((old) => [...old, ...more])
    return <OutputView label="Output" lines={all} before={before} empty="Nothing yet" />
  }
  const rendered = await render(<Page />)
  return { ...rendered, grow: (more: readonly string[]) => grow(more) }
}

const marks = () => [...box().querySelectorAll('mark')]
const current = () => box().querySelector('mark[data-current]')?.closest('[data-line]')?.getAttribute('data-line')
async function find(text: string) {
  await page.getByRole('button', { name: m.terminal_find() }).click()
  await page.getByLabelText(m.terminal_findLabel()).fill(text)
}

test('no line says so', async () => {
  await show([])
  await expect.element(log.getByText('Nothing yet')).toBeVisible()
})

test('colours are those of the product, and no sequence is left', async () => {
  const dyed = (code: string, text: string) => `\u001B[${code}m${text}\u001B[0m`
  await show([
    `${dyed('31', 'red')} ${dyed('1;32', 'green')} ${dyed('90', 'grey')} plain`,
    `${dyed('41;30', ' FAIL ')} ${dyed('7', 'turned')} ${dyed('38;5;141', 'violet')} ${dyed('38;2;20;200;220', 'cyan')}`,
    `${dyed('2', 'dim')} ${dyed('3;4;9', 'italic')} ${dyed('38;5;250', 'pale')} ${dyed('48;2;200;20;20', 'ground')}`,
    '<b>no markup</b>',
  ])
  const look = (text: string) => log.getByText(text, { exact: true }).element().className
  expect(look('red')).toBe('text-danger-ink')
  expect(look('green')).toBe('text-success-ink font-semibold')
  expect(look('grey')).toBe('text-muted')
  expect(look('FAIL')).toBe('bg-danger-soft text-danger-ink')
  expect(look('turned')).toBe('bg-chip text-ink')
  expect(look('violet')).toBe('text-magenta-ink')
  expect(look('cyan')).toBe('text-cyan-ink')
  expect(look('dim')).toBe('text-muted')
  expect(look('italic')).toBe('italic underline line-through')
  const dyedTexts = [...box().querySelectorAll('span')].map((one) => one.textContent)
  expect(dyedTexts).not.toContain('pale')
  expect(look('ground')).toBe('bg-danger-soft text-danger-ink')
  expect(box().textContent).not.toContain('[')
  expect(box().querySelector('b')).toBeNull()
})

test('the end stays in sight while lines come, unless the reader has gone up', async () => {
  const { grow } = await show(numbered(100))
  await expect.poll(distance).toBeLessThan(2)
  grow(numbered(300, 100))
  await expect.element(log.getByText('line 399')).toBeInTheDocument()
  await expect.poll(distance).toBeLessThan(2)
  await expect.element(toEnd).not.toBeInTheDocument()
  box().scrollTop = 500
  await expect.element(toEnd).toBeVisible()
  grow(numbered(300, 400))
  await expect.element(log.getByText('line 699')).toBeInTheDocument()
  expect(distance()).toBeGreaterThan(1_000)
  await toEnd.click()
  await expect.poll(distance).toBeLessThan(2)
  await expect.element(log).toHaveFocus()
  await expect.element(toEnd).not.toBeInTheDocument()
  grow(['the last'])
  await expect.element(log.getByText('the last')).toBeInViewport()
})

test('new lines change the last block only, and lines that are left out keep the others', async () => {
  const { grow, rerender } = await show(numbered(450))
  const before = lines()
  grow(numbered(3, 450))
  await expect.poll(() => lines().length).toBe(453)
  expect(lines().slice(0, 450)).toEqual(before)
  expect(box().querySelectorAll('[data-block]')).toHaveLength(3)
  await rerender(<OutputView key="cut" label="Output" lines={numbered(100, 250)} before={250} empty="" />)
  await expect.poll(() => lines()[0]?.getAttribute('data-line')).toBe('250')
  expect([...box().querySelectorAll('[data-block]')].map((one) => one.getAttribute('data-block'))).toEqual(['250'])
})

test('long lines wrap', async () => {
  await show(['word '.repeat(200), 'x'.repeat(2_000)])
  expect(box().scrollWidth).toBe(box().clientWidth)
})

test('what is looked for is marked, counted, and gone through, also by keyboard', async () => {
  await show([...numbered(300), 'an \u001B[31mERR\u001B[0mOR here', 'error, and error again', ...numbered(300)])
  await find('error')
  await expect.element(page.getByText(m.terminal_findAt({ at: '3', count: '3' }))).toBeVisible()
  // The first one lies across two colours.
  expect(marks().map((mark) => mark.textContent)).toEqual(['ERR', 'OR', 'error', 'error'])
  expect(current()).toBe('301')
  await expect.element(log.getByText('error', { exact: true }).last()).toBeInViewport()
  await userEvent.keyboard('{Enter}')
  await expect.poll(current).toBe('300')
  await expect.element(page.getByText(m.terminal_findAt({ at: '1', count: '3' }))).toBeVisible()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.poll(current).toBe('301')
  await page.getByRole('button', { name: m.terminal_findBefore() }).click()
  await expect.element(page.getByText(m.terminal_findAt({ at: '2', count: '3' }))).toBeVisible()
  await page.getByRole('button', { name: m.terminal_findNext() }).click()
  await expect.element(page.getByText(m.terminal_findAt({ at: '3', count: '3' }))).toBeVisible()
  await page.getByLabelText(m.terminal_findLabel()).fill('no such thing')
  await expect.element(page.getByText(m.terminal_findNone())).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.terminal_findNext() })).toBeDisabled()
  expect(marks()).toEqual([])
})

test('Esc ends the search and leads back to its button, and the dialog around it stays open', async () => {
  const close = vi.fn()
  await render(
    <Dialog open title="Around" onRequestClose={close}>
      <OutputView label="Output" lines={['one error']} empty="" />
    </Dialog>,
  )
  await find('err')
  await expect.poll(() => marks().length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: m.terminal_find() })).toHaveFocus()
  // The box closes first; the marks of a long output give way to it.
  await expect.poll(marks).toEqual([])
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

test('a reader who looks at a hit is not moved by new lines', async () => {
  const { grow } = await show(['the error', ...numbered(400)])
  await find('the error')
  await expect.element(log.getByText('the error')).toBeInViewport()
  grow(numbered(200, 400))
  await expect.element(log.getByText('line 599')).toBeInTheDocument()
  await expect.element(log.getByText('the error')).toBeInViewport()
  await expect.element(toEnd).toBeVisible()
})
