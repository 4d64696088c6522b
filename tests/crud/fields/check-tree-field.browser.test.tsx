import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import type { ChoiceSource, WantedLevels } from '#src/crud/calls/choice-source.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldOf } from '#src/resource/description.ts'
import type { CheckNode } from '#src/ui/check-tree-model.ts'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

const field: FieldOf<'relation'> = {
  name: 'places',
  type: 'relation',
  resource: 'organization',
  label: label('Places'),
  multiple: true,
  tree: true,
  look: 'checkboxes',
  checked: 'branches',
}

const source = (tooMany = false): ChoiceSource => ({
  key: ['places'],
  load: async () => ({ list: [], more: false }),
  names: async () => [],
  whole: async () => ({ nodes: tooMany ? [] : small, tooMany }),
  levels: async () => ({ nodes: small, complete: true, found: [] }),
})

/**
 * A large tree: province 1 with 40 cities (100 to 139), and below each 50 schools (100000 to 139049). It answers with
 * whole levels, as the server does.
 */
const all: CheckNode[] = [{ id: 1, parent: null, label: 'Province' }]
for (let city = 100; city < 140; city++) {
  all.push({ id: city, parent: 1, label: `City ${city}` })
  for (let at = 0; at < 50; at++) all.push({ id: city * 1000 + at, parent: city, label: `School ${city}-${at}` })
}

function largeSource(asked: WantedLevels[] = []): ChoiceSource {
  const byId = new Map(all.map((node) => [node.id, node]))
  const levelsAround = (ids: readonly number[]) => {
    const parents = new Set<number | null>([null])
    for (const id of ids) for (let one = byId.get(id); one; one = byId.get(one.parent ?? 0)) parents.add(one.parent)
    return parents
  }
  return {
    ...source(),
    whole: async () => ({ nodes: [], tooMany: true }),
    levels: async (query) => {
      asked.push(query)
      const found = 'quickSearch' in query ? all.filter(({ label }) => label.includes(query.quickSearch)) : []
      const first = found.slice(0, 50).map(({ id }) => id)
      const parents =
        'parent' in query
          ? new Set<number | null>([query.parent])
          : levelsAround('values' in query ? query.values : first)
      const nodes = all.filter(({ parent }) => parents.has(parent)).map((node) => ({ ...node, more: node.id < 1000 }))
      return { nodes, complete: false, found: first }
    },
  }
}

const small: CheckNode[] = [
  { id: 1, parent: null, label: 'Province' },
  { id: 2, parent: 1, label: 'City', hint: '4401' },
  { id: 3, parent: 1, label: 'County' },
]

test('a field with checkboxes stores the highest checked rows', async () => {
  const { page, save, sent } = await renderForm([field], { choices: { places: source() } })
  await page.getByRole('button', { name: m.checkTree_openAll() }).click()
  await page.getByRole('treeitem', { name: 'City 4401' }).click()
  await expect.element(page.getByRole('treeitem', { name: 'Province' })).toHaveAttribute('aria-checked', 'mixed')
  await page.getByRole('treeitem', { name: 'County' }).click()
  await expect.element(page.getByRole('treeitem', { name: 'Province' })).toHaveAttribute('aria-checked', 'true')
  await save()
  expect(await sent()).toEqual({ places: [1] })
})

test('what is stored is checked, with all below it', async () => {
  const { page } = await renderForm([field], { choices: { places: source() }, saved: { places: [1] } })
  await page.getByRole('button', { name: m.checkTree_openAll() }).click()
  await expect.element(page.getByRole('treeitem', { name: 'County' })).toHaveAttribute('aria-checked', 'true')
})

test('a tree that is too large for a list of its rows says so and keeps the value', async () => {
  const { page } = await renderForm([{ ...field, checked: 'leaves' }], {
    choices: { places: source(true) },
    saved: { places: [1] },
  })
  await expect.element(page.getByText(m.checkTree_tooMany())).toBeVisible()
})

/** A form with a large tree. `line`: the row of the tree with this name. */
async function large(saved: readonly number[], asked: WantedLevels[] = []) {
  const form = await renderForm([field], { choices: { places: largeSource(asked) }, saved: { places: [...saved] } })
  const line = (name: string) => form.page.getByRole('treeitem', { name, exact: true })
  const open = async (name: string) => {
    await line(name).click({ trial: true })
    form.page.getByRole('tree').element().focus()
    const [chevron] = line(name).element().children
    if (chevron instanceof HTMLElement) chevron.click()
  }
  return { ...form, line, open }
}

