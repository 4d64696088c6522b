import { expect, test, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import type { ListFilters } from '#src/crud/list/list-slots.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderList } from '../../support/list-page.tsx'
import { type Booking, bookings } from '../../support/memory-resource.ts'

function Broken(): never {
  throw new Error('no balance yet')
}

test('a list without slots has none of their places', async () => {
  const { page } = await renderList()
  await expect.element(page.getByRole('row', { name: /Booking 1/ })).toBeVisible()
  expect(page.getByRole('complementary').elements()).toHaveLength(0)
  expect(page.getByRole('group', { name: m.list_totals() }).elements()).toHaveLength(0)
  expect(page.getByRole('group', { name: m.list_filters() }).elements()).toHaveLength(0)
  expect(page.getByRole('button', { name: m.list_rowMore({ name: 'Booking 1' }) }).elements()).toHaveLength(0)
})

test('header, aside and totals get the search, the rows and what is chosen', async () => {
  await browser.viewport(1440, 900)
  const { page } = await renderList({
    page: {
      header: ({ search, total }) => <span>{`header ${search.page} ${total}`}</span>,
      aside: ({ chosen }) => <p>{`chosen ${chosen.map(({ name }) => name).join()}`}</p>,
      totals: ({ rows }) => <p>{`sum ${rows.reduce((sum, { cents }) => sum + cents, 0)}`}</p>,
    },
  })
  await expect.element(page.getByText('header 1 5')).toBeVisible()
  await expect.element(page.getByRole('group', { name: m.list_totals() })).toHaveTextContent('sum 1500')
  const search = page.getByRole('textbox', { name: m.crud_search() }).element()
  expect(search.getBoundingClientRect().width).toBeGreaterThan(150)
  await page.getByRole('checkbox', { name: m.list_select({ name: 'Booking 2' }) }).click()
  const aside = page.getByRole('complementary', { name: m.list_aside() })
  await expect.element(aside).toHaveTextContent('chosen Booking 2')
  const box = () => aside.element().getBoundingClientRect()
  const grid = () => page.getByRole('grid').element().getBoundingClientRect()
  expect(box().left).toBeGreaterThan(grid().left + 400)
  // It is as high as the list.
  expect(box().bottom).toBeGreaterThanOrEqual(grid().bottom)
  await browser.viewport(390, 844)
  await expect.poll(() => box().top).toBeGreaterThan(grid().bottom)
})

test('a slot that cannot be shown leaves a mark with the reason, and the list works', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { page } = await renderList({
    page: {
      header: () => <Broken />,
      totals: () => {
        throw new Error('no totals')
      },
    },
  })
  await expect.element(page.getByTitle('no balance yet')).toBeVisible()
  await expect.element(page.getByRole('group', { name: m.list_totals() }).getByText('no totals')).toBeInTheDocument()
  await page.getByRole('checkbox', { name: m.list_select({ name: 'Booking 2' }) }).click()
  await expect.element(page.getByText(m.bulk_selected({ count: '1' }))).toBeVisible()
  expect(logged).toHaveBeenCalled()
})

test('an empty list shows its own content, but not while conditions hide the rows', async () => {
  const empty = () => <p>Book the first payment.</p>
  const { page } = await renderList({ rows: [], page: { empty, emptyHint: 'a hint' } })
  await expect.element(page.getByText('Book the first payment.')).toBeVisible()
  expect(page.getByText('a hint').elements()).toHaveLength(0)
  const { page: other } = await renderList({ rows: [], search: { quickSearch: 'x' }, page: { empty } })
  await expect.element(other.getByText(m.list_noMatch())).toBeVisible()
})

