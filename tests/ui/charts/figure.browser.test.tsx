import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { DotIntervals } from '#src/ui/charts/dot-intervals.tsx'
import { Figure } from '#src/ui/charts/figure.tsx'
import { FigureTable } from '#src/ui/charts/figure-table.tsx'

const rows = ['First School', 'Second School', 'Third School'].map((name, key) => ({
  key,
  name,
  value: key === 1 ? null : { value: 70 + key, low: 69, high: 73 },
}))

function Example() {
  return (
    <Figure
      caption="Means by school"
      note="Absent pupils do not count."
      chart={(width) => (
        <DotIntervals title="Means" width={width} rows={rows} axis="Mark" heading="Mean" interval="95%" />
      )}
      columns={[
        { key: 'name', label: 'School' },
        { key: 'pupils', label: 'Pupils', number: {} },
        { key: 'mean', label: 'Mean', number: { digits: 2 } },
      ]}
      rows={[
        { key: 1, cells: ['First School', 1312, 70] },
        { key: 2, cells: ['Second School', 9, null] },
        { key: 3, cells: ['Third School', 240, undefined] },
      ]}
    />
  )
}

const media = (value: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media: value })
const shown = () => page.getByRole('img', { name: 'Means' })
const table = () => page.getByRole('table', { name: 'Means by school' })

beforeEach(() => page.viewport(1000, 900))
afterEach(() => media(''))

test('a figure has its caption as name, and its table opens below', async () => {
  await render(<Example />)
  const figure = page.getByRole('figure', { name: 'Means by school' })
  await expect.element(figure).toBeVisible()
  await expect.element(figure.getByText('Absent pupils do not count.')).toBeVisible()
  expect(table().elements()).toEqual([])
  await page.getByText(m.chart_table()).click()
  await expect.element(table()).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'First School' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Mean' })).toBeVisible()
})

test('numbers stand at the right with the same decimals; what is withheld or missing is no number', async () => {
  await render(<Example />)
  await page.getByText(m.chart_table()).click()
  const cells = () => page.getByRole('cell').elements()
  await expect
    .poll(() => cells().map((cell) => cell.textContent))
    .toEqual(['1,312', '70.00', '9', m.chart_withheld(), '240', '–'])
  expect(cells().every((cell) => getComputedStyle(cell).textAlign === 'end')).toBe(true)
  expect(getComputedStyle(table().element()).fontVariantNumeric).toBe('tabular-nums')
})

test('the keyboard opens the table', async () => {
  await render(<Example />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(table()).toBeVisible()
})

test('on paper the table is there without being opened, and nothing to press', async () => {
  await render(<Example />)
  await media('print')
  await expect.element(table()).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(4)
  await expect.element(page.getByText(m.chart_table())).not.toBeVisible()
})

test.each([
  [1000, 640],
  [360, 320],
])('a window of %i px shows one drawing, made for it, with letters of 11 px or more', async (width, made) => {
  await page.viewport(width, 900)
  const { container } = await render(
    <main className="p-4">
      <Example />
    </main>,
  )
  await expect.poll(() => shown().elements().length).toBe(1)
  const svg = shown().element()
  expect(svg.getAttribute('width')).toBe(String(made))
  const scale = svg.getBoundingClientRect().width / made
  expect(scale * 12).toBeGreaterThanOrEqual(10.99)
  expect(scale * 12).toBeLessThanOrEqual(14.01)
  expect(container.scrollWidth).toBeLessThanOrEqual(width)
  const box = svg.closest('.overflow-x-auto')
  if (box) expect(box.scrollWidth).toBe(box.clientWidth)
})

test('a heading that names a unit with a long name moves no other column out of sight', async () => {
  const long = `${'示范区第七高级中学附属实验初级中学'.repeat(5)} mean`
  await render(
    <FigureTable
      caption="Subjects"
      columns={[
        { key: 'name', label: 'Subject' },
        { key: 'other', label: long, number: {} },
        { key: 'mean', label: 'Mean', number: {} },
      ]}
      rows={[{ key: 1, cells: ['Physics', 70, 71] }]}
    />,
  )
  const own = page.getByRole('table', { name: 'Subjects' }).element()
  await expect.element(page.getByRole('columnheader', { name: long })).toBeVisible()
  expect(own.scrollWidth).toBeLessThanOrEqual(own.parentElement?.clientWidth ?? 0)
  // Nor is it a column of single signs where many columns leave no room.
  await page.viewport(300, 900)
  const heading = page.getByText(long).element().getBoundingClientRect()
  expect(heading.width).toBeGreaterThanOrEqual(160)
})

test('a day stays in one line where a table has no room', async () => {
  await page.viewport(300, 900)
  const columns = ['Exam', 'Day', 'One', 'Two'].map((label) => ({ key: label, label }))
  const cells = ['A long name of an exam', '2026-09-18', 'Excellent', 'Good']
  await render(<FigureTable caption="Exams" columns={columns} rows={[{ key: 1, cells }]} />)
  const cell = page.getByRole('cell', { name: '2026-09-18' }).element()
  const range = document.createRange()
  range.selectNodeContents(cell)
  expect(range.getClientRects()).toHaveLength(1)
})
