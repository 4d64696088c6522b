import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { FilterPanel } from '#src/crud/query/filter-panel.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import { label } from '../../support/label.ts'

const description: Description = {
  key: 'subject',
  menu: 'baseInfo/subject',
  title: label('Rooms'),
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: label('Name') },
    { name: 'price', type: 'money', label: label('Rent') },
    { name: 'builtOn', type: 'date', label: label('Built on') },
    { name: 'seats', type: 'integer', label: label('Seats') },
    { name: 'opened', type: 'datetime', label: label('Opened') },
    { name: 'bell', type: 'time', label: label('Bell') },
    { name: 'hidden', type: 'text', label: label('Hidden'), noFilter: true },
  ],
  quickSearch: ['name'],
  sorts: ['name'],
  defaultOrder: 'id,asc',
}
const resource = crudClient<unknown, Record<string, unknown>>('subject')

function Example({
  first,
  onFilter,
  onClose,
}: {
  first?: FilterTree
  onFilter: (f?: FilterTree) => void
  onClose?(): void
}) {
  const [filter, setFilter] = useState(first)
  return (
    <>
      <FilterPanel
        choicesOf={resource.choices}
        description={description}
        filter={filter}
        onFilter={(next) => {
          onFilter(next)
          setFilter(next)
        }}
        onClose={onClose ?? (() => {})}
      />
      <button type="button" onClick={() => setFilter({ field: 'name', operator: 'eq', val: 'elsewhere' })}>
        link
      </button>
    </>
  )
}

const field = () => page.getByLabelText(m.filter_field(), { exact: true })
/** Chooses a field by a part of its name. */
const choose = async (name: string) => {
  await field().fill(name)
  await page.getByRole('option', { name }).click()
}
const operator = () => page.getByLabelText(m.filter_operator(), { exact: true })

test('an empty panel begins with a condition that says nothing yet; what is typed is followed at once with Enter', async () => {
  const onFilter = vi.fn()
  await render(<Example onFilter={onFilter} />)
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveValue('Name')
  await field().click()
  const options = page.getByRole('listbox').getByRole('option')
  await expect.element(options.first()).toBeVisible()
  const names = options.elements().map((one) => one.textContent)
  expect(names.slice(0, 3)).toEqual(['Name', 'Rent', 'Built on'])
  expect(names).not.toContain('Hidden')
  await userEvent.keyboard('{Escape}')
  await page.getByLabelText('Name', { exact: true }).fill('hall')
  await userEvent.keyboard('{Enter}')
  expect(onFilter).toHaveBeenCalledExactlyOnceWith({ field: 'name', operator: 'LIKE', val: 'hall' })
})

test('money is compared in cents, a range has two ends, and a half-typed one is not sent', async () => {
  const onFilter = vi.fn()
  await render(<Example onFilter={onFilter} />)
  await choose('Rent')
  await operator().selectOptions(m.filter_range())
  await page.getByLabelText(m.filter_from({ field: 'Rent' })).fill('1.50')
  await userEvent.keyboard('{Enter}')
  await page.getByLabelText(m.filter_to({ field: 'Rent' })).fill('20')
  await userEvent.keyboard('{Enter}')
  expect(onFilter).toHaveBeenLastCalledWith({ field: 'price', operator: 'RANGE', val: ['150', '2000'] })
})

test('a day is read as people write it, and picked from a calendar', async () => {
  const onFilter = vi.fn()
  await render(<Example onFilter={onFilter} />)
  await choose('Built on')
  await page.getByLabelText('Built on', { exact: true }).fill('2026年9月1日')
  await userEvent.keyboard('{Enter}')
  expect(onFilter).toHaveBeenLastCalledWith({ field: 'builtOn', operator: 'eq', val: '2026-09-01' })
  await page.getByRole('button', { name: m.ui_openCalendar() }).click()
  await page.getByRole('gridcell', { name: /15/ }).getByRole('button').click()
  await expect.element(page.getByLabelText('Built on', { exact: true })).toHaveValue('2026-09-15')
  await expect.poll(() => onFilter).toHaveBeenLastCalledWith({ field: 'builtOn', operator: 'eq', val: '2026-09-15' })
})

