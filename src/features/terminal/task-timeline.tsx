import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { taskStatusText } from './status-tag.tsx'
import { type TaskStatus, type TerminalTask, taskStatus } from './store/task.ts'
import { type TaskActs, TaskCard } from './task-card.tsx'

const dots: Record<TaskStatus, string> = {
  [taskStatus.waiting]: 'bg-line-strong',
  [taskStatus.connecting]: 'bg-accent',
  [taskStatus.executing]: 'bg-accent',
  [taskStatus.success]: 'bg-success-ink',
  [taskStatus.failed]: 'bg-danger',
  [taskStatus.unknown]: 'bg-warning-ink',
}

type TaskTimelineProps = {
  tasks: readonly TerminalTask[]
  titleOf(command: string): string | undefined
  acts: TaskActs
}

/** The tasks in the order of the queue. */
export function TaskTimeline({ tasks, titleOf, acts }: TaskTimelineProps) {
  const list = useRef<HTMLOListElement>(null)
  const count = useRef(tasks.length)
  useEffect(() => {
    if (tasks.length > count.current) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    count.current = tasks.length
  }, [tasks.length])
  return (
    <>
      <ol ref={list} aria-label={m.terminal_tasks()} className="ml-1 flex flex-col gap-4 border-l border-line">
        {tasks.map((task) => (
          <li key={task.uuid} className="relative pl-4">
            <span aria-hidden className={cx('absolute top-2 -left-[5px] size-[9px] rounded-full', dots[task.status])} />
            <TaskCard task={task} title={titleOf(task.command)} acts={acts} />
          </li>
        ))}
      </ol>
      <StatusNews tasks={tasks} titleOf={titleOf} />
    </>
  )
}

/** Tells screen readers how the tasks go on. */
function StatusNews({ tasks, titleOf }: Omit<TaskTimelineProps, 'acts'>) {
  const known = useRef(new Map<string, TaskStatus>())
  const [said, setSaid] = useState('')
  useEffect(() => {
    const changed = tasks.findLast(({ uuid, status }) => {
      const before = known.current.get(uuid)
      return before !== undefined && before !== status
    })
    known.current = new Map(tasks.map(({ uuid, status }) => [uuid, status]))
    if (!changed) return
    const { command, status } = changed
    setSaid(m.terminal_taskStatus({ title: titleOf(command) ?? command, status: taskStatusText(status) }))
  }, [tasks, titleOf])
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}
