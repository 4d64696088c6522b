import {
  emptyTerminal,
  type TaskStatus,
  type TerminalState,
  type TerminalTask,
} from '#src/features/terminal/store/task.ts'

export type Sketch = [uuid: string, status: TaskStatus, blockOnFailure?: boolean]

/** A terminal with these tasks. */
export const withTasks = (...tasks: Sketch[]): TerminalState => ({
  ...emptyTerminal,
  taskList: tasks.map(([uuid, status, blockOnFailure = true], index) => ({
    uuid,
    createTime: index + 1,
    status,
    command: 'versions',
    message: [],
    omitted: 0,
    showMessage: false,
    blockOnFailure,
    extend: '',
  })),
})

/** One task of its own. */
export function oneTask(uuid: string, status: TaskStatus, more: Partial<TerminalTask> = {}): TerminalTask {
  const [task] = withTasks([uuid, status]).taskList
  if (!task) throw new Error('a sketch without a task')
  return { ...task, ...more }
}
