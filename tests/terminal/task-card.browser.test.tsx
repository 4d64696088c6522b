import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import { taskStatus } from '#src/features/terminal/store/task.ts'
import { type TaskActs, TaskCard } from '#src/features/terminal/task-card.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { callsOf, renderTerminal, taskOfStatus } from './support/terminal-page.tsx'

const actsOf = (more: Partial<TaskActs> = {}) => ({
  cancel: vi.fn<TaskActs['cancel']>(more.cancel ?? (async () => {})),
  retry: vi.fn<TaskActs['retry']>(more.retry ?? (async () => 'restarted')),
  attach: vi.fn<TaskActs['attach']>(more.attach ?? (async () => 'attached')),
  remove: vi.fn<TaskActs['remove']>(),
  show: vi.fn<TaskActs['show']>(),
  download: vi.fn<TaskActs['download']>(more.download ?? (async () => {})),
})

type Task = ReturnType<typeof taskOfStatus>
async function show(task: Task, acts = actsOf(), calls = callsOf()) {
  await renderTerminal(<TaskCard task={task} title="Show versions" acts={acts} />, calls)
  return acts
}

const card = page.getByRole('article')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const buttons = () => [...document.querySelectorAll('article button')].map((one) => one.textContent)

const all = [
  ['waiting', 'Waiting', '等待执行', [m.terminal_delete]],
  ['connecting', 'Connecting', '连接中', [m.terminal_cancel, m.terminal_outputShow, m.terminal_download]],
  ['executing', 'Executing', '执行中', [m.terminal_cancel, m.terminal_outputShow, m.terminal_download]],
  ['success', 'Success', '执行成功', [m.terminal_outputShow, m.terminal_download, m.terminal_delete]],
  ['failed', 'Failed', '执行失败', [m.terminal_retry, m.terminal_outputShow, m.terminal_download, m.terminal_delete]],
  [
    'unknown',
    'Unknown',
    '未知',
    [m.terminal_attach, m.terminal_retry, m.terminal_outputShow, m.terminal_download, m.terminal_delete],
  ],
] as const

test.each(all)('a task that is %s: its tag and what can be done with it', async (name, english, chinese, offered) => {
  await show(taskOfStatus(taskStatus[name]))
  await expect.element(card.getByText(chinese, { exact: true })).toBeVisible()
  await expect.element(card).toHaveAccessibleName(m.terminal_taskStatus({ title: 'Show versions', status: chinese }))
  const said = { waiting: m.terminal_statusWaiting, connecting: m.terminal_statusConnecting }
  const rest = { executing: m.terminal_statusExecuting, success: m.terminal_statusSuccess }
  const last = { failed: m.terminal_statusFailed, unknown: m.terminal_statusUnknown }
  expect({ ...said, ...rest, ...last }[name]({}, { locale: 'en' })).toBe(english)
  expect(buttons()).toEqual(offered.map((text) => text()))
  const goesOn = name === 'connecting' || name === 'executing'
  await expect.poll(() => card.getByText(m.terminal_goesOn()).elements().length).toBe(goesOn ? 1 : 0)
})

test('it says what it runs, for which packages, and whether others wait for it', async () => {
  const extend = '{"packages":["left-pad@1.3.0","zod"],"scripts":true}'
  await show(taskOfStatus(taskStatus.waiting, { extend }))
  await expect.element(card.getByText('versions', { exact: true })).toBeVisible()
  await expect.element(card.getByText(m.terminal_blocks())).toBeVisible()
  expect([m.terminal_blocks({}, { locale: 'en' }), m.terminal_blocks({}, { locale: 'zh-cn' })]).toEqual([
    'Blocks the queue',
    '失败后阻塞队列',
  ])
  const packages = `${m.terminal_packages({ names: 'left-pad@1.3.0, zod' })} · ${m.terminal_scriptsWith()}`
  await expect.element(card.getByText(packages)).toBeVisible()
})

test('a task that nobody waits for, with a word that travels along', async () => {
  await show(taskOfStatus(taskStatus.waiting, { extend: 'module-install:uid', blockOnFailure: false }))
  await expect.element(card.getByText('Show versions')).toBeVisible()
  expect(card.getByText(m.terminal_blocks()).elements()).toEqual([])
  expect(card.getByText('module-install', { exact: false }).elements()).toEqual([])
})

