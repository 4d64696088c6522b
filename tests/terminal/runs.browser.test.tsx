import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import { RunsDialog } from '#src/features/terminal/runs-dialog.tsx'
import type { ShownRun } from '#src/features/terminal/terminal.api.server.ts'
import type { ViewCalls } from '#src/features/terminal/view-calls.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { callsOf, renderTerminal, runOf } from './support/terminal-page.tsx'

const dialog = page.getByRole('dialog', { name: m.terminal_history() })
const cards = dialog.getByRole('article')
const output = async () => ({ lines: [1, 2].map((number) => ({ number, text: `said ${number}` })), total: 2 })

async function show(more: Partial<ViewCalls> = {}, onFollow = async (_run: ShownRun): Promise<unknown> => undefined) {
  const calls = callsOf({ output, ...more })
  await renderTerminal(<RunsDialog onClose={() => {}} onFollow={onFollow} />, calls)
  return calls
}

test('each run shows how it ended, who started it, and its output', async () => {
  const list = (['success', 'failed', 'cancelled', 'lost', 'waiting'] as const).map((state) => runOf(state))
  const calls = await show({ runs: async () => ({ list, total: 5 }) })
  await expect.poll(() => cards.elements().length).toBe(5)
  const tags = cards.elements().map((card) => card.querySelector('span')?.textContent)
  const ended = [m.terminal_statusSuccess(), m.terminal_statusFailed(), m.terminal_stateCancelled()]
  expect(tags).toEqual([...ended, m.terminal_statusUnknown(), m.terminal_statusWaiting()])
  await expect.element(cards.first().getByText('Admin')).toBeVisible()
  await cards.first().getByRole('button', { name: m.terminal_outputShow() }).click()
  await expect.element(cards.first().getByText('said 2')).toBeVisible()
  await cards.first().getByRole('button', { name: m.terminal_download() }).click()
  expect(calls.download).toHaveBeenCalledExactlyOnceWith('run-success')
  await cards.first().getByRole('button', { name: m.terminal_outputHide() }).click()
  await expect.element(cards.first().getByText('said 2')).not.toBeInTheDocument()
})

test('a text is found in lines that are not loaded, and these are loaded as far as the nearest', async () => {
  const lineOf = (number: number) => ({ number, text: number === 1_234 || number === 7 ? 'needle' : `line ${number}` })
  const all = Array.from({ length: 12_000 }, (_, index) => lineOf(index + 1))
  const read = vi.fn<ViewCalls['output']>(async ({ after, limit, search }) => ({
    lines: all.filter(({ number, text }) => number > after && text.includes(search ?? '')).slice(0, limit),
    total: all.length,
  }))
  await show({ runs: async () => ({ list: [runOf('success', { lines: 12_000 })], total: 1 }), output: read })
  await cards.first().getByRole('button', { name: m.terminal_outputShow() }).click()
  await cards.first().getByRole('button', { name: m.terminal_find(), exact: true }).click()
  await cards.first().getByLabelText(m.terminal_findLabel()).fill('needle')
  await expect.element(cards.first().getByText(m.terminal_findNone())).toBeVisible()
  await expect.element(cards.first().getByText(m.terminal_findEarlier({ count: '2' }))).toBeVisible()
  await cards.first().getByRole('button', { name: m.terminal_findLoad() }).click()
  await expect.element(cards.first().getByText(m.terminal_findAt({ at: '2', count: '2' }))).toBeVisible()
  await expect.element(cards.first().getByText('needle').first()).toBeInTheDocument()
  await expect.element(cards.first().getByRole('button', { name: m.terminal_findLoad() })).not.toBeInTheDocument()
  await cards.first().getByLabelText(m.terminal_findLabel()).fill('line 12000')
  await expect.element(cards.first().getByText(m.terminal_findAt({ at: '1', count: '1' }))).toBeVisible()
})

