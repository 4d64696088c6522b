import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { CheckTree } from '#src/ui/check-tree.tsx'
import type { CheckedIds, CheckNode } from '#src/ui/check-tree-model.ts'
import { ruleTree } from '../support/rule-tree.ts'

type ShownProps = {
  given?: readonly CheckNode[]
  first?: readonly number[]
  stored?: CheckedIds
  onChange?(value: number[]): void
}

function Shown({ given = ruleTree, first = [], stored, onChange }: ShownProps) {
  const [value, setValue] = useState(first)
  return (
    <CheckTree
      label="Permissions"
      nodes={given}
      value={value}
      stored={stored}
      onChange={(next) => {
        setValue(next)
        onChange?.(next)
      }}
    />
  )
}

const tree = () => page.getByRole('tree', { name: 'Permissions' })
const line = (name: string, at = 0) => page.getByRole('treeitem', { name, exact: true }).nth(at)
/** The label of the line that the tree names to screen readers as the current one. */
const current = () => {
  const named = document.getElementById(tree().element().getAttribute('aria-activedescendant') ?? '')
  return named?.querySelector('[title]')?.getAttribute('title')
}

test('a press checks a node with all below it, and the parent above is half-checked', async () => {
  const onChange = vi.fn()
  await render(<Shown onChange={onChange} />)
  await page.getByRole('button', { name: m.checkTree_openAll() }).click()
  await line('Organizations').click()
  expect(onChange).toHaveBeenLastCalledWith([10, 11, 12])
  await expect.element(line('Organizations')).toHaveAttribute('aria-checked', 'true')
  await expect.element(line('View')).toHaveAttribute('aria-checked', 'true')
  await expect.element(line('Base')).toHaveAttribute('aria-checked', 'mixed')
  await expect.element(line('Subjects')).toHaveAttribute('aria-checked', 'false')
  await expect.element(page.getByText(m.checkTree_count({ count: 2, total: 5 }))).toBeVisible()
})

test('what the user may not grant keeps its state', async () => {
  const onChange = vi.fn()
  await render(<Shown first={[22]} stored="leaves" onChange={onChange} />)
  await page.getByRole('button', { name: m.checkTree_openAll() }).click()
  await expect.element(line('Delete')).toHaveAttribute('aria-disabled', 'true')
  await line('Delete').click({ force: true })
  expect(onChange).not.toHaveBeenCalled()
  await page.getByRole('button', { name: m.checkTree_all(), exact: true }).click()
  expect(onChange).toHaveBeenLastCalledWith([11, 12, 21, 22, 2])
  await page.getByRole('button', { name: m.checkTree_none() }).click()
  expect(onChange).toHaveBeenLastCalledWith([22])
})

test('the keys of a tree move, open, close and check', async () => {
  const onChange = vi.fn()
  await render(<Shown stored="leaves" onChange={onChange} />)
  await userEvent.tab()
  await userEvent.tab()
  while (document.activeElement !== tree().element()) await userEvent.tab()
  expect(current()).toBe('Base')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(line('Base')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{ArrowRight}')
  expect(current()).toBe('Organizations')
  await userEvent.keyboard('*')
  await expect.element(line('Organizations')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(line('Subjects')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{End}')
  expect(current()).toBe('Home')
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}')
  expect(current()).toBe('Subjects')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(line('Subjects')).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard(' ')
  expect(onChange).toHaveBeenLastCalledWith([21])
  await expect.element(line('Subjects')).toHaveAttribute('aria-checked', 'mixed')
  await userEvent.keyboard('{Home}')
  expect(current()).toBe('Base')
  await userEvent.keyboard('ad')
  expect(current()).toBe('Add')
})

test('each line tells its level and its place', async () => {
  await render(<Shown />)
  await page.getByRole('button', { name: m.checkTree_openAll() }).click()
  await expect.element(line('Subjects')).toHaveAttribute('aria-level', '2')
  await expect.element(line('Subjects')).toHaveAttribute('aria-posinset', '2')
  await expect.element(line('Subjects')).toHaveAttribute('aria-setsize', '2')
  await expect.element(line('Home')).not.toHaveAttribute('aria-expanded')
})

test('a search keeps what is above a match visible, and all reaches only what was found', async () => {
  const onChange = vi.fn()
  await render(<Shown stored="leaves" onChange={onChange} />)
  await page.getByRole('textbox', { name: m.checkTree_search({ name: 'Permissions' }) }).fill('subject/')
  await expect.element(line('Base')).toBeVisible()
  await expect.element(line('Subjects')).toBeVisible()
  await expect.element(line('View subject/index')).toBeVisible()
  expect(page.getByRole('treeitem').elements()).toHaveLength(3)
  await page.getByRole('button', { name: m.checkTree_all(), exact: true }).click()
  expect(onChange).toHaveBeenLastCalledWith([21])
  await page.getByRole('textbox', { name: m.checkTree_search({ name: 'Permissions' }) }).fill('nowhere')
  await expect.element(page.getByRole('status')).toHaveTextContent(m.ui_noMatch())
  expect(page.getByRole('tree').element()).toHaveTextContent('')
  await page.getByRole('textbox', { name: m.checkTree_search({ name: 'Permissions' }) }).fill('')
  expect(page.getByRole('treeitem').elements()).toHaveLength(2)
})

test('rows that the user may not see are told and stay', async () => {
  const onChange = vi.fn()
  await render(<Shown first={[404]} onChange={onChange} />)
  await expect.element(page.getByText(m.checkTree_unseen({ count: 1 }), { exact: false })).toBeVisible()
  await line('Home').click()
  expect(onChange).toHaveBeenLastCalledWith([404, 2])
})

test('of twenty thousand nodes only the visible lines are drawn, and the last one is reached', async () => {
  const many: CheckNode[] = Array.from({ length: 20_000 }, (_, at) => ({
    id: at + 1,
    parent: at === 0 ? null : at < 200 ? 1 : 2 + (at % 199),
    label: `Place ${at + 1}`,
  }))
  const onChange = vi.fn()
  await render(<Shown given={many} stored="branches" onChange={onChange} />)
  await page.getByRole('button', { name: m.checkTree_openAll() }).click()
  expect(page.getByRole('treeitem').elements().length).toBeLessThan(100)
  await line('Place 1').click()
  expect(onChange).toHaveBeenLastCalledWith([1])
  tree().element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(current).toMatch(/^Place \d+$/)
  expect(current()).not.toBe('Place 1')
  await userEvent.keyboard(' ')
  await expect.element(line('Place 1')).not.toBeInTheDocument()
  expect(onChange.mock.lastCall?.[0].length).toBeGreaterThan(200)
})

test('on a narrow screen nothing leaves the box', async () => {
  await page.viewport(390, 800)
  await render(<Shown given={[{ id: 1, parent: null, label: 'An organization with a very long name '.repeat(4) }]} />)
  expect(tree().element().scrollWidth).toBeLessThanOrEqual(tree().element().clientWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