test('each button does what it says', async () => {
  const task = taskOfStatus(taskStatus.unknown)
  const acts = await show(task)
  await button(m.terminal_attach()).click()
  await button(m.terminal_retry()).click()
  await button(m.terminal_outputShow()).click()
  await button(m.terminal_download()).click()
  await button(m.terminal_delete()).click()
  expect(acts.attach).toHaveBeenCalledExactlyOnceWith(task.uuid)
  expect(acts.retry).toHaveBeenCalledExactlyOnceWith(task.uuid)
  expect(acts.show).toHaveBeenCalledExactlyOnceWith(task.uuid, true)
  expect(acts.download).toHaveBeenCalledExactlyOnceWith(task.uuid)
  expect(acts.remove).toHaveBeenCalledExactlyOnceWith(task.uuid)
})

test('a running task can be cancelled, and says why it could not', async () => {
  const task = taskOfStatus(taskStatus.executing)
  const acts = await show(
    task,
    actsOf({
      cancel: async () => {
        throw new BackendError(409, 'It has ended.')
      },
    }),
  )
  await button(m.terminal_cancel()).click()
  expect(acts.cancel).toHaveBeenCalledExactlyOnceWith(task.uuid)
  await expect.element(card.getByText('It has ended.', { exact: false })).toBeVisible()
})

test('a run that the server does not know cannot be attached', async () => {
  await show(taskOfStatus(taskStatus.unknown), actsOf({ attach: async () => 'gone' }))
  await button(m.terminal_attach()).click()
  await expect.element(card.getByText(m.terminal_gone())).toBeVisible()
})

test('a retry while the run goes on asks: attach, or cancel and start again', async () => {
  const answers: ('running' | 'restarted')[] = ['running', 'running', 'restarted']
  const acts = actsOf({ retry: async () => answers.shift() ?? 'restarted' })
  const task = taskOfStatus(taskStatus.failed)
  await show(task, acts)
  const dialog = page.getByRole('alertdialog', { name: m.terminal_retryAsk() })
  await button(m.terminal_retry()).click()
  await dialog.getByRole('button', { name: m.terminal_attach() }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(acts.attach).toHaveBeenCalledExactlyOnceWith(task.uuid)
  expect(acts.cancel).not.toHaveBeenCalled()
  await button(m.terminal_retry()).click()
  await dialog.getByRole('button', { name: m.terminal_retryAgain() }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(acts.cancel).toHaveBeenCalledExactlyOnceWith(task.uuid)
  expect(acts.retry).toHaveBeenCalledTimes(3)
})

test('the output is shown, and what the page does not have is read from the server', async () => {
  const output = vi.fn(async ({ after, limit }: { after: number; limit: number }) => ({
    lines: Array.from({ length: limit }, (_, at) => ({ number: after + at + 1, text: `line ${after + at + 1}` })),
    total: 6_200,
  }))
  const message = Array.from({ length: 200 }, (_, at) => `line ${6_001 + at}`)
  const task = taskOfStatus(taskStatus.failed, { message, omitted: 6_000, showMessage: true })
  await show(task, actsOf(), callsOf({ output }))
  await expect.element(card.getByText(m.terminal_omitted({ count: '6,000' }))).toBeVisible()
  expect(document.querySelectorAll('[data-line]')).toHaveLength(200)
  await button(m.terminal_omittedOpen()).click()
  const dialog = page.getByRole('dialog', { name: m.terminal_outputTitle({ title: 'Show versions' }) })
  await expect.element(dialog.getByText('line 6200', { exact: true })).toBeVisible()
  const lines = () => [...dialog.element().querySelectorAll('[data-line]')].map((line) => line.textContent)
  expect(lines()).toHaveLength(5_000)
  await dialog.getByRole('button', { name: m.terminal_outputEarlier({ count: '1,200' }) }).click()
  await expect.poll(() => lines().length).toBe(6_200)
  expect(lines()).toEqual(Array.from({ length: 6_200 }, (_, at) => `line ${at + 1}`))
  await expect.element(dialog.getByRole('button', { name: /前面/ })).not.toBeInTheDocument()
})

test('a task without output says so', async () => {
  await show(taskOfStatus(taskStatus.executing, { showMessage: true }))
  await expect.element(card.getByText(m.terminal_nothing())).toBeVisible()
  await expect.element(button(m.terminal_outputHide())).toHaveAttribute('aria-expanded', 'true')
})
