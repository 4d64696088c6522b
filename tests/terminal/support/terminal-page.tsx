import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { packageManagers } from '#src/features/terminal/package-managers.ts'
import { keptTerminalOf } from '#src/features/terminal/store/kept-terminal.ts'
import { emptyTerminal, type TerminalTask, taskStatus } from '#src/features/terminal/store/task.ts'
import {
  init,
  setConfig,
  terminal,
  toggle,
  toggleConfigDialog,
  togglePackageManagerDialog,
} from '#src/features/terminal/store/terminal-store.ts'
import type { ShownRun } from '#src/features/terminal/terminal.api.server.ts'
import {
  type CommandInfo,
  type TerminalInfo,
  type ViewCalls,
  ViewCallsContext,
} from '#src/features/terminal/view-calls.ts'
import { Toaster } from '#src/ui/toast.tsx'
import { renderPage } from '../../support/with-router.tsx'

const commands: CommandInfo[] = [
  { key: 'versions', title: 'Show versions', group: 'versions', takes: 'nothing' },
  ...packageManagers.flatMap((name): CommandInfo[] => [
    { key: `version.${name}`, title: `Version of ${name}`, group: 'versions', takes: 'nothing' },
    { key: `check.${name}`, title: `Test ${name}`, group: 'packages', takes: 'packages' },
    { key: `install.${name}`, title: `Install with ${name}`, group: 'packages', takes: 'packages' },
  ]),
  { key: 'build', title: 'Build', group: 'build', takes: 'nothing' },
]

export const infoOf = (more: Partial<TerminalInfo> = {}): TerminalInfo => ({
  packageManager: 'npm',
  port: 8000,
  servedPort: 8000,
  startCommand: 'npm start',
  urls: ['http://localhost:8000'],
  registry: '',
  commands,
  next: null,
  ...more,
})

export const taskOfStatus = (status: TerminalTask['status'], more: Partial<TerminalTask> = {}): TerminalTask => ({
  uuid: `task-${status}`,
  createTime: Date.now(),
  status,
  command: 'versions',
  message: [],
  omitted: 0,
  showMessage: false,
  blockOnFailure: true,
  extend: '',
  ...more,
})

export const runOf = (state: ShownRun['state'], more: Partial<ShownRun> = {}): ShownRun => ({
  uuid: `run-${state}`,
  command: 'versions',
  title: 'Show versions',
  extend: '',
  state,
  lines: 2,
  exitCode: null,
  createBy: 1,
  createByName: 'Admin',
  createTime: '2026-11-27T03:00:00Z',
  startTime: null,
  endTime: null,
  ...more,
})

/** The answers of the server. A test says which of them differ. */
export function callsOf(more: Partial<ViewCalls> = {}) {
  return {
    info: vi.fn<ViewCalls['info']>(more.info ?? (async () => infoOf())),
    runs: vi.fn<ViewCalls['runs']>(more.runs ?? (async () => ({ list: [], total: 0 }))),
    output: vi.fn<ViewCalls['output']>(more.output ?? (async () => ({ lines: [], total: 0 }))),
    cancel: vi.fn<ViewCalls['cancel']>(more.cancel ?? (async () => null)),
    change: vi.fn<ViewCalls['change']>(
      more.change ?? (async ({ manager = 'npm', port = 8000 }) => ({ manager, port })),
    ),
    download: vi.fn<ViewCalls['download']>(more.download ?? (async () => {})),
  }
}

/** The first task of the queue in each test. It has failed and blocks, so that no test starts a command. */
const BLOCKER = 'blocker'

/** What a test has added to the queue. */
export const added = () => terminal.read().taskList.filter(({ uuid }) => uuid !== BLOCKER)

/** Renders a part of the terminal with these answers. The queue, which all tests share, is as in a new browser. */
export function renderTerminal(part: ReactNode, calls: ViewCalls = callsOf(), tasks: readonly TerminalTask[] = []) {
  init()
  setConfig({ packageManager: 'npm', port: 8000 })
  onTestFinished(() => {
    toggle(false)
    togglePackageManagerDialog(false)
    toggleConfigDialog(false)
    setConfig(emptyTerminal)
  })
  const blocker = taskOfStatus(taskStatus.failed, { uuid: BLOCKER, createTime: 1, command: 'lint' })
  const taskList = [blocker, ...tasks].map((task) => ({ ...task, message: [...task.message] }))
  keptTerminalOf(0).write({ showDot: false, taskList, automaticCleanupTask: 1 })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return renderPage(
    <QueryClientProvider client={client}>
      <ViewCallsContext value={calls}>
        <main className="p-4">{part}</main>
        <Toaster />
      </ViewCallsContext>
    </QueryClientProvider>,
  )
}
