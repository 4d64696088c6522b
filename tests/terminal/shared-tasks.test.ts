import { expect, test } from 'vitest'
import { abandonedTasks, adoptedTasks, mergedTasks, toKeep } from '#src/features/terminal/store/shared-tasks.ts'
import { type TerminalTask, taskStatus } from '#src/features/terminal/store/task.ts'
import { oneTask } from './sketch.ts'

const { waiting, connecting, executing, success, failed, unknown } = taskStatus
const none: ReadonlySet<string> = new Set()
const stored = (...tasks: TerminalTask[]) => tasks.map(toKeep)
const uuids = (tasks: readonly { uuid: string }[]) => tasks.map(({ uuid }) => uuid)
const at = (uuid: string, createTime: number, more: Partial<TerminalTask> = {}) =>
  oneTask(uuid, waiting, { createTime, ...more })

test('of the output, the last two hundred lines are stored, and the number of those before', () => {
  const message = Array.from({ length: 1_000 }, (_, index) => `line ${index}`)
  const kept = toKeep(oneTask('a', executing, { message, omitted: 5, callback: () => undefined }))
  expect(kept.message).toEqual(message.slice(800))
  expect(kept.omitted).toBe(805)
  expect(kept).not.toHaveProperty('callback')
  expect(toKeep(oneTask('a', executing, { message: ['one', ''] }))).toMatchObject({ message: ['one', ''], omitted: 0 })
})

test('of long lines, the last twenty thousand bytes are stored', () => {
  const message = Array.from({ length: 10 }, () => '中'.repeat(2_000))
  expect(toKeep(oneTask('a', executing, { message }))).toMatchObject({ message: message.slice(7), omitted: 7 })
  expect(toKeep(oneTask('a', executing, { message: ['x'.repeat(20_001)] }))).toMatchObject({ message: [], omitted: 1 })
})

test('the output of the last hundred tasks is stored', () => {
  const tasks = Array.from({ length: 102 }, (_, index) => at(`${index}`, index, { message: ['one', 'two'] }))
  const merged = mergedTasks(stored(...tasks), { tasks: [], changed: none, shown: none, removed: none })
  expect(merged).toHaveLength(102)
  expect(merged[1]).toMatchObject({ message: [], omitted: 2 })
  expect(merged[2]).toMatchObject({ message: ['one', 'two'], omitted: 0 })
})

test('a window stores its own changes, removes what it removed, and keeps the tasks of others', () => {
  const theirs = at('theirs', 1)
  const before = stored(theirs, at('changed', 2), at('removed', 3), at('same', 4))
  const tasks = [
    at('changed', 2, { status: success }),
    at('same', 4, { status: failed }),
    at('new', 5),
    at('old', 0, { status: failed }),
  ]
  const own = { tasks, changed: new Set(['changed', 'new', 'old']), shown: none, removed: new Set(['removed']) }
  const merged = mergedTasks(before, own)
  expect(uuids(merged)).toEqual(['old', 'theirs', 'changed', 'same', 'new'])
  expect(merged.map(({ status }) => status)).toEqual([failed, waiting, success, waiting, waiting])
})

test('showing a message stores only that it is shown', () => {
  const before = stored(at('a', 1, { status: executing, message: ['new'] }))
  const tasks = [at('a', 1, { status: unknown, showMessage: true })]
  const [task] = mergedTasks(before, { tasks, changed: none, shown: new Set(['a']), removed: none })
  expect(task).toMatchObject({ status: executing, message: ['new'], showMessage: true })
})

const adopt = (before: TerminalTask[], now: TerminalTask[], own: string[] = [], removed: string[] = []) =>
  adoptedTasks(stored(...now), { tasks: before, removed: new Set(removed), isOwn: (uuid) => own.includes(uuid) })

test('a window takes over what others add, change and remove', () => {
  const adopted = adopt([at('a', 2), at('b', 3)], [at('c', 1), at('a', 2, { status: executing, message: ['one'] })])
  expect(uuids(adopted)).toEqual(['c', 'a'])
  expect(adopted[1]).toMatchObject({ status: executing, message: ['one'] })
})

test('a window keeps the tasks that it follows, also when another one has removed them', () => {
  const mine = at('a', 1, { status: executing, message: ['mine'] })
  expect(adopt([mine], [at('a', 1, { status: failed })], ['a'])).toEqual([mine])
  expect(adopt([mine], [at('b', 2)], ['a'])).toEqual([mine, at('b', 2)])
  expect(uuids(adopt([mine], [at('b', 2)]))).toEqual(['b'])
})

test('a task that is unknown here stays so while another window runs it, and becomes what it ends as', () => {
  const mine = at('a', 1, { status: unknown })
  for (const status of [connecting, executing]) expect(adopt([mine], [at('a', 1, { status })])).toEqual([mine])
  for (const status of [success, failed]) expect(adopt([mine], [at('a', 1, { status })])[0]?.status).toBe(status)
})

test('a task that nobody has changed keeps its whole output, its callback and what is shown', () => {
  const message = Array.from({ length: 500 }, (_, index) => `line ${index}`)
  const mine = at('a', 1, { status: success, message, showMessage: true, callback: () => undefined })
  expect(adopt([mine], [{ ...mine, showMessage: false }])[0]).toBe(mine)
  const waits = at('b', 2, { callback: () => undefined, showMessage: true })
  const [begun] = adopt([waits], [at('b', 2, { status: executing })])
  expect(begun).toMatchObject({ status: executing, showMessage: false, callback: waits.callback })
})

test('what a window has removed does not come back to it', () => {
  expect(adopt([], [at('a', 1, { status: executing })], [], ['a'])).toEqual([])
})

test('a window that goes leaves the tasks that it followed as unknown', () => {
  const before = stored(
    at('a', 1, { status: connecting }),
    at('b', 2, { status: executing, blockOnFailure: false }),
    at('c', 3, { status: executing }),
    at('d', 4, { status: success }),
  )
  const left = abandonedTasks(before, (uuid) => uuid !== 'c')
  expect(left.map(({ status }) => status)).toEqual([unknown, unknown, executing, success])
  expect(left.map(({ showMessage }) => showMessage)).toEqual([true, false, false, false])
})
