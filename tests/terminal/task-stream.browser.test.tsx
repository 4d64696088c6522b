import { afterEach, expect, test } from 'vitest'
import { followTask, type StreamTimes } from '#src/features/terminal/store/task-stream.ts'
import { markers } from '#src/features/terminal/stream-markers.ts'
import { standOf } from './stand.ts'

const ends = new Set<() => void>()
afterEach(() => {
  for (const end of ends) end()
  ends.clear()
})

const long = 600_000
const patient: StreamTimes = { patience: long, pauses: [10, 20], silence: long, batch: 50 }

function follow(times: Partial<StreamTimes> = {}, stand = standOf()) {
  const told: string[] = []
  const lines: string[] = []
  const sizes: number[] = []
  const end = followTask(
    `${stand.address}?uuid=a&command=lint`,
    {
      batch(messages) {
        lines.push(...messages)
        sizes.push(messages.length)
      },
      lost: () => void told.push('lost'),
      failed: () => void told.push('failed'),
    },
    { ...patient, ...times },
  )
  ends.add(end)
  return { ...stand, told, lines, sizes, end }
}

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`)

test('the messages of a run arrive in their order, also those from before', async () => {
  const stand = standOf()
  await stand.send('a', markers.linkSuccess, 'one')
  const { lines, send } = follow({}, stand)
  await expect.poll(() => lines).toEqual([markers.linkSuccess, 'one'])
  await send('a', 'two', markers.execSuccess, markers.execCompleted)
  await expect
    .poll(() => lines)
    .toEqual([markers.linkSuccess, 'one', 'two', markers.execSuccess, markers.execCompleted])
})

test('a line that drops goes on after the last message: none is lost, and none comes twice', async () => {
  const { lines, send, drop, requests } = follow()
  await send('a', ...numbered(1, 100))
  await expect.poll(() => lines.length).toBe(100)
  await drop('a')
  await send('a', ...numbered(101, 150))
  await expect.poll(() => lines).toEqual(numbered(1, 150))
  expect((await requests()).map(({ header, query }) => [header, query])).toEqual([
    [0, 0],
    [100, 0],
  ])
})

test('when the browser gives up, a new stream asks for what comes after the last message', async () => {
  const { lines, told, send, drop, answer, requests } = follow()
  await send('a', ...numbered(1, 3))
  await expect.poll(() => lines.length).toBe(3)
  await answer(503)
  await drop('a')
  await expect.poll(async () => (await requests()).length).toBeGreaterThan(3)
  await send('a', '4')
  await answer(200)
  await expect.poll(() => lines).toEqual(numbered(1, 4))
  const asked = (await requests()).slice(2)
  expect(asked.every(({ query }) => query === 3)).toBe(true)
  expect(told).toEqual([])
})

test('a line that does not come back in time is a failure, once', async () => {
  const { lines, told, send, drop, answer, requests } = follow({ patience: 100 })
  await send('a', '1')
  await expect.poll(() => lines).toEqual(['1'])
  await answer(503)
  await drop('a')
  await expect.poll(() => told).toEqual(['failed'])
  const count = (await requests()).length
  await answer(200)
  await send('a', '2')
  expect((await requests()).length).toBe(count)
  expect(told).toEqual(['failed'])
  expect(lines).toEqual(['1'])
})

test('a stream that the server refuses from the first is a failure too', async () => {
  const stand = standOf()
  await stand.answer(403)
  const { told } = follow({ patience: 100 }, stand)
  await expect.poll(() => told).toEqual(['failed'])
})

test('a silent line is given up and opened again', async () => {
  const { lines, told, send, requests } = follow({ silence: 60 })
  await send('a', '1')
  await expect.poll(async () => (await requests()).length).toBeGreaterThan(2)
  await send('a', '2')
  await expect.poll(() => lines).toEqual(['1', '2'])
  expect(told).toEqual([])
})

test('a message that was already there does not count again', async () => {
  const { lines, send, raw } = follow()
  await send('a', '1', '2')
  await expect.poll(() => lines.length).toBe(2)
  await raw('a', 'id: 2\ndata: {"data":"again"}\n\nid: 3\ndata: {"data":"3"}\n\n')
  await expect.poll(() => lines).toEqual(['1', '2', '3'])
})

test('a command whose process has ended is lost, after its last line', async () => {
  const { lines, told, send, raw, requests, drop } = follow()
  await send('a', '1')
  await expect.poll(() => lines).toEqual(['1'])
  await raw('a', 'event: quiet\ndata: {}\n\nevent: lost\ndata: {"uuid":"a"}\n\n')
  await expect.poll(() => told).toEqual(['lost'])
  expect(lines).toEqual(['1'])
  await drop('a')
  expect(await requests()).toHaveLength(1)
})

test('two thousand lines are few batches', async () => {
  const { lines, sizes, send } = follow()
  await send('a', ...numbered(1, 2_000))
  await expect.poll(() => lines.length).toBe(2_000)
  expect(lines).toEqual(numbered(1, 2_000))
  expect(sizes.length).toBeLessThan(100)
})

test('once it is over, nothing is heard any more', async () => {
  const { lines, told, send, end, requests } = follow()
  await send('a', '1')
  await expect.poll(() => lines).toEqual(['1'])
  end()
  await send('a', '2')
  expect((await requests()).length).toBe(1)
  expect([lines, told]).toEqual([['1'], []])
})
