/** The states of a task. The numbers are stored. */
export const taskStatus = { waiting: 0, connecting: 1, executing: 2, success: 3, failed: 4, unknown: 5 } as const

export type TaskStatus = (typeof taskStatus)[keyof typeof taskStatus]

/** A command, from the moment when it is added until it is removed from the list. */
export type TerminalTask = {
  uuid: string
  /** Milliseconds since 1970. No two tasks of a list have the same one, and the list is in its order. */
  createTime: number
  status: TaskStatus
  /** The key of a command. */
  command: string
  /** The last lines of the output. */
  message: readonly string[]
  /** The number of lines before those in `message`. Only the server has them. */
  omitted: number
  showMessage: boolean
  /** When the task fails, the tasks after it do not start. */
  blockOnFailure: boolean
  /** Travels along with the command. */
  extend: string
  /** The window that follows the run holds the lock of the task, so another window notices when it is gone. */
  locked?: boolean | undefined
  /** Called with the final status. */
  callback?: ((status: TaskStatus) => void) | undefined
}

export type TerminalState = {
  show: boolean
  /** There is output that the user has not seen. */
  showDot: boolean
  taskList: readonly TerminalTask[]
  packageManager: string
  showPackageManagerDialog: boolean
  showConfig: boolean
  /** With 1, adding a task removes successful tasks. */
  automaticCleanupTask: number
  /** The port of the install service. */
  port: number
}

export const emptyTerminal: TerminalState = {
  show: false,
  showDot: false,
  taskList: [],
  packageManager: 'pnpm',
  showPackageManagerDialog: false,
  showConfig: false,
  automaticCleanupTask: 1,
  port: 8000,
}

type OnlyStatus = Pick<TerminalTask, 'status'>

export const isRunning = ({ status }: OnlyStatus): boolean =>
  status === taskStatus.connecting || status === taskStatus.executing

export const hasFailed = ({ status }: OnlyStatus): boolean =>
  status === taskStatus.failed || status === taskStatus.unknown