test.each([
  ['Rent', m.filter_eq, 'much', '1.50', '150', m.rule_float],
  ['Seats', m.filter_eq, '1.5', '１２', '12', m.rule_integer],
  ['Opened', m.filter_notBefore, '85', '2026-02-28', '2026-02-28', m.rule_date],
  ['Bell', m.filter_eq, '2561', '830', '08:30:00', m.rule_time],
])(
  'what is no value is said at its place and stays there to be put right: %s',
  async (name, said, bad, good, val, sentence) => {
    const onFilter = vi.fn()
    await render(<Example onFilter={onFilter} />)
    await choose(name)
    await operator().selectOptions(said())
    const value = page.getByLabelText(name, { exact: true })
    await value.fill(bad)
    await expect.element(page.getByText(sentence())).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(value).toHaveAccessibleErrorMessage(sentence())
    await userEvent.keyboard('{Tab}')
    await expect.element(value).toHaveValue(bad)
    expect(onFilter).not.toHaveBeenCalled()
    await value.fill(good)
    await expect.element(page.getByText(sentence())).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ val }))
  },
)

test('what a link brings is shown: money as people write it, and what is no number as it is', async () => {
  const conditions: FilterTree[] = [
    { field: 'price', operator: 'egt', val: '150' },
    { field: 'seats', operator: 'eq', val: 'many' },
  ]
  await render(<Example first={{ and: conditions }} onFilter={vi.fn()} />)
  await expect.element(page.getByLabelText('Rent', { exact: true })).toHaveValue('1.5')
  await expect.element(page.getByLabelText('Seats', { exact: true })).toHaveValue('many')
})

test('a value of the moment takes the place of a typed one', async () => {
  const onFilter = vi.fn()
  await render(<Example onFilter={onFilter} />)
  await choose('Built on')
  await page.getByLabelText(m.filter_kindOf({ field: 'Built on' })).selectOptions(m.filter_thisWeek())
  await expect.poll(() => onFilter).toHaveBeenLastCalledWith({ field: 'builtOn', operator: 'eq', dynamic: 'thisWeek' })
})

test('conditions stand in groups, of which all or any hold; a part taken away is gone from the filter', async () => {
  const onFilter = vi.fn()
  const one: FilterTree = { field: 'name', operator: 'eq', val: 'a' }
  const two: FilterTree = { field: 'name', operator: 'eq', val: 'b' }
  await render(<Example first={{ and: [one, { or: [one, two] }] }} onFilter={onFilter} />)
  const joins = page.getByLabelText(m.filter_join())
  await expect.element(joins.first()).toHaveValue('and')
  await expect.element(joins.last()).toHaveValue('or')
  await joins.first().selectOptions(m.filter_any())
  await page
    .getByRole('button', { name: m.filter_remove({ field: 'Name' }) })
    .first()
    .click()
  await expect.poll(() => onFilter).toHaveBeenLastCalledWith({ or: [one, two] })
  await page.getByRole('button', { name: m.filter_reset() }).click()
  expect(onFilter).toHaveBeenLastCalledWith(undefined)
})

test('a filter that comes from elsewhere is shown, and Escape closes', async () => {
  const onClose = vi.fn()
  await render(<Example first={{ field: 'name', operator: 'eq', val: 'a' }} onFilter={vi.fn()} onClose={onClose} />)
  await page.getByRole('button', { name: 'link' }).click()
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('elsewhere')
  await page.getByLabelText('Name', { exact: true }).click()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

/** The first filter that is sent comes back only when the test says so. */
function Late() {
  const [filter, setFilter] = useState<FilterTree>()
  const sent = useRef<FilterTree>(undefined)
  const onFilter = (next?: FilterTree) => {
    sent.current ??= next
  }
  return (
    <>
      <FilterPanel
        choicesOf={resource.choices}
        description={description}
        filter={filter}
        onFilter={onFilter}
        onClose={() => {}}
      />
      <button type="button" onClick={() => setFilter(sent.current)}>
        arrive
      </button>
    </>
  )
}

test('what is written while a filter is on its way stays when that arrives', async () => {
  await render(<Late />)
  const value = page.getByLabelText('Name', { exact: true })
  await value.fill('ha')
  await userEvent.keyboard('{Enter}')
  await value.fill('hall')
  await page.getByRole('button', { name: 'arrive' }).click()
  await expect.element(page.getByRole('button', { name: 'arrive' })).toHaveFocus()
  await expect.element(value).toHaveValue('hall')
})
