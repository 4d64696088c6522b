import { afterEach, expect, test } from 'vitest'
import { taskStatus } from '#src/features/terminal/store/task.ts'
import * as list from '#src/features/terminal/store/task-list.ts'
import { markers } from '#src/features/terminal/stream-markers.ts'
import type { WindowOptions } from './one-window.ts'
import { standOf } from './stand.ts'
import { callsOf, closeWindows, openWindow, outputOf, statesOf, stored } from './windows.ts'

afterEach(closeWindows)

const { waiting, connecting, executing, success, failed, unknown } = taskStatus
const { linkSuccess, execSuccess, execError, execCompleted } = markers
const done = [linkSuccess, execSuccess, execCompleted]

async function begin(options: Partial<WindowOptions> = {}) {
  const stand = standOf()
  const server = callsOf()
  const a = await openWindow('a', { address: stand.address, calls: server.calls, ...options })
  const ends: string[] = []
  const add = (command: string, blockOnFailure = true) =>
    a.add(command, { blockOnFailure, callback: (status) => void ends.push(`${command} ${status}`) })
  return { ...stand, ...server, a, add, ends }
}

test('a task connects, executes and succeeds; then its callback is called and the next one starts', async () => {
  const { a, add, ends, send, requests, asked } = await begin()
  add('lint')
  a.add('test', { extend: 'word' })
  expect(statesOf(a)).toEqual({ a1: connecting, a2: waiting })
  await send('a1', linkSuccess, 'one', 'two')
  await expect.poll(() => outputOf(a, 'a1')).toEqual(['one', 'two'])
  expect(statesOf(a)).toEqual({ a1: executing, a2: waiting })
  await send('a1', execSuccess)
  await expect.poll(() => statesOf(a)).toEqual({ a1: success, a2: waiting })
  expect(ends).toEqual([])
  await send('a1', execCompleted)
  await expect.poll(() => statesOf(a)).toEqual({ a1: success, a2: connecting })
  expect(ends).toEqual([`lint ${success}`])
  await expect.poll(async () => (await requests()).length).toBe(2)
  expect(await requests()).toMatchObject([
    { uuid: 'a1', command: 'lint', extend: '' },
    { uuid: 'a2', command: 'test', extend: 'word' },
  ])
  expect(asked).toEqual(['ready lint', 'ready test word'])
})

test('exec error: failed, the stream is closed, the callback is called, and the next task starts', async () => {
  const { a, add, ends, send, requests } = await begin()
  add('lint', false)
  add('test')
  await send('a1', linkSuccess, 'one', execError, execCompleted, 'late')
  await expect.poll(() => statesOf(a)).toEqual({ a1: failed, a2: connecting })
  expect(ends).toEqual([`lint ${failed}`])
  expect(outputOf(a, 'a1')).toEqual(['one'])
  await send('a2', ...done)
  await expect.poll(() => ends).toEqual([`lint ${failed}`, `test ${success}`])
  expect((await requests()).map(({ uuid }) => uuid)).toEqual(['a1', 'a2'])
})

test('exec completed without a success: failed, and the tasks after it wait until it is removed', async () => {
  const { a, add, ends, send } = await begin()
  add('lint')
  add('test')
  await send('a1', linkSuccess, execCompleted)
  await expect.poll(() => ends).toEqual([`lint ${failed}`])
  expect(statesOf(a)).toEqual({ a1: failed, a2: waiting })
  expect(a.read().taskList[0]?.showMessage).toBe(true)
  a.act((state) => list.without(state, 'a1'))
  expect(statesOf(a)).toEqual({ a2: connecting })
})

test('a stream that fails: failed, a line says so, the callback is called, and the next task starts', async () => {
  const { a, add, ends, answer } = await begin({ times: { patience: 50 } })
  await answer(503)
  add('lint', false)
  add('test')
  await expect.poll(() => ends).toEqual([`lint ${failed}`, `test ${failed}`])
  expect(statesOf(a)).toEqual({ a1: failed, a2: failed })
  expect(outputOf(a, 'a1')).toEqual(['line lost'])
})

test('a run whose process has ended: unknown, a line says so, and the callback is called', async () => {
  const { a, add, ends, raw, send } = await begin()
  add('lint', false)
  add('test')
  await send('a1', linkSuccess, 'one')
  await expect.poll(() => outputOf(a, 'a1')).toEqual(['one'])
  await raw('a1', 'event: lost\ndata: {}\n\n')
  await expect.poll(() => ends).toEqual([`lint ${unknown}`])
  expect(outputOf(a, 'a1')).toEqual(['one', 'lost'])
  expect(statesOf(a)).toEqual({ a1: unknown, a2: connecting })
})

test('a command that the server refuses: failed, its reason is a line, and no stream is opened', async () => {
  const { a, add, ends, refused, requests } = await begin()
  refused.set('lint', 'not now')
  add('lint', false)
  add('test')
  await expect.poll(() => ends).toEqual([`lint ${failed}`])
  expect(outputOf(a, 'a1')).toEqual(['not now'])
  await expect.poll(async () => (await requests()).map(({ uuid }) => uuid)).toEqual(['a2'])
})

