import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelAfterWord, pluralLabel } from '#src/resource/label.ts'
import type { StandardVerb } from '#src/resource/registry.ts'
import { renderList } from '../../support/list-page.tsx'
import { bookingDescription, bookings } from '../../support/memory-resource.ts'

const verbs = ['index', 'add', 'edit', 'del']
const nodes = verbs.map((verb) => `test/visits/${verb}`)

const add = () => m.crud_addTitle({ title: labelAfterWord(bookingDescription.title) })

/** The list of a resource with these verbs, for a user who holds every node. @returns also the names of all buttons */
async function listWith(offered: readonly StandardVerb[], base?: readonly ['createTime']) {
  const description = { ...bookingDescription, key: 'visits', menu: 'test/visits', verbs: offered, base }
  await screen.viewport(1280, 800)
  const { page } = await renderList({ rows: bookings(1), nodes, page: { description } })
  await expect.element(page.getByText('Booking 1')).toBeVisible()
  const buttons = page.getByRole('button').elements()
  return { page, names: buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '') }
}

test('a list that is only read offers to look, to export and to print, and shows when a row was made', async () => {
  const { page, names } = await listWith(['index'], ['createTime'])
  expect(names).toEqual(
    expect.arrayContaining([m.export_title(), m.list_print(), m.crud_viewRow({ name: 'Booking 1' })]),
  )
  const others: string[] = [
    m.transfer_open(),
    m.crud_more({ name: 'Booking 1' }),
    m.deleted_open(),
    m.history_open(),
    add(),
  ]
  expect(names.filter((name) => others.includes(name))).toEqual([])
  await expect.element(page.getByRole('columnheader', { name: m.list_createTime() })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: m.list_updateTime() })).not.toBeInTheDocument()
})

test('a ledger offers to add and to import, shows when a row was made, and has history and copy in the menu of a row', async () => {
  const { page, names } = await listWith(['index', 'add'])
  expect(names).toEqual(expect.arrayContaining([m.transfer_open()]))
  expect(names).toContain(add())
  expect(names).not.toContain(m.deleted_open())
  await expect.element(page.getByRole('columnheader', { name: m.list_createTime() })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: m.list_updateTime() })).not.toBeInTheDocument()
  await page.getByRole('button', { name: m.crud_more({ name: 'Booking 1' }) }).click()
  await expect.element(page.getByRole('menuitem', { name: m.history_open() })).toBeVisible()
  const items = page.getByRole('menuitem').elements()
  expect(items.map((item) => item.textContent)).toEqual([m.crud_view(), m.history_open(), m.crud_copy()])
})

test('rows that are edited show when they were changed', async () => {
  const { page } = await listWith(['index', 'edit'])
  await expect.element(page.getByRole('columnheader', { name: m.list_updateTime() })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: m.list_createTime() })).not.toBeInTheDocument()
})

test('an empty list tells how to begin only to those who add rows', async () => {
  await screen.viewport(1280, 800)
  const { page } = await renderList({ rows: [], nodes: ['baseInfo/subject/index'], page: { emptyHint: 'a hint' } })
  await expect
    .element(page.getByText(m.list_empty({ title: labelAfterWord(pluralLabel(bookingDescription)) })))
    .toBeVisible()
  expect(page.getByText('a hint').elements()).toHaveLength(0)
  expect(page.getByText(m.list_emptyHint()).elements()).toHaveLength(0)
  await page.unmount()
  const { page: other } = await renderList({ rows: [] })
  await expect.element(other.getByText(m.list_emptyHint())).toBeVisible()
})
