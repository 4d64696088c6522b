import { markers } from '../stream-markers.ts'
import { type TerminalState, taskStatus } from './task.ts'
import { taskOf, withLines, withStatus } from './task-list.ts'

/**
 * What messages of a task's stream change, all at once.
 * @returns with `over`, the command has ended and no further message counts
 */
export function heard(
  before: TerminalState,
  uuid: string,
  messages: readonly string[],
): { state: TerminalState; over: boolean } {
  let state = before
  let lines: string[] = []
  const status = (next: Parameters<typeof withStatus>[2]) => {
    state = withStatus(withLines(state, uuid, lines), uuid, next)
    lines = []
  }
  for (const message of messages) {
    if (message === markers.linkSuccess) status(taskStatus.executing)
    else if (message === markers.execSuccess) status(taskStatus.success)
    else if (message === markers.execError) {
      status(taskStatus.failed)
      return { state, over: true }
    } else if (message === markers.execCompleted) {
      const done = taskOf(state, uuid)?.status === taskStatus.success
      status(done ? taskStatus.success : taskStatus.failed)
      return { state, over: true }
    } else lines.push(message)
  }
  return { state: withLines(state, uuid, lines), over: false }
}
