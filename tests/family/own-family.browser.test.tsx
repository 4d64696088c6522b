import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { OwnFamilyPage } from '#src/features/family/own-family.page.tsx'
import type { FamilyCalls, OwnFamily, ShownCode } from '#src/features/family/own-family.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import '../../app/styles.css'

const linked = {
  id: 7,
  name: 'Li Lei',
  school: 'East School',
  class: 'Class 1',
  relation: 'mother',
  createTime: '2026-09-01T00:30:00.000Z',
}

/** The page before a server with these links, which knows one code. */
async function openPage({
  list = [],
  shown = { name: 'L*', school: 'East School', holder: 'guardian' },
}: Partial<OwnFamily> & { shown?: ShownCode } = {}) {
  const server = {
    list: [...list],
    bound: [] as object[],
    revoked: [] as number[],
    opened: [] as number[],
    failures: [] as Error[],
  }
  const calls: FamilyCalls = {
    get: async () => ({ list: server.list, most: 2 }),
    check: async (code) => {
      if (code !== 'right') throw new BackendError(422, 'Refused', { errors: { code: [m.family_codeWrong()] } })
      return shown
    },
    bind: async ({ idempotencyKey: _key, ...binding }) => {
      const failure = server.failures.shift()
      if (failure) throw failure
      server.bound.push(binding)
      server.list = [...server.list, linked]
      return m.family_bound({ name: 'Li Lei' })
    },
    revoke: async ({ id }) => {
      server.revoked.push(id)
      server.list = server.list.filter((one) => one.id !== id)
      return m.family_left()
    },
  }
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <OwnFamilyPage timeZone="Asia/Shanghai" calls={calls} onResults={(link) => server.opened.push(link)} />
    </QueryClientProvider>,
  )
  return server
}

const code = () => page.getByRole('textbox', { name: m.family_code() })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const enter = async (text: string) => {
  await code().fill(text)
  await userEvent.keyboard('{Enter}')
}

test('a guardian enters a code, confirms whom it is for, and says what they are to the pupil', async () => {
  const server = await openPage()
  await expect.element(page.getByText(m.family_none())).toBeVisible()
  await enter('right')
  const heading = page.getByRole('heading', { name: m.family_confirm() })
  await expect.element(heading).toHaveFocus()
  await expect.element(page.getByText('L*')).toBeVisible()
  await button(m.family_link()).click()
  await expect.element(page.getByText(m.family_chooseRelation())).toBeVisible()
  expect(server.bound).toEqual([])
  await page.getByRole('radio', { name: m.family_kin_mother() }).click()
  await button(m.family_link()).click()
  await expect.element(page.getByText('East School · Class 1')).toBeVisible()
  await expect.element(page.getByText(m.family_since({ time: '2026-09-01 08:30:00' }))).toBeVisible()
  expect(server.bound).toEqual([{ code: 'right', relation: 'mother' }])
  await expect.element(code()).toHaveValue('')
  // The results are one press away.
  await button(m.family_resultsOf({ name: 'Li Lei' })).click()
  expect(server.opened).toEqual([linked.id])
})

test('a code of the pupil asks for no relation', async () => {
  const server = await openPage({ shown: { name: 'L*', school: 'East School', holder: 'self' } })
  await enter('right')
  await expect.element(page.getByText(m.family_asStudent())).toBeVisible()
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
  await button(m.family_link()).click()
  await expect.poll(() => server.bound).toEqual([{ code: 'right', relation: 'self' }])
})

test('a wrong code is told at its field and stays, and a refusal later leaves the way back', async () => {
  const server = await openPage()
  await enter('wrong')
  await expect.element(page.getByText(m.family_codeWrong())).toBeVisible()
  await expect.element(code()).toHaveValue('wrong')
  await expect.element(code()).toHaveFocus()
  await enter('right')
  server.failures.push(new BackendError(409, m.family_crowded({ count: 6 })))
  await page.getByRole('radio', { name: m.family_kin_father() }).click()
  await button(m.family_link()).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.family_crowded({ count: 6 }))
  await button(m.family_back()).click()
  await expect.element(code()).toBeVisible()
})

test('a link is removed after a question that says it cannot be undone', async () => {
  const server = await openPage({ list: [linked] })
  await button(m.family_leaveOf({ name: 'Li Lei' })).click()
  const question = page.getByRole('alertdialog', { name: m.family_leaveQuestion({ name: 'Li Lei' }) })
  await expect.element(question.getByText(m.family_leaveText())).toBeVisible()
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  expect(server.revoked).toEqual([])
  await button(m.family_leaveOf({ name: 'Li Lei' })).click()
  await question.getByRole('button', { name: m.family_leave() }).click()
  await expect.element(page.getByText(m.family_none())).toBeVisible()
  expect(server.revoked).toEqual([7])
})

test('who has as many pupils as there may be is told so', async () => {
  await openPage({ list: [linked, { ...linked, id: 8 }] })
  await expect.element(page.getByText(m.family_mostReached({ count: 2 }))).toBeVisible()
})
