import { afterEach, expect, test } from 'vitest'
import { keptTerminalOf } from '#src/features/terminal/store/kept-terminal.ts'
import { taskStatus } from '#src/features/terminal/store/task.ts'
import * as list from '#src/features/terminal/store/task-list.ts'
import { markers } from '#src/features/terminal/stream-markers.ts'
import { clearLocalStores } from '#src/lib/clear-local-stores.ts'
import { standOf } from './stand.ts'
import { callsOf, closeWindows, openWindow, outputOf, statesOf, stored } from './windows.ts'

afterEach(closeWindows)

const { waiting, connecting, executing, success, failed, unknown } = taskStatus
const { linkSuccess, execSuccess, execError, execCompleted } = markers

function browser() {
  const stand = standOf()
  const server = callsOf()
  const options = { address: stand.address, calls: server.calls }
  return { ...stand, ...server, open: (name: string, pause?: number) => openWindow(name, { ...options, pause }) }
}

test('a second window shows the tasks of the first as they go on, and runs none of them', async () => {
  const { open, send, requests } = browser()
  const [a, b] = [await open('a'), await open('b')]
  b.init()
  a.add('lint')
  a.add('test')
  await send('a1', linkSuccess, 'one')
  await expect.poll(() => statesOf(b)).toEqual({ a1: executing, a2: waiting })
  await expect.poll(() => outputOf(b, 'a1')).toEqual(['one'])
  await send('a1', execSuccess, execCompleted)
  await expect.poll(() => statesOf(b)).toEqual({ a1: success, a2: connecting })
  expect((await requests()).map(({ uuid }) => uuid)).toEqual(['a1', 'a2'])
})

test('a window that opens while another one runs a task shows it as unknown, until it has ended', async () => {
  const { open, send } = browser()
  const a = await open('a')
  a.add('lint')
  await send('a1', linkSuccess, 'one')
  await expect.poll(() => stored().taskList[0]).toMatchObject({ status: executing, message: ['one'] })
  const b = await open('b')
  b.init()
  expect(statesOf(b)).toEqual({ a1: unknown })
  b.act((state) => list.withMessageShown(state, 'a1', false))
  expect(stored().taskList[0]?.status).toBe(executing)
  await send('a1', 'two')
  await expect.poll(() => stored().taskList[0]?.message).toEqual(['one', 'two'])
  expect(statesOf(b)).toEqual({ a1: unknown })
  await send('a1', execSuccess, execCompleted)
  await expect.poll(() => statesOf(b)).toEqual({ a1: success })
  expect(outputOf(b, 'a1')).toEqual(['one', 'two'])
})

test('when a window crashes, the others show its task as unknown, which blocks what waits, and can attach to the run', async () => {
  const { open, send, runs } = browser()
  const [a, b] = [await open('a'), await open('b')]
  b.init()
  a.add('lint')
  await send('a1', linkSuccess, 'one')
  await expect.poll(() => statesOf(b)).toEqual({ a1: executing })
  const ends: number[] = []
  b.add('test', { callback: (status) => void ends.push(status) })
  await expect.poll(() => b.read().taskList[0]?.locked).toBe(true)
  a.crash()
  await expect.poll(() => statesOf(b)).toEqual({ a1: unknown, b1: waiting })
  expect(stored().taskList.map(({ status }) => status)).toEqual([unknown, waiting])
  runs.set('a1', 'running')
  expect(await b.attach('a1')).toBe('attached')
  await send('a1', execSuccess, execCompleted)
  await expect.poll(() => statesOf(b)).toEqual({ a1: success, b1: connecting })
  await send('b1', linkSuccess, execSuccess, execCompleted)
  await expect.poll(() => ends).toEqual([success])
})

