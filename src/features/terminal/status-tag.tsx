import { m } from '#src/i18n/paraglide/messages.js'
import type { TerminalRunState } from '#src/lib/terminal-run-states.ts'
import type { Tone } from '#src/lib/tone.ts'
import { Tag } from '#src/ui/tag.tsx'
import { type TaskStatus, taskStatus } from './store/task.ts'

type Look = { text(): string; tone: Tone }

const tasks: Record<TaskStatus, Look> = {
  [taskStatus.waiting]: { text: m.terminal_statusWaiting, tone: 'neutral' },
  [taskStatus.connecting]: { text: m.terminal_statusConnecting, tone: 'accent' },
  [taskStatus.executing]: { text: m.terminal_statusExecuting, tone: 'accent' },
  [taskStatus.success]: { text: m.terminal_statusSuccess, tone: 'success' },
  [taskStatus.failed]: { text: m.terminal_statusFailed, tone: 'danger' },
  [taskStatus.unknown]: { text: m.terminal_statusUnknown, tone: 'warning' },
}

const runs: Record<TerminalRunState, Look> = {
  waiting: { text: m.terminal_statusWaiting, tone: 'neutral' },
  running: { text: m.terminal_statusExecuting, tone: 'accent' },
  success: { text: m.terminal_statusSuccess, tone: 'success' },
  failed: { text: m.terminal_statusFailed, tone: 'danger' },
  cancelled: { text: m.terminal_stateCancelled, tone: 'neutral' },
  lost: { text: m.terminal_statusUnknown, tone: 'warning' },
}

export const taskStatusText = (status: TaskStatus): string => tasks[status].text()
export const runStateText = (state: TerminalRunState): string => runs[state].text()

/** The status of a task of the queue. */
export function StatusTag({ status }: { status: TaskStatus }) {
  return <Tag tone={tasks[status].tone}>{taskStatusText(status)}</Tag>
}

/** The state of a run of the history. */
export function RunStateTag({ state }: { state: TerminalRunState }) {
  return <Tag tone={runs[state].tone}>{runStateText(state)}</Tag>
}
