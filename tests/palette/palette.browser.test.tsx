import { Activity, useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { offeredActions, type PaletteAction, useActions, wantAction } from '#src/layout/palette/palette-actions.ts'
import { PaletteDialog } from '#src/layout/palette/palette-dialog.tsx'
import type { PaletteEntry, PaletteGroup } from '#src/layout/palette/palette-entries.tsx'
import type { FindRecords, RecordAnswer, RecordGroup } from '#src/layout/palette/use-records.ts'
import '../../app/styles.css'

const run = vi.fn()
afterEach(() => run.mockReset())

const entry = (group: PaletteGroup, title: string, alias = '', hint = ''): PaletteEntry => ({
  id: `${group} ${title}`,
  group,
  title,
  alias,
  hint,
  icon: null,
  weight: 0,
  run: () => run(title),
})

const entries = [
  entry('recent', '控制台', 'Dashboard'),
  entry('pages', '组织机构', 'Organizations', '基础信息'),
  entry('pages', '用户管理', 'User management'),
  ...Array.from({ length: 30 }, (_, index) => entry('actions', `操作 ${index}`)),
]

function Page() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={button} type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <PaletteDialog open={open} onClose={() => setOpen(false)} entries={entries} from={button.current} />
    </>
  )
}

async function openDialog() {
  const page = await render(<Page />)
  await page.getByRole('button', { name: 'open' }).click()
  const field = page.getByRole('combobox', { name: m.palette_placeholder() })
  await expect.element(field).toHaveFocus()
  return { page, field }
}

test('it opens with its groups and the first entry at hand; arrows walk through all of them and around', async () => {
  const { page, field } = await openDialog()
  await expect.element(page.getByRole('group', { name: m.palette_recent() })).toBeVisible()
  await expect.element(page.getByRole('group', { name: m.palette_here() })).not.toBeInTheDocument()
  const at = (name: string) => page.getByRole('option', { name, exact: true })
  await expect.element(page.getByRole('option').first()).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option').nth(1)).toHaveAttribute('data-highlighted')
  await expect.element(field).toHaveAttribute('aria-activedescendant', page.getByRole('option').nth(1).element().id)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(at('操作 29')).toHaveAttribute('data-highlighted')
  await expect.element(at('操作 29')).toBeInViewport()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => run).toHaveBeenCalledExactlyOnceWith('操作 29')
})

test('what is typed finds by title, other language and first letters, the best at hand; Enter takes it', async () => {
  const { page, field } = await openDialog()
  for (const text of ['用户', 'user', 'yhgl']) {
    await field.fill(text)
    await expect.element(page.getByRole('option')).toHaveLength(1)
    await expect.element(page.getByRole('option')).toHaveAttribute('data-highlighted')
  }
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => run).toHaveBeenCalledExactlyOnceWith('用户管理')
  await expect.element(page.getByRole('button', { name: 'open' })).toHaveFocus()
})

test('quick hands lose nothing: keys count from the moment on that the field is there', async () => {
  const page = await render(<Page />)
  let focused: Element | null = null
  const watch = new MutationObserver(() => {
    const field = document.querySelector('input[role=combobox]')
    if (!(field instanceof HTMLInputElement)) return
    watch.disconnect()
    focused = document.activeElement
    // The text and Enter arrive without a render in between, as from a real browser.
    field.setRangeText('用户')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  watch.observe(document.body, { childList: true, subtree: true })
  await page.getByRole('button', { name: 'open' }).click()
  await expect.poll(() => run).toHaveBeenCalledExactlyOnceWith('用户管理')
  expect(focused).toHaveAttribute('role', 'combobox')
  await expect.element(page.getByRole('button', { name: 'open' })).toHaveFocus()
})

test('Esc closes it without effect and gives the focus back; the next time it is empty again', async () => {
  const { page, field } = await openDialog()
  await field.fill('user')
  // The field has the focus a frame before the dialog listens, and hides the page behind it.
  await expect.element(page.getByRole('button', { name: 'open' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'open' })).toHaveFocus()
  expect(run).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'open' }).click()
  await expect.element(field).toHaveValue('')
})