test('of a window that goes on, nobody thinks that it has crashed', async () => {
  const { open, send } = browser()
  const [a, b] = [await open('a'), await open('b')]
  b.init()
  a.add('lint')
  await send('a1', linkSuccess)
  await expect.poll(() => b.read().taskList[0]).toMatchObject({ status: executing, locked: true })
  const seen = new Set<number | undefined>()
  b.subscribe(() => void seen.add(statesOf(b).a1))
  await send('a1', 'one', execSuccess, execCompleted)
  await expect.poll(() => statesOf(b)).toEqual({ a1: success })
  // The lock is free when this window gets it, so the other window has noticed too.
  await navigator.locks.request('yardstick-terminal-a1', () => undefined)
  expect([...seen].filter((status) => status !== executing)).toEqual([success])
  expect(stored().taskList.map(({ status }) => status)).toEqual([success])
})

test('while the lock of a task is not there yet, other windows do not ask for it', async () => {
  const { open, send } = browser()
  const [a, b] = [await open('a'), await open('b')]
  b.init()
  const later = Promise.withResolvers<void>()
  const first = navigator.locks.request('yardstick-terminal-a1', () => later.promise)
  a.add('lint')
  await send('a1', linkSuccess, 'one')
  await expect.poll(() => statesOf(b)).toEqual({ a1: executing })
  const waitingNow = async () =>
    (await navigator.locks.query()).pending?.filter(({ name }) => name === 'yardstick-terminal-a1').length
  // That of the window that follows the task.
  await expect.poll(waitingNow).toBe(1)
  later.resolve()
  await first
  await expect.poll(() => b.read().taskList[0]?.locked).toBe(true)
  await expect.poll(waitingNow).toBe(1)
  expect(statesOf(b)).toEqual({ a1: executing })
})

test('tasks of two windows stand in one list, and what one removes is gone in the other', async () => {
  const { open, refused } = browser()
  refused.set('lint', 'no')
  const [a, b] = [await open('a'), await open('b')]
  b.init()
  a.add('lint', { blockOnFailure: false })
  await expect.poll(() => statesOf(b)).toEqual({ a1: failed })
  b.add('lint', { blockOnFailure: false })
  await expect.poll(() => statesOf(a)).toEqual({ a1: failed, b1: failed })
  expect(outputOf(a, 'b1')).toEqual(['no'])
  b.act((state) => list.without(state, 'a1'))
  await expect.poll(() => statesOf(a)).toEqual({ b1: failed })
  expect(stored().taskList.map(({ uuid }) => uuid)).toEqual(['b1'])
})

test('a window keeps the task that it runs, also when another one has removed everything', async () => {
  const { open, send } = browser()
  const a = await open('a')
  a.add('lint')
  await send('a1', linkSuccess)
  await expect.poll(() => statesOf(a)).toEqual({ a1: executing })
  const b = await open('b')
  b.act((state) => list.without(state, 'a1'))
  expect(statesOf(b)).toEqual({})
  await send('a1', 'one', execError)
  await expect.poll(() => statesOf(a)).toEqual({ a1: failed })
  expect(statesOf(b)).toEqual({})
})

test('the callback of a waiting task is called though another window has run it', async () => {
  const { open, send } = browser()
  const a = await open('a')
  const ends: number[] = []
  a.add('lint', { blockOnFailure: false })
  a.add('test', { callback: (status) => void ends.push(status) })
  await send('a1', linkSuccess)
  await expect.poll(() => statesOf(a)).toEqual({ a1: executing, a2: waiting })
  const b = await open('b')
  b.init()
  await expect.poll(() => statesOf(a)).toEqual({ a1: executing, a2: connecting })
  await send('a2', linkSuccess, execSuccess, execCompleted)
  await expect.poll(() => ends).toEqual([success])
  expect(statesOf(a)).toEqual({ a1: executing, a2: success })
})

