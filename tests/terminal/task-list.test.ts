import { expect, test } from 'vitest'
import { emptyTerminal, type TerminalState, taskStatus } from '#src/features/terminal/store/task.ts'
import * as list from '#src/features/terminal/store/task-list.ts'
import { type Sketch, withTasks } from './sketch.ts'

const { waiting, connecting, executing, success, failed, unknown } = taskStatus

const added = (state: TerminalState, uuid = 'new') =>
  list.withTask(state, { uuid, command: 'lint', blockOnFailure: true, extend: 'x' }, 100)
const uuids = ({ taskList }: TerminalState) => taskList.map(({ uuid }) => uuid)
const stateOf = (state: TerminalState, uuid: string) => list.taskOf(state, uuid)?.status
const next = (...tasks: Sketch[]) => list.nextTask(withTasks(...tasks))?.uuid

test('the states have their numbers, and the terminal its defaults', () => {
  expect(taskStatus).toEqual({ waiting: 0, connecting: 1, executing: 2, success: 3, failed: 4, unknown: 5 })
  expect(emptyTerminal).toMatchObject({ packageManager: 'pnpm', automaticCleanupTask: 1, port: 8000, taskList: [] })
})

test('a new task starts waiting, at the end, with an instant of its own', () => {
  const state = added(added(withTasks(['a', failed])), 'newer')
  expect(uuids(state)).toEqual(['a', 'new', 'newer'])
  expect(list.taskOf(state, 'new')).toEqual({
    uuid: 'new',
    createTime: 100,
    status: waiting,
    command: 'lint',
    message: [],
    omitted: 0,
    showMessage: false,
    blockOnFailure: true,
    extend: 'x',
  })
  expect(list.taskOf(state, 'newer')?.createTime).toBe(101)
})

test('the first waiting task starts, but only if no task before it runs', () => {
  expect(next(['a', waiting], ['b', waiting])).toBe('a')
  expect(next(['a', success], ['b', waiting])).toBe('b')
  expect(next(['a', connecting], ['b', waiting])).toBeUndefined()
  expect(next(['a', executing], ['b', waiting])).toBeUndefined()
  expect(next(['a', waiting], ['b', executing])).toBe('a')
  expect(next(['a', success])).toBeUndefined()
})

test('an earlier task that failed, or of which nobody knows, stops the others if it blocks; else it is skipped', () => {
  expect(next(['a', failed], ['b', waiting])).toBeUndefined()
  expect(next(['a', unknown], ['b', waiting])).toBeUndefined()
  expect(next(['a', failed, false], ['b', waiting])).toBe('b')
  expect(next(['a', unknown, false], ['b', waiting])).toBe('b')
  expect(next(['a', waiting], ['b', failed])).toBe('a')
})

test('a task of another window is not started, nor is one after it', () => {
  const state = withTasks(['theirs', waiting], ['own', waiting])
  expect(list.nextTask(state, ({ uuid }) => uuid === 'own')).toBeUndefined()
})

test('a task that failed or of which nobody knows shows its message, if it blocks', () => {
  for (const status of [failed, unknown]) {
    const state = withTasks(['blocks', executing], ['not', executing, false])
    expect(list.taskOf(list.withStatus(state, 'blocks', status), 'blocks')).toMatchObject({ status, showMessage: true })
    expect(list.taskOf(list.withStatus(state, 'not', status), 'not')).toMatchObject({ status, showMessage: false })
  }
  expect(list.taskOf(list.withStatus(withTasks(['a', executing]), 'a', success), 'a')?.showMessage).toBe(false)
})

test('when the page loads, tasks that were connecting or executing become unknown, and no others', () => {
  const { taskList } = withTasks(['a', waiting], ['b', connecting], ['c', executing], ['d', success], ['e', failed])
  const state = list.stateAtLoad({ showDot: true, taskList, automaticCleanupTask: 0 })
  expect(state.taskList.map(({ status }) => status)).toEqual([waiting, unknown, unknown, success, failed])
  expect(state.taskList.map(({ showMessage }) => showMessage)).toEqual([false, true, true, false, false])
  expect(state).toMatchObject({ show: false, showDot: true, automaticCleanupTask: 0, packageManager: 'pnpm' })
})

test('a retry clears the messages and waits, under a new number at the same place', () => {
  const before = list.withLines(withTasks(['a', failed], ['b', waiting]), 'a', ['one'])
  const state = list.retried(before, 'a', 'again')
  expect(uuids(state)).toEqual(['again', 'b'])
  expect(list.taskOf(state, 'again')).toMatchObject({ status: waiting, message: [], omitted: 0, createTime: 1 })
  expect(list.nextTask(state)?.uuid).toBe('again')
})

