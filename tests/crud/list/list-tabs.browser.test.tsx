import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { ListTabs } from '#src/crud/list/list-tabs.tsx'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderList } from '../../support/list-page.tsx'
import { bookingDescription } from '../../support/memory-resource.ts'

const tabs = [
  { key: 'all', label: () => 'All' },
  { key: 'in', label: () => 'Paid in', filter: { field: 'kind', operator: 'eq' as const, val: 'in' } },
]

type Frame = NonNullable<NonNullable<Parameters<typeof renderList>[0]>['frame']>

const filtered: Frame = (list, resource) => (
  <ListTabs {...list} label="Bookings" tabs={tabs} counted={resource}>
    {(props) => <ResourcePage {...props} resource={resource} description={bookingDescription} />}
  </ListTabs>
)

test('one list under filters of its own: the tab is in the URL, and its filter is no condition of the user', async () => {
  await browser.viewport(1200, 800)
  const { page, at, asked } = await renderList({ frame: filtered })
  await expect.element(page.getByRole('tab', { name: 'All', exact: false })).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('tab', { name: 'All', exact: false })).toHaveTextContent('All5')
  await expect.element(page.getByRole('tab', { name: 'Paid in', exact: false })).toHaveTextContent('Paid in3')
  await page.getByRole('tab', { name: 'Paid in', exact: false }).click()
  await expect.poll(() => page.getByRole('row').elements()).toHaveLength(4)
  expect(at.search.tab).toBe('in')
  expect(at.search.filter).toBeUndefined()
  expect(page.getByRole('list', { name: m.filter_active() }).elements()).toHaveLength(0)
  expect(asked.at(-1)?.filter).toContain('"kind"')
  at.back()
  await expect.poll(() => page.getByRole('row').elements()).toHaveLength(6)
})

test('the search of a tab is there again when the user comes back to it', async () => {
  await browser.viewport(1200, 800)
  const { page, at } = await renderList({ frame: filtered, search: { tab: 'in', order: '-name' } })
  await expect
    .element(page.getByRole('tab', { name: 'Paid in', exact: false }))
    .toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'All', exact: false }).click()
  await expect.poll(() => at.search.order).toBe('')
  expect(at.search.tab).toBeUndefined()
  await page.getByRole('tab', { name: 'Paid in', exact: false }).click()
  await expect.poll(() => at.search.order).toBe('-name')
})

test('what is done to all found rows of a tab concerns only rows of the tab', async () => {
  await browser.viewport(1200, 800)
  const chosen: unknown[] = []
  const { page } = await renderList({
    search: { tab: 'in', limit: 2 },
    frame: (list, resource) => (
      <ListTabs {...list} label="Bookings" tabs={tabs}>
        {(props) => (
          <ResourcePage
            {...props}
            resource={resource}
            description={bookingDescription}
            bulkActions={[
              {
                key: 'check',
                node: 'baseInfo/subject/edit',
                label: () => 'Check off',
                icon: null,
                run: async (target) => {
                  chosen.push(target)
                  return { msg: 'Checked' }
                },
              },
            ]}
          />
        )}
      </ListTabs>
    ),
  })
  await page.getByRole('checkbox', { name: m.list_selectPage() }).click()
  await page.getByRole('button', { name: m.bulk_selectAll({ count: '3' }) }).click()
  await page.getByRole('button', { name: 'Check off' }).click()
  await expect.poll(() => chosen).toHaveLength(1)
  expect(chosen[0]).toEqual({ query: { quickSearch: '', filter: tabs[1]?.filter }, count: 3 })
})

test('arrow keys pass the tabs, Enter opens one, and an unknown tab is the first', async () => {
  await browser.viewport(1200, 800)
  const { page, at } = await renderList({ frame: filtered, search: { tab: 'gone' } })
  const first = page.getByRole('tab', { name: 'All', exact: false })
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  first.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: 'Paid in', exact: false })).toHaveFocus()
  expect(at.search.tab).toBe('gone')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => at.search.tab).toBe('in')
})

test('several lists on one page', async () => {
  await browser.viewport(1200, 800)
  const two = [
    { key: 'one', label: () => 'One' },
    { key: 'two', label: () => 'Two' },
  ]
  const { page } = await renderList({
    frame: (list, resource) => (
      <ListTabs {...list} label="Lists" tabs={two}>
        {(props, tab) =>
          tab === 'one' ? (
            <ResourcePage {...props} resource={resource} description={bookingDescription} />
          ) : (
            <p>the other list</p>
          )
        }
      </ListTabs>
    ),
  })
  await page.getByRole('tab', { name: 'Two' }).click()
  await expect.element(page.getByText('the other list')).toBeVisible()
  expect(page.getByRole('grid').elements()).toHaveLength(0)
})