test('after a reload a task that ran is unknown with the end of its output, and those that waited start', async () => {
  const { open, send, requests, runs } = browser()
  const a = await open('a', 600_000)
  a.add('lint', { blockOnFailure: false })
  a.add('test')
  await send('a1', linkSuccess, ...Array.from({ length: 300 }, (_, index) => `line ${index}`))
  await expect.poll(() => outputOf(a, 'a1')?.length).toBe(300)
  // Output waits before it is stored.
  expect(stored().taskList[0]?.message).toEqual([])
  a.close()
  expect(stored().taskList.map(({ status }) => status)).toEqual([unknown, waiting])
  expect(stored().taskList[0]).toMatchObject({ omitted: 100, showMessage: false })
  const again = await open('c')
  expect(statesOf(again)).toEqual({ a1: unknown, a2: waiting })
  again.init()
  expect(statesOf(again)).toEqual({ a1: unknown, a2: connecting })
  expect(outputOf(again, 'a1')?.at(-1)).toBe('line 299')
  runs.set('a1', 'running')
  expect(await again.retry('a1')).toBe('running')
  await again.attach('a1')
  await expect.poll(() => outputOf(again, 'a1')?.length).toBe(300)
  expect((await requests()).map(({ uuid }) => uuid).toSorted()).toEqual(['a1', 'a1', 'a2'])
})

test('only the dot, the tasks and the cleaning are stored, for each user', async () => {
  const { open } = browser()
  const a = await open('a')
  a.act((state) => ({ ...list.toggled(state, false), packageManager: 'npm', port: 9000, automaticCleanupTask: 0 }))
  a.add('lint', { callback: () => undefined })
  expect(stored()).toEqual({
    showDot: true,
    automaticCleanupTask: 0,
    taskList: [expect.not.objectContaining({ callback: expect.anything() })],
  })
  expect(keptTerminalOf(7).read()).toMatchObject({ showDot: true })
  expect(keptTerminalOf(8).read()).toEqual({ showDot: false, taskList: [], automaticCleanupTask: 1 })
  a.act((state) => list.toggled(state, true))
  expect(keptTerminalOf(7).read().showDot).toBe(false)
})

test('a change of status is stored at once, with the output before it', async () => {
  const { open, send } = browser()
  const a = await open('a', 600_000)
  a.add('lint')
  expect(stored().taskList[0]?.status).toBe(connecting)
  await send('a1', linkSuccess, 'one', execError)
  await expect.poll(() => stored().taskList[0]).toMatchObject({ status: failed, message: ['one'] })
})

test('a page that is put aside and comes back continues with its task', async () => {
  const { open, send } = browser()
  const [a, b] = [await open('a'), await open('b')]
  b.init()
  a.add('lint')
  await send('a1', linkSuccess)
  await expect.poll(() => statesOf(b)).toEqual({ a1: executing })
  a.says('pagehide')
  await expect.poll(() => statesOf(b)).toEqual({ a1: unknown })
  a.says('pageshow')
  expect(stored().taskList[0]?.status).toBe(executing)
  await send('a1', execSuccess, execCompleted)
  await expect.poll(() => statesOf(b)).toEqual({ a1: success })
})

test('the dot is that of all windows: it shows where the terminal is closed, until one opens it', async () => {
  const { open, refused } = browser()
  refused.set('lint', 'no')
  const [a, b] = [await open('a'), await open('b')]
  b.act((state) => list.toggled(state, true))
  a.add('lint')
  await expect.poll(() => statesOf(b)).toEqual({ a1: failed })
  expect([a.read().showDot, b.read().showDot, stored().showDot]).toEqual([true, false, true])
  a.act((state) => list.toggled(state, true))
  expect([a.read().showDot, stored().showDot]).toEqual([false, false])
})

test('when the browser is cleared, only the task that runs stays, in the window that runs it', async () => {
  const { open, send } = browser()
  const [a, b] = [await open('a'), await open('b')]
  b.init()
  a.add('lint')
  a.add('test')
  await send('a1', linkSuccess)
  await expect.poll(() => statesOf(b)).toEqual({ a1: executing, a2: waiting })
  clearLocalStores()
  await expect.poll(() => [statesOf(a), statesOf(b)]).toEqual([{ a1: executing }, {}])
  await send('a1', execError)
  await expect.poll(() => statesOf(b)).toEqual({ a1: failed })
})