test('a row opens with its button, by mouse and by key, and Escape returns to the button', async () => {
  await browser.viewport(1200, 800)
  const expand = (row: Booking) => (
    <p>
      booked as <button type="button">{`receipt ${row.id}`}</button>
    </p>
  )
  const { page } = await renderList({ page: { expand } })
  const more = page.getByRole('button', { name: m.list_rowMore({ name: 'Booking 2' }) })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  const region = page.getByRole('region', { name: m.list_rowMoreOf({ name: 'Booking 2' }) })
  await expect.element(region.getByText('receipt 2')).toBeVisible()
  const less = page.getByRole('button', { name: m.list_rowLess({ name: 'Booking 2' }) })
  await expect.element(less).toHaveAttribute('aria-expanded', 'true')
  expect(less.element().getAttribute('aria-controls')).toBe(region.element().id)
  // The keys of the list do not act inside of what is open.
  await region.getByRole('button').click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(region.getByRole('button')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(less).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  expect(region.elements()).toHaveLength(0)
})

test('what is open stays in view while columns scroll sideways, and as a card on a phone', async () => {
  await browser.viewport(700, 800)
  const expand = (row: Booking) => <p>{`more of ${row.id}`}</p>
  const { page } = await renderList({ page: { expand } })
  await page.getByRole('button', { name: m.list_rowMore({ name: 'Booking 1' }) }).click()
  const text = page.getByText('more of 1')
  const left = text.element().getBoundingClientRect().left
  const scroller = page.getByRole('grid').element().parentElement
  if (!scroller) throw new Error('no scroller')
  scroller.scrollLeft = 120
  expect(scroller.scrollLeft).toBe(120)
  expect(text.element().getBoundingClientRect().left).toBe(left)
  await browser.viewport(390, 844)
  await expect.element(text).toBeVisible()
  await expect.poll(() => text.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
})

test('in one long list, open rows have their place: what comes after them moves, and it is there again on the way back', async () => {
  await browser.viewport(1200, 800)
  const expand = (row: Booking) => <p style={{ height: 400 }}>{`receipt ${row.id}`}</p>
  const { page } = await renderList({ rows: bookings(400), search: { mode: 'scroll' }, page: { expand } })
  const second = page.getByRole('button', { name: m.list_rowMore({ name: 'Booking 2' }) })
  await expect.element(second).toBeVisible()
  const scroller = page.getByRole('grid').element().parentElement
  if (!scroller) throw new Error('no scroller')
  const closed = scroller.scrollHeight
  await second.click()
  await page.getByRole('button', { name: m.list_rowMore({ name: 'Booking 3' }) }).click()
  await expect.poll(() => scroller.scrollHeight).toBeGreaterThan(closed + 800)
  const open = scroller.scrollHeight
  scroller.scrollTop = open
  await expect.element(page.getByText('Booking 400', { exact: true })).toBeVisible()
  // Booking 2 and 3 are far out of sight and not rendered, but what they show has its height.
  await expect.poll(() => page.getByText('receipt 2', { exact: true }).elements()).toHaveLength(0)
  expect(scroller.scrollHeight).toBe(open)
  scroller.scrollTop = 0
  await expect.element(page.getByText('receipt 2', { exact: true })).toBeVisible()
})

test('in one long list, an open row that is not found any more takes no place', async () => {
  await browser.viewport(1200, 800)
  const expand = (row: Booking) => <p style={{ height: 400 }}>{`receipt ${row.id}`}</p>
  const rows = bookings(400)
  const { page } = await renderList({ rows, search: { mode: 'scroll' }, page: { expand, filters: kinds } })
  const scroller = () => page.getByRole('grid').element().parentElement
  const find = async (kind: string, count: number) => {
    await page.getByRole('combobox', { name: 'Kind of booking' }).selectOptions(kind)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1))
  }
  await find('in', 200)
  await expect.element(page.getByText('Booking 3', { exact: true })).toBeVisible()
  const found = scroller()?.scrollHeight ?? 0
  await find('', 400)
  await page.getByRole('button', { name: m.list_rowMore({ name: 'Booking 2' }) }).click()
  await expect.element(page.getByText('receipt 2', { exact: true })).toBeVisible()
  await find('in', 200)
  scroller()?.scrollTo(0, found)
  await expect.element(page.getByText('Booking 399', { exact: true })).toBeVisible()
  await expect.poll(() => page.getByText('Booking 3', { exact: true }).elements()).toHaveLength(0)
  expect(scroller()?.scrollHeight).toBe(found)
  scroller()?.scrollTo(0, 0)
  await find('', 400)
  await expect.element(page.getByText('receipt 2', { exact: true })).toBeVisible()
})

