import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import type { DeleteAnswer } from '#src/crud/calls/crud-client.ts'
import { DeleteDialog } from '#src/crud/row/delete-dialog.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { PermissionProvider } from '#src/layout/can.tsx'

type Del = (key: string) => Promise<DeleteAnswer>

const answer: DeleteAnswer = { data: { count: 1, changeSetId: 7 }, msg: 'Deleted' }

type ExampleProps = Pick<ComponentProps<typeof DeleteDialog>, 'uses' | 'onOpen'> & { del: Del; onDeleted?(): void }

function Example({ onDeleted = () => {}, ...rest }: ExampleProps) {
  const [name, setName] = useState<string | null>('North school')
  return <DeleteDialog name={name} {...rest} onDeleted={onDeleted} onCancel={() => setName(null)} />
}

const confirm = { name: m.crud_delete() }

test('two clicks delete once; until the answer comes the dialog stays as it is', async () => {
  const answered = Promise.withResolvers<DeleteAnswer>()
  const del = vi.fn<Del>(() => answered.promise)
  const onDeleted = vi.fn()
  const page = await render(<Example del={del} onDeleted={onDeleted} />)
  await expect
    .element(page.getByRole('alertdialog', { name: m.crud_deleteTitle({ name: 'North school' }) }))
    .toBeVisible()
  await page.getByRole('button', confirm).dblClick()
  await expect.element(page.getByRole('button', confirm)).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByRole('button', { name: m.ui_cancel() })).toBeDisabled()
  answered.resolve(answer)
  await expect.poll(() => onDeleted).toHaveBeenCalledExactlyOnceWith(answer)
  expect(del).toHaveBeenCalledOnce()
})

test('why it was refused stands in the dialog until it is closed; the next try has a new key', async () => {
  const keys: string[] = []
  const del = vi.fn<Del>(async (key) => {
    keys.push(key)
    throw new BackendError(403, 'Not yours to delete')
  })
  const page = await render(<Example del={del} />)
  await page.getByRole('button', confirm).click()
  await expect.element(page.getByText('Not yours to delete')).toBeVisible()
  await page.getByRole('button', confirm).click()
  await expect.poll(() => keys).toHaveLength(2)
  expect(keys[0]).not.toBe(keys[1])
  await page.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.poll(() => page.getByRole('alertdialog').elements()).toHaveLength(0)
})

test('a try without an answer is repeated under the same key', async () => {
  const keys: string[] = []
  const onDeleted = vi.fn()
  const page = await render(
    <Example
      onDeleted={onDeleted}
      del={async (key) => {
        keys.push(key)
        if (keys.length === 1) throw new TypeError('Failed to fetch')
        return answer
      }}
    />,
  )
  await page.getByRole('button', confirm).click()
  await expect.element(page.getByText(m.failure_safe({ reason: m.error_network() }))).toBeVisible()
  await page.getByRole('button', confirm).click()
  await expect.poll(() => onDeleted).toHaveBeenCalledOnce()
  expect(keys[0]).toBe(keys[1])
})

const classes = {
  where: 'Classes',
  resource: 'subject',
  menu: 'baseInfo/subject',
  count: 3,
  names: ['Class 1', 'Class 2'],
  rows: [
    { id: 1, name: 'Class 1' },
    { id: 2, name: 'Class 2' },
  ],
}
const blocked = () => page.getByRole('alertdialog', { name: m.crud_cannotDelete({ name: 'North school' }) })

test('a row that is used is not asked about: the dialog says where, with links for those who may look', async () => {
  const del = vi.fn<Del>()
  const opened = vi.fn()
  const holder = { super: false, nodes: new Set(['baseInfo/subject/index']) }
  await render(
    <PermissionProvider holder={holder}>
      <Example del={del} uses={async () => ({ uses: [classes], refused: [] })} onOpen={opened} />
    </PermissionProvider>,
  )
  await expect.element(blocked()).toBeVisible()
  expect(page.getByRole('button', confirm).elements()).toHaveLength(0)
  await expect.element(page.getByText(m.crud_usedIn({ where: 'Classes', count: 3 }))).toBeVisible()
  await expect.element(page.getByText(m.crud_usesMore({ count: 1 }))).toBeVisible()
  await page.getByRole('link', { name: 'Class 2' }).click()
  expect(opened).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/admin\/baseInfo\/subject\?filter=/))
  expect(del).not.toHaveBeenCalled()
})

test('what a page that is no list uses is named with a link to that page', async () => {
  const opened = vi.fn()
  const holder = { super: false, nodes: new Set(['routine/config/index']) }
  const setting = { where: 'Settings', resource: null, menu: 'routine/config', count: 1, names: ['Logo'] }
  const use = { ...setting, rows: [{ id: 9, name: 'Logo' }] }
  await render(
    <PermissionProvider holder={holder}>
      <Example del={vi.fn<Del>()} uses={async () => ({ uses: [use], refused: [] })} onOpen={opened} />
    </PermissionProvider>,
  )
  await page.getByRole('link', { name: 'Logo' }).click()
  expect(opened).toHaveBeenCalledExactlyOnceWith('/admin/routine/config')
})

test('a row that came into use meanwhile leads to the same dialog', async () => {
  const uses = [{ where: 'Classes', count: 3, names: ['Class 1', 'Class 2'] }]
  await render(
    <Example
      uses={async () => ({ uses: [], refused: [] })}
      del={async () => {
        throw new BackendError(409, 'used', { reason: 'referenced', uses })
      }}
    />,
  )
  await page.getByRole('button', confirm).click()
  await expect.element(blocked()).toBeVisible()
  await expect.element(page.getByText('Class 2')).toBeVisible()
  expect(page.getByRole('button', confirm).elements()).toHaveLength(0)
})

test('a rule that keeps the row says why; without an answer about uses the user is asked', async () => {
  const kept = await render(
    <Example del={vi.fn<Del>()} uses={async () => ({ uses: [], refused: [{ msg: 'It is built in' }] })} />,
  )
  await expect.element(blocked()).toBeVisible()
  await expect.element(page.getByText('It is built in')).toBeVisible()
  await kept.unmount()
  const uses = async () => {
    throw new BackendError(404, 'no such call')
  }
  await render(<Example del={vi.fn<Del>()} uses={uses} />)
  await expect.element(page.getByRole('button', confirm)).toBeEnabled()
})