test('a large tree loads a level when it is opened, and a branch is checked without what is below it', async () => {
  const asked: WantedLevels[] = []
  const { line, open, save, sent, page } = await large([], asked)
  await open('Province')
  await expect.element(line('City 100')).toBeVisible()
  await line('City 100').click()
  await expect.element(line('Province')).toHaveAttribute('aria-checked', 'mixed')
  await open('City 100')
  await expect.element(line('School 100-0')).toHaveAttribute('aria-checked', 'true')
  await line('School 100-0').click()
  await expect.element(line('City 100')).toHaveAttribute('aria-checked', 'mixed')
  expect(asked).toEqual([{ values: [] }, { parent: 1 }, { parent: 100 }])
  await expect.element(page.getByText(m.checkTree_branches({ count: 49 }))).toBeVisible()
  await line('School 100-0').click()
  await save()
  expect(await sent()).toEqual({ places: [100] })
})

test('a branch whose rows are not loaded is half-checked when one of them is stored', async () => {
  const { line, open, save, sent } = await large([105_003, 110])
  await expect.element(line('Province')).toHaveAttribute('aria-checked', 'mixed')
  await open('Province')
  await expect.element(line('City 105')).toHaveAttribute('aria-checked', 'mixed')
  await expect.element(line('City 110')).toHaveAttribute('aria-checked', 'true')
  await expect.element(line('City 100')).toHaveAttribute('aria-checked', 'false')
  // One press checks the whole branch in place of the one row.
  await line('City 105').click()
  await save()
  expect(await sent()).toEqual({ places: [105, 110] })
})

test('many chosen rows are looked up one query after the other, before the tree is shown', async () => {
  const asked: WantedLevels[] = []
  const chosen = all.filter(({ id }) => id > 1000 && id % 4 === 0).map(({ id }) => id)
  const { line, page } = await large(chosen, asked)
  await expect.element(line('Province')).toHaveAttribute('aria-checked', 'mixed')
  await expect.element(page.getByText(m.checkTree_branches({ count: chosen.length }))).toBeVisible()
  // Each level brings its other rows, so that fewer queries than lists of 200 are needed.
  expect(asked.map((query) => 'values' in query && query.values.length)).toEqual([200, 200, expect.any(Number)])
})

test('a search finds rows that were not loaded, below what is above them', async () => {
  const { line, page, save, sent } = await large([107])
  await page.getByRole('textbox', { name: m.checkTree_search({ name: 'Places' }) }).fill('107-4')
  await expect.element(line('School 107-4')).toHaveAttribute('aria-checked', 'true')
  await expect.element(line('City 108')).not.toBeInTheDocument()
  await line('School 107-4').click()
  await expect.element(line('City 107')).toHaveAttribute('aria-checked', 'mixed')
  await page.getByRole('textbox', { name: m.checkTree_search({ name: 'Places' }) }).fill('School')
  await expect.element(page.getByText(m.checkTree_more())).toBeVisible()
  await save()
  const { places } = (await sent()) as { places: number[] }
  expect(places).toHaveLength(49)
  expect(places).not.toContain(107_004)
})

test('keys open a level that is not loaded', async () => {
  const { line, page } = await large([])
  page.getByRole('tree').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(line('City 100')).toBeVisible()
  await userEvent.keyboard('{ArrowRight} ')
  await expect.element(line('City 100')).toHaveAttribute('aria-checked', 'true')
})

test('a level that does not come says so, and is tried again', async () => {
  const works = largeSource()
  let isDown = false
  const choices: ChoiceSource = {
    ...works,
    levels: async (query, signal) => {
      if (isDown) throw new BackendError(503, 'Busy now')
      if (!works.levels) throw new Error('no levels')
      return works.levels(query, signal)
    },
  }
  const { page } = await renderForm([field], { choices: { places: choices } })
  const province = page.getByRole('treeitem', { name: 'Province' })
  await expect.element(province).toBeVisible()
  isDown = true
  page.getByRole('tree').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByText(m.failure_safe({ reason: 'Busy now' }))).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(page.getByRole('treeitem', { name: 'City 100' })).toBeVisible()
  await expect.element(page.getByText(m.failure_safe({ reason: 'Busy now' }))).not.toBeInTheDocument()
})
