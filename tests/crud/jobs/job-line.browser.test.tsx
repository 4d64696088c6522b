import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { JobLine } from '#src/crud/jobs/job-line.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import '#app/styles.css'

const job: JobView = {
  id: 7,
  kind: 'import',
  title: 'Import rows.csv',
  state: 'done',
  step: '',
  done: 0,
  total: null,
  message: '',
  stopping: false,
  result: null,
  links: [],
  about: { resource: 'organization', importId: 3 },
  attempt: 1,
  createTime: '2026-01-01T00:00:00Z',
  startTime: '2026-01-01T00:00:01Z',
  endTime: '2026-01-01T00:00:02Z',
}
const show = (change: Partial<JobView>) =>
  render(<JobLine job={{ ...job, ...change }} undo="none" onOpen={undefined} />)

test.each<[JobView['state'], string]>([
  ['queued', m.job_stateQueued()],
  ['running', m.job_stateRunning()],
  ['done', m.job_stateDone()],
  ['failed', m.job_stateFailed()],
  ['cancelled', m.job_stateCancelled()],
])('a job that is %s says so, and offers what can be done about it', async (state, words) => {
  const page = await show({ state })
  await expect.element(page.getByText(words).first()).toBeInTheDocument()
  const over = state !== 'queued' && state !== 'running'
  expect(page.getByRole('button', { name: m.job_cancel() }).elements()).toHaveLength(over ? 0 : 1)
  expect(page.getByRole('button', { name: m.job_dismiss({ title: job.title }) }).elements()).toHaveLength(over ? 1 : 0)
  expect(page.getByRole('progressbar').elements()).toHaveLength(over ? 0 : 1)
})

test('a job that is being stopped says so, and is not stopped twice', async () => {
  const page = await show({ state: 'running', stopping: true })
  await expect.element(page.getByRole('status')).toHaveTextContent(m.job_stopping())
  expect(page.getByRole('button', { name: m.job_cancel() }).elements()).toHaveLength(0)
})

test('an import that was taken back says so; where rows were changed since, the others are offered', async () => {
  const done = { ...job, result: { changeSetId: 5 } }
  const page = await render(<JobLine job={done} undo="done" onOpen={undefined} />)
  await expect.element(page.getByText(m.import_undone())).toBeVisible()
  expect(page.getByRole('button', { name: m.import_undo() }).elements()).toHaveLength(0)
  await page.unmount()
  const failed = await render(<JobLine job={done} undo="failed" onOpen={undefined} />)
  await expect.element(failed.getByRole('button', { name: m.undo_others() })).toBeVisible()
})

test('what came out of a job is told, with its files; only an import that wrote something can be taken back', async () => {
  const links = [{ label: 'Marked', href: '/adminApi/organization/download/3' }]
  const page = await show({ message: '2 added', links, result: { changeSetId: 5 } })
  await expect.element(page.getByText('2 added')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Marked' })).toHaveAttribute('href', links[0]?.href)
  await expect.element(page.getByRole('button', { name: m.import_undo() })).toBeVisible()
  await page.unmount()
  for (const change of [
    { result: { changeSetId: null } },
    { result: { changeSetId: 5 }, kind: 'import-check' },
    { result: { changeSetId: 5 }, state: 'failed', message: 'refused' } as const,
  ]) {
    const other = await show(change)
    expect(other.getByRole('button', { name: m.import_undo() }).elements()).toHaveLength(0)
    await other.unmount()
  }
})

test('before an import of many rows goes back, its number is asked about in the line', async () => {
  const counts = { new: 90000, changed: 10000, unchanged: 5, skipped: 0, refused: 0 }
  const page = await show({ result: { changeSetId: 5, counts } })
  await page.getByRole('button', { name: m.import_undo() }).click()
  const question = page.getByRole('group', { name: m.undo_askTitle({ count: '100,000' }) })
  await expect.element(question).toBeVisible()
  await expect.element(question.getByRole('button', { name: m.undo_confirm({ count: '100,000' }) })).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.undo_askKeep() })).toHaveFocus()
  await page.getByRole('button', { name: m.undo_askKeep() }).click()
  await expect.element(page.getByRole('button', { name: m.import_undo() })).toBeVisible()
})

test('a cancelled undo says that the import stays; why an undo failed stands in lines of its own', async () => {
  const page = await show({ kind: 'import-undo', state: 'cancelled' })
  await expect.element(page.getByText(m.import_undoCancelled())).toBeVisible()
  await page.unmount()
  const failed = await show({ kind: 'import-undo', state: 'failed', message: 'two rows\nNorth: changed' })
  await expect.element(failed.getByText(/two rows/)).toHaveStyle({ whiteSpace: 'pre-line' })
})