test('when earlier lines cannot be loaded, it says why, and asks no further', async () => {
  const read = vi.fn<ViewCalls['output']>(async ({ after, search }) => {
    if (search) return { lines: [{ number: 7, text: 'needle' }], total: 12_000 }
    if (after < 7_000) throw new BackendError(503, 'Service unavailable!')
    return { lines: [{ number: 12_000, text: 'last' }], total: 12_000 }
  })
  await show({ runs: async () => ({ list: [runOf('success', { lines: 12_000 })], total: 1 }), output: read })
  await cards.first().getByRole('button', { name: m.terminal_outputShow() }).click()
  await cards.first().getByRole('button', { name: m.terminal_find(), exact: true }).click()
  await cards.first().getByLabelText(m.terminal_findLabel()).fill('needle')
  await cards.first().getByRole('button', { name: m.terminal_findLoad() }).click()
  await expect.element(cards.first().getByText('Service unavailable!', { exact: false })).toBeVisible()
  const pages = () => read.mock.calls.filter(([{ search }]) => !search).length
  const asked = pages()
  // Another press asks once more, and the presses are all that ask.
  await cards.first().getByRole('button', { name: m.terminal_findLoad() }).click()
  await expect.poll(pages).toBe(asked + (asked - 1))
  await expect.element(cards.first().getByText('Service unavailable!', { exact: false })).toBeVisible()
  expect(pages()).toBe(asked + (asked - 1))
})

test('runs are found by text and by state, and more are loaded', async () => {
  const runs = vi.fn<ViewCalls['runs']>(async ({ page: at, quickSearch }) => {
    if (quickSearch === 'nothing') return { list: [], total: 0 }
    return { list: [runOf('success', { uuid: `run${at}` })], total: 2 }
  })
  await show({ runs })
  await expect.element(dialog.getByText(m.terminal_historyShown({ shown: '1', count: '2' }))).toBeVisible()
  await dialog.getByRole('button', { name: m.terminal_historyMore() }).click()
  await expect.element(dialog.getByText(m.terminal_historyShown({ shown: '2', count: '2' }))).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: m.terminal_historyMore() })).not.toBeInTheDocument()
  await dialog.getByRole('combobox', { name: m.terminal_historyState() }).click()
  await page.getByRole('option', { name: m.terminal_statusFailed() }).click()
  await expect.poll(() => runs.mock.lastCall?.[0]).toEqual({ page: 1, quickSearch: '', state: 'failed' })
  await dialog.getByLabelText(m.terminal_historyLabel()).fill('nothing')
  await expect.element(dialog.getByText(m.terminal_historyNone())).toBeVisible()
  expect(runs.mock.lastCall?.[0]).toEqual({ page: 1, quickSearch: 'nothing', state: 'failed' })
})

test('a run that goes on can be cancelled, and followed in the queue', async () => {
  const follow = vi.fn(async (_run: ShownRun) => {})
  let over = false
  const runs = async () => ({ list: [runOf(over ? 'cancelled' : 'running', { uuid: 'one' })], total: 1 })
  const cancel = vi.fn<ViewCalls['cancel']>(async () => {
    over = true
  })
  await show({ runs, cancel }, follow)
  await cards.first().getByRole('button', { name: m.terminal_attach() }).click()
  expect(follow.mock.calls.map(([run]) => run.uuid)).toEqual(['one'])
  await cards.first().getByRole('button', { name: m.terminal_cancel() }).click()
  expect(cancel).toHaveBeenCalledExactlyOnceWith('one')
  await expect.element(cards.first().getByText(m.terminal_stateCancelled())).toBeVisible()
  for (const name of [m.terminal_cancel(), m.terminal_attach()])
    await expect.element(cards.first().getByRole('button', { name })).not.toBeInTheDocument()
})

test('what cannot be cancelled says why', async () => {
  const cancel = async () => {
    throw new BackendError(409, m.terminal_over())
  }
  await show({ runs: async () => ({ list: [runOf('running')], total: 1 }), cancel })
  await cards.first().getByRole('button', { name: m.terminal_cancel() }).click()
  await expect.element(cards.first().getByText(m.terminal_over(), { exact: false })).toBeVisible()
})

test('without runs it says so; a failure says why and tries again', async () => {
  let works = false
  const runs = async () => {
    if (!works) throw new BackendError(503, 'Service unavailable!')
    return { list: [], total: 0 }
  }
  await show({ runs })
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  works = true
  await dialog.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(dialog.getByText(m.terminal_historyEmpty())).toBeVisible()
})
