import { expect, test } from 'vitest'
import { heard } from '#src/features/terminal/store/heard.ts'
import { type TaskStatus, taskStatus } from '#src/features/terminal/store/task.ts'
import { taskOf } from '#src/features/terminal/store/task-list.ts'
import { markers } from '#src/features/terminal/stream-markers.ts'
import { withTasks } from './sketch.ts'

const { connecting, executing, success, failed } = taskStatus

function hear(from: TaskStatus, ...messages: string[]) {
  const { state, over } = heard(withTasks(['a', from], ['b', taskStatus.waiting]), 'a', messages)
  const task = taskOf(state, 'a')
  return { status: task?.status, message: task?.message, showMessage: task?.showMessage, over, state }
}

test('the markers are spelled as the server spells them', () => {
  expect(Object.values(markers).toSorted()).toEqual([
    'command-exec-completed',
    'command-exec-error',
    'command-exec-success',
    'command-link-success',
  ])
})

test('link success: the task becomes executing', () => {
  expect(hear(connecting, markers.linkSuccess)).toMatchObject({ status: executing, over: false, message: [] })
})

test('exec success: the task becomes successful, and the stream goes on', () => {
  expect(hear(executing, markers.execSuccess)).toMatchObject({ status: success, over: false, message: [] })
})

test('exec error: the task becomes failed and is over', () => {
  expect(hear(executing, markers.execError)).toMatchObject({ status: failed, over: true, showMessage: true })
})

test('exec completed: the task is over, and has failed if it was not successful already', () => {
  expect(hear(executing, markers.execCompleted)).toMatchObject({ status: failed, over: true, showMessage: true })
  expect(hear(success, markers.execCompleted)).toMatchObject({ status: success, over: true, showMessage: false })
  expect(hear(connecting, markers.linkSuccess, markers.execSuccess, markers.execCompleted)).toMatchObject({
    status: success,
  })
})

test('any other message is a line of output', () => {
  expect(hear(executing, 'one', '', 'command-exec-errors').message).toEqual(['one', '', 'command-exec-errors'])
})

test('a batch keeps the order, and nothing counts after the end', () => {
  const { status, message, over } = hear(
    connecting,
    markers.linkSuccess,
    'one',
    markers.execError,
    'two',
    markers.execSuccess,
  )
  expect({ status, message, over }).toEqual({ status: failed, message: ['one'], over: true })
})

test('output while the terminal is closed shows the dot, and other tasks stay as they are', () => {
  const { state } = hear(executing, 'one')
  expect(state.showDot).toBe(true)
  expect(taskOf(state, 'b')).toEqual(withTasks(['a', executing], ['b', taskStatus.waiting]).taskList[1])
  expect(hear(connecting, markers.linkSuccess).state.showDot).toBe(false)
})