test('a callback may add a task, and stops nothing when it throws', async () => {
  const { a, refused } = await begin()
  refused.set('lint', 'not now')
  const callback = () => {
    a.add('build')
    throw 'a fault of the caller'
  }
  a.add('lint', { blockOnFailure: false, callback })
  a.add('test')
  await expect.poll(() => statesOf(a)).toEqual({ a1: failed, a2: connecting, a3: waiting })
})

test('two thousand lines change the state a few times', async () => {
  const { a, add, send } = await begin({ times: { batch: 50 } })
  add('lint')
  await send('a1', linkSuccess)
  await expect.poll(() => statesOf(a)).toEqual({ a1: executing })
  let changes = 0
  a.subscribe(() => void changes++)
  await send('a1', ...Array.from({ length: 2_000 }, (_, index) => `line ${index}`))
  await expect.poll(() => outputOf(a, 'a1')?.length).toBe(2_000)
  expect(changes).toBeLessThan(100)
})

test('adding warns when the terminal is closed and a task has failed', async () => {
  let warned = 0
  const { a, add, refused } = await begin({ warn: () => void warned++ })
  refused.set('lint', 'not now')
  add('lint')
  expect(warned).toBe(0)
  await expect.poll(() => statesOf(a)).toEqual({ a1: failed })
  add('test')
  expect(warned).toBe(1)
  a.act((state) => list.toggled(state, true))
  add('test')
  expect(warned).toBe(1)
  expect(statesOf(a)).toEqual({ a1: failed, a2: waiting, a3: waiting })
})

test('a retry asks with a new number, clears the messages and calls the callback again', async () => {
  const { a, add, ends, send, asked, runs, requests } = await begin()
  add('lint')
  await send('a1', linkSuccess, 'one', execError)
  await expect.poll(() => ends).toEqual([`lint ${failed}`])
  runs.set('a1', 'failed')
  expect(await a.retry('a1')).toBe('restarted')
  expect(statesOf(a)).toEqual({ a2: connecting })
  expect(outputOf(a, 'a2')).toEqual([])
  await send('a2', ...done)
  await expect.poll(() => ends).toEqual([`lint ${failed}`, `lint ${success}`])
  expect(asked).toEqual(['ready lint', 'states a1', 'ready lint'])
  expect((await requests()).map(({ uuid }) => uuid)).toEqual(['a1', 'a2'])
  expect(stored().taskList.map(({ uuid }) => uuid)).toEqual(['a2'])
})

test('a retry that is pressed twice starts once', async () => {
  const { a, add, refused } = await begin()
  refused.set('lint', 'not now')
  add('lint')
  await expect.poll(() => statesOf(a)).toEqual({ a1: failed })
  refused.clear()
  expect(await Promise.all([a.retry('a1'), a.retry('a1')])).toEqual(['restarted', 'restarted'])
  expect(statesOf(a)).toEqual({ a2: connecting })
})

test('a run that goes on is not started again: it is attached to, from its first line', async () => {
  const { a, add, ends, answer, send, runs, requests } = await begin({ times: { patience: 50 } })
  await send('a1', linkSuccess, 'one')
  await answer(503)
  add('lint')
  await expect.poll(() => ends).toEqual([`lint ${failed}`])
  await answer(200)
  runs.set('a1', 'running')
  expect(await a.retry('a1')).toBe('running')
  expect(statesOf(a)).toEqual({ a1: failed })
  expect(await a.attach('a1')).toBe('attached')
  await expect.poll(() => outputOf(a, 'a1')).toEqual(['one'])
  expect(statesOf(a)).toEqual({ a1: executing })
  expect(await a.retry('a1')).toBe('running')
  await send('a1', 'two', execSuccess, execCompleted)
  await expect.poll(() => ends).toEqual([`lint ${failed}`, `lint ${success}`])
  expect(outputOf(a, 'a1')).toEqual(['one', 'two'])
  expect((await requests()).at(-1)).toMatchObject({ uuid: 'a1', query: 0, header: 0 })
})

test('a run that goes on is cancelled, and then a retry starts it anew', async () => {
  const { a, add, ends, answer, runs, asked } = await begin({ times: { patience: 50 } })
  await answer(503)
  add('lint')
  await expect.poll(() => ends).toEqual([`lint ${failed}`])
  runs.set('a1', 'waiting')
  expect(await a.retry('a1')).toBe('running')
  await a.cancel('a1')
  expect(await a.retry('a1')).toBe('restarted')
  expect(statesOf(a)).toEqual({ a2: connecting })
  expect(asked).toContain('cancel a1')
})

test('cancelling a run that has ended is no failure, one that goes on is', async () => {
  const { a, runs, calls } = await begin()
  await a.cancel('unknown')
  runs.set('a1', 'running')
  calls.cancel = async () => {
    throw 'refused'
  }
  await expect(a.cancel('a1')).rejects.toBe('refused')
})

test('a run that the server does not know is not attached to, for that would start it', async () => {
  const { a, add, refused, requests } = await begin()
  refused.set('lint', 'not now')
  add('lint')
  await expect.poll(() => statesOf(a)).toEqual({ a1: failed })
  expect(await a.attach('a1')).toBe('gone')
  expect(statesOf(a)).toEqual({ a1: failed })
  expect(await requests()).toEqual([])
})