test('attaching clears the messages and keeps the number', () => {
  const before = list.withLines(withTasks(['a', unknown]), 'a', ['one'])
  expect(list.taskOf(list.attached(before, 'a'), 'a')).toMatchObject({ status: connecting, message: [] })
})

test('a run of another browser comes to the end of the list, unknown and without blocking, once', () => {
  const run = { uuid: 'theirs', command: 'lint', extend: 'x' }
  const state = list.withRun(withTasks(['a', failed]), run, 100)
  expect(uuids(state)).toEqual(['a', 'theirs'])
  expect(list.taskOf(state, 'theirs')).toMatchObject({ ...run, status: unknown, blockOnFailure: false })
  expect(list.withRun(state, run, 200)).toBe(state)
})

test('only a task that is not connecting or executing is deleted', () => {
  for (const status of [waiting, success, failed, unknown]) {
    expect(uuids(list.without(withTasks(['a', status], ['b', status]), 'a'))).toEqual(['b'])
  }
  for (const status of [connecting, executing]) {
    expect(uuids(list.without(withTasks(['a', status]), 'a'))).toEqual(['a'])
  }
})

test('clearing removes all successful tasks and no others', () => {
  const all = Object.values(taskStatus).map((status): Sketch => [String(status), status])
  expect(uuids(list.withoutSuccessful(withTasks(...all, ['more', success])))).toEqual(['0', '1', '2', '4', '5'])
})

test('adding a task clears successful tasks first, if the setting says so', () => {
  const state = withTasks(['a', success], ['b', failed])
  expect(uuids(added(state))).toEqual(['b', 'new'])
  expect(uuids(added({ ...state, automaticCleanupTask: 0 }))).toEqual(['a', 'b', 'new'])
})

test('output or a task that is added while the terminal is closed shows the dot; opening clears it', () => {
  const closed = withTasks(['a', executing])
  const open = list.toggled(closed, true)
  for (const act of [added, (state: TerminalState) => list.withLines(state, 'a', ['one'])]) {
    expect(act(closed).showDot).toBe(true)
    expect(act(open).showDot).toBe(false)
    const opened = list.toggled(act(closed))
    expect(opened).toMatchObject({ show: true, showDot: false })
    expect(list.toggled(act(closed), false)).toMatchObject({ show: false, showDot: true })
  }
  expect(list.withLines(closed, 'removed', ['one'])).toBe(closed)
})

test('the dialogs are toggled, and close the terminal', () => {
  for (const dialog of ['showPackageManagerDialog', 'showConfig'] as const) {
    const open = list.dialogToggled(list.toggled(emptyTerminal, true), dialog)
    expect(open).toMatchObject({ [dialog]: true, show: false })
    expect(list.dialogToggled(open, dialog)).toMatchObject({ [dialog]: false, show: false })
    expect(list.dialogToggled(open, dialog, true)[dialog]).toBe(true)
  }
})

test('the warning is due when the terminal is closed and a task has failed, or nobody knows of it', () => {
  expect(list.warnsOfFailed(withTasks(['a', failed]))).toBe(true)
  expect(list.warnsOfFailed(withTasks(['a', unknown]))).toBe(true)
  expect(list.warnsOfFailed(withTasks(['a', success], ['b', waiting], ['c', executing]))).toBe(false)
  expect(list.warnsOfFailed(list.toggled(withTasks(['a', failed]), true))).toBe(false)
})

test('a page has the last five thousand lines of a task, and the number of those before', () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}`)
  const once = list.withLines(withTasks(['a', executing]), 'a', lines)
  expect(list.taskOf(once, 'a')).toMatchObject({ omitted: 0 })
  const twice = list.taskOf(list.withLines(once, 'a', lines), 'a')
  expect(twice?.omitted).toBe(1_000)
  expect(twice?.message).toHaveLength(5_000)
  expect(twice?.message.at(0)).toBe('line 1000')
  expect(twice?.message.at(-1)).toBe('line 2999')
})

test('a message is shown and hidden again', () => {
  const shown = list.withMessageShown(withTasks(['a', success]), 'a')
  expect(list.taskOf(shown, 'a')?.showMessage).toBe(true)
  expect(list.taskOf(list.withMessageShown(shown, 'a'), 'a')?.showMessage).toBe(false)
  expect(stateOf(shown, 'a')).toBe(success)
})
