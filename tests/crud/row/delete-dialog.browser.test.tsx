import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import type { DeleteAnswer } from '#src/crud/calls/crud-client.ts'
import { DeleteDialog } from '#src/crud/row/delete-dialog.tsx'
import { m } from '#src/i18n/paraglide/messages.js'

type Del = (key: string) => Promise<DeleteAnswer>

const answer: DeleteAnswer = { data: { count: 1, changeSetId: 7 }, msg: 'Deleted' }

function Example({ del, onDeleted = () => {} }: { del: Del; onDeleted?(): void }) {
  const [name, setName] = useState<string | null>('North school')
  return <DeleteDialog name={name} del={del} onDeleted={onDeleted} onCancel={() => setName(null)} />
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
  await expect.element(page.getByText(m.error_network())).toBeVisible()
  await page.getByRole('button', confirm).click()
  await expect.poll(() => onDeleted).toHaveBeenCalledOnce()
  expect(keys[0]).toBe(keys[1])
})

test('what still uses a row is told place by place, with names', async () => {
  const uses = [{ name: 'North school', where: 'Classes', count: 3, names: ['Class 1', 'Class 2'] }]
  const page = await render(
    <Example
      del={async () => {
        throw new BackendError(409, 'used', { reason: 'referenced', uses })
      }}
    />,
  )
  await page.getByRole('button', confirm).click()
  await expect.element(page.getByText(m.crud_inUse({ name: 'North school' }))).toBeVisible()
  const place = page.getByRole('listitem')
  const said = `${m.crud_usedIn({ where: 'Classes', count: 3 })}Class 1Class 2…`
  await expect.element(place).toHaveTextContent(said)
})