test('a click takes an entry', async () => {
  const { page } = await openDialog()
  await page.getByRole('option', { name: '组织机构', exact: false }).click()
  await expect.poll(() => run).toHaveBeenCalledExactlyOnceWith('组织机构')
})

test('nothing found is said, with what else to try', async () => {
  const { page, field } = await openDialog()
  await field.fill('xyz')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(m.palette_nothing({ query: 'xyz' }) + m.palette_nothingHint())
  await userEvent.keyboard('{Enter}')
  expect(run).not.toHaveBeenCalled()
  // Tab does not stop at an empty list.
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveFocus()
})

test('what took too long to search is named, and is searched longer at a press; what was found stays meanwhile', async () => {
  const subjects: RecordGroup = { key: 'subject', menu: 'subject', edit: false, list: [], total: 1, more: false }
  const asked: boolean[] = []
  const found = Promise.withResolvers<RecordAnswer>()
  const find: FindRecords = async (_text, longer) => {
    asked.push(longer)
    return longer ? found.promise : { groups: [subjects], late: ['organization'] }
  }
  const recordsOf = (groups: readonly RecordGroup[]) =>
    groups.map(({ key }) => ({
      key,
      title: key,
      icon: null,
      found: [{ entry: entry('pages', key), marks: new Set<number>() }],
    }))
  const page = await render(
    <PaletteDialog
      open
      onClose={() => {}}
      entries={[]}
      from={null}
      find={find}
      recordsOf={recordsOf}
      titleOf={() => '组织机构'}
    />,
  )
  const field = page.getByRole('combobox', { name: m.palette_placeholder() })
  await field.fill('学')
  await expect.element(page.getByText(m.palette_late({ names: '组织机构' }))).toBeVisible()
  await page.getByRole('button', { name: m.palette_longer() }).click()
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByText(m.palette_searching())).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'subject' })).toBeVisible()
  found.resolve({ groups: [subjects, { ...subjects, key: 'school' }], late: [] })
  await expect.element(page.getByRole('option', { name: 'school' })).toBeVisible()
  await expect.element(page.getByText(m.palette_late({ names: '组织机构' }))).not.toBeInTheDocument()
  expect(asked).toEqual([false, true])
  await field.fill('学校')
  await expect.element(page.getByText(m.palette_late({ names: '组织机构' }))).toBeVisible()
  expect(asked).toEqual([false, true, false])
})

const action = (id: string): PaletteAction => ({ id, say: () => id, run: () => run(id) })

function Offering({ ids }: { ids: string[] }) {
  useActions(ids.map(action))
  return null
}

test('a page offers what it can do only while it is the one on screen, and always what holds now', async () => {
  const offered = () => offeredActions().map(({ id }) => id)
  const pages = (shown: string, ids: string[]) => (
    <>
      <Activity mode={shown === 'one' ? 'visible' : 'hidden'}>
        <Offering ids={ids} />
      </Activity>
      <Activity mode={shown === 'two' ? 'visible' : 'hidden'}>
        <Offering ids={['other']} />
      </Activity>
    </>
  )
  const page = await render(pages('one', ['add']))
  expect(offered()).toEqual(['add'])
  await page.rerender(pages('one', ['add', 'export']))
  expect(offered()).toEqual(['add', 'export'])
  await page.rerender(pages('two', ['add']))
  expect(offered()).toEqual(['other'])
  await page.unmount()
  expect(offered()).toEqual([])
})

test('an action that is wanted of a page runs once when that page comes, and of no other page', async () => {
  const here = window.location.pathname
  wantAction('add', `${here}/elsewhere`)
  const one = await render(<Offering ids={['add']} />)
  expect(run).not.toHaveBeenCalled()
  await one.unmount()
  wantAction('add', here)
  const two = await render(<Offering ids={['add']} />)
  expect(run).toHaveBeenCalledExactlyOnceWith('add')
  await two.unmount()
  await render(<Offering ids={['add']} />)
  expect(run).toHaveBeenCalledOnce()
})
