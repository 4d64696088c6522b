import { expect, test, vi } from 'vitest'
import { ReadTurns } from '#src/server/list/read-turns.server.ts'

const stay = new AbortController().signal

/** Turns of a pool of sixteen: twelve at once, nine of them for one person. */
function start() {
  const turns = new ReadTurns(16)
  const running: string[] = []
  const ends: (() => void)[] = []
  /** Begins a list that runs until `end` is called. */
  const list = (person: number, name: string, signal = stay, wait?: number) => {
    const done = Promise.withResolvers<void>()
    const result = turns.run(
      person,
      signal,
      async () => {
        running.push(name)
        ends.push(done.resolve)
        await done.promise
        running.splice(running.indexOf(name), 1)
      },
      wait,
    )
    result.catch(() => undefined)
    return { result, end: done.resolve }
  }
  const many = (person: number, count: number) =>
    Array.from({ length: count }, (_, at) => list(person, `${person}.${at}`))
  return { list, many, running }
}

test('one person alone has most of the turns, and three are left for others', async () => {
  const { many, running, list } = start()
  many(1, 20)
  expect(running).toHaveLength(9)
  list(2, 'other')
  await expect.poll(() => running).toContain('other')
})

test('while others wait, a person who has three or more waits for them', async () => {
  const { many, running } = start()
  const first = many(1, 20)
  many(2, 3)
  many(3, 3)
  expect(running.filter((name) => name.startsWith('3.'))).toEqual([])
  for (const one of first.slice(0, 3)) one.end()
  await Promise.all(first.slice(0, 3).map(({ result }) => result))
  expect(running.filter((name) => name.startsWith('3.'))).toHaveLength(3)
  expect(running.filter((name) => name.startsWith('1.'))).toHaveLength(6)
})

test('whoever leaves while waiting takes no turn', async () => {
  const { many, list, running } = start()
  const first = many(1, 9)
  const leaving = new AbortController()
  const waiting = list(1, 'leaves', leaving.signal)
  leaving.abort(new Error('left'))
  await expect(waiting.result).rejects.toThrow('left')
  for (const one of first) one.end()
  await Promise.all(first.map(({ result }) => result))
  expect(running).toEqual([])
  expect(() => list(1, 'next')).not.toThrow()
  expect(running).toEqual(['next'])
})

test('of those who wait, the person with the fewest is next, and equal ones by time', async () => {
  const { many, list, running } = start()
  const [first] = many(1, 9)
  const others = [2, 3, 4].map((person) => list(person, `${person}.0`))
  list(1, '1.9')
  list(3, '3.1')
  list(2, '2.1')
  list(5, '5.0')
  expect(running).not.toContain('3.1')
  for (const one of [first, others[0]]) {
    one?.end()
    await one?.result
  }
  expect(running).toEqual(expect.arrayContaining(['5.0', '2.1']))
  expect(running).not.toContain('3.1')
  expect(running).not.toContain('1.9')
})

test('thousands of lists that wait do not slow one another down', async () => {
  // If each looked at all others, their arrival alone would take minutes, and with it every other request.
  const { many, running } = start()
  const lists = many(1, 5_000)
  expect(running).toHaveLength(9)
  for (const { end } of lists) end()
  await Promise.all(lists.map(({ result }) => result))
  expect(running).toEqual([])
})

test('whoever waits for fifteen seconds is told to come again', async () => {
  vi.useFakeTimers()
  try {
    const { many, list } = start()
    many(1, 9)
    const { result } = list(1, 'late')
    vi.advanceTimersByTime(14_999)
    await expect(Promise.race([result, Promise.resolve('waiting')])).resolves.toBe('waiting')
    vi.advanceTimersByTime(1)
    await expect(result).rejects.toMatchObject({
      code: 429,
      retryAfter: 5,
      message: '您有多个查询仍在进行，请几秒后再试。',
    })
  } finally {
    vi.useRealTimers()
  }
})