test('one open row that cannot be shown leaves the others', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const expand = (row: Booking) => {
    if (row.id === 1) throw new Error('no receipt')
    return <p>{`receipt ${row.id}`}</p>
  }
  const { page } = await renderList({ page: { expand } })
  await page.getByRole('button', { name: m.list_rowMore({ name: 'Booking 1' }) }).click()
  await page.getByRole('button', { name: m.list_rowMore({ name: 'Booking 2' }) }).click()
  await expect.element(page.getByRole('region').nth(0).getByText('no receipt')).toBeInTheDocument()
  await expect.element(page.getByRole('region').nth(1).getByText('receipt 2')).toBeVisible()
  expect(logged).toHaveBeenCalled()
})

const details = (row: Booking) => <p>{`all about ${row.name}`}</p>

test.each(['dialog', 'drawer'] as const)('details of its own show in a %s', async (detailsAs) => {
  await browser.viewport(1200, 800)
  const { page } = await renderList({ nodes: ['baseInfo/subject/index'], page: { details, detailsAs } })
  await page.getByRole('button', { name: m.crud_viewRow({ name: 'Booking 3' }) }).click()
  const dialog = page.getByRole('dialog', { name: 'Booking 3' })
  await expect.element(dialog.getByText('all about Booking 3')).toBeVisible()
  const box = dialog.element().getBoundingClientRect()
  if (detailsAs === 'drawer') expect(box.height).toBe(800)
  else expect(box.height).toBeLessThan(800)
  expect(dialog.getByText('Amount').elements()).toHaveLength(0)
})

const kinds = (filters: ListFilters<Booking>) => (
  <select
    aria-label="Kind of booking"
    value={String(filters.conditionOn('kind')?.operator === 'eq' ? 'in' : '')}
    onChange={(event) =>
      filters.set('kind', event.target.value ? { operator: 'eq', val: event.target.value } : undefined)
    }
  >
    <option value="">all</option>
    <option value="in">paid in</option>
  </select>
)

const notes = (filters: ListFilters<Booking>) => (
  <label>
    <input
      type="checkbox"
      checked={filters.conditionOn('note')?.operator === 'eq'}
      onChange={(event) => filters.set('note', event.target.checked ? { operator: 'eq', val: 'checked' } : undefined)}
    />
    Only what is checked
  </label>
)

test('a filter of its own writes the same conditions: in the URL and as a chip, in both directions', async () => {
  await browser.viewport(1200, 800)
  const { page, at } = await renderList({ page: { filters: notes } })
  const control = page.getByRole('checkbox', { name: 'Only what is checked' })
  await control.click()
  await expect.poll(() => at.search.filter).toEqual({ field: 'note', operator: 'eq', val: 'checked' })
  const chips = page.getByRole('list', { name: m.filter_active() })
  await chips.getByRole('button').click()
  await expect.element(control).not.toBeChecked()
  await expect.poll(() => at.search.filter).toBeUndefined()
})

test('a filter of its own and the values above the list show one condition, in both directions', async () => {
  await browser.viewport(1200, 800)
  const { page, at } = await renderList({ page: { filters: kinds } })
  const control = page.getByRole('combobox', { name: 'Kind of booking' })
  const quick = page.getByRole('button', { name: m.filter_quick({ field: 'Kind', value: 'Paid in' }) })
  await expect.element(quick).toHaveAttribute('aria-pressed', 'false')
  await control.selectOptions('in')
  await expect.poll(() => at.search.filter).toEqual({ field: 'kind', operator: 'eq', val: 'in' })
  await expect.poll(() => page.getByRole('row').elements()).toHaveLength(4)
  await expect.element(quick).toHaveAttribute('aria-pressed', 'true')
  expect(page.getByRole('list', { name: m.filter_active() }).elements()).toHaveLength(0)
  await quick.click()
  await expect.element(control).toHaveValue('')
  await expect.poll(() => at.search.filter).toBeUndefined()
  await quick.click()
  await expect.element(control).toHaveValue('in')
})
