import { createContext, use } from 'react'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { keptCode } from '#src/lib/line.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { TerminalRunState } from '#src/lib/terminal-run-states.ts'
import type { AnswerOf, BodyOf } from '#src/server/endpoint/call-types.ts'
import type { ShownRun, terminalEndpoints } from './terminal.api.server.ts'

type Calls = typeof terminalEndpoints

/** The settings of the terminal, its commands, and what waits for the next start. */
export type TerminalInfo = AnswerOf<Calls['info']>
/** A command, as the server offers it. */
export type CommandInfo = TerminalInfo['commands'][number]

type RunSearch = { page: number; quickSearch: string; state: TerminalRunState | undefined }
type OutputSearch = { uuid: string; after: number; limit: number; search?: string }

/** What the terminal's screens ask the server, besides what the store asks. */
export type ViewCalls = {
  info(): Promise<TerminalInfo>
  runs(search: RunSearch): Promise<{ list: ShownRun[]; total: number }>
  output(search: OutputSearch): Promise<AnswerOf<Calls['output']>>
  cancel(uuid: string): Promise<unknown>
  /** @returns what is set now */
  change(config: BodyOf<Calls['config']>): Promise<AnswerOf<Calls['config']>>
  /** Makes the browser save the whole output of a run. */
  download(uuid: string): Promise<void>
}

const functions = keptCode(() => import('./terminal.functions.ts'))
const downloads = keptCode(() => import('#src/crud/export/download.ts'))

const ofServer: ViewCalls = {
  info: async () => (await functions()).terminalInfo(),
  runs: async (data) => (await functions()).terminalRuns({ data }),
  output: async (data) => (await functions()).runOutput({ data }),
  cancel: async (uuid) => (await functions()).cancelRun({ data: { uuid } }).catch(leaveWhenSignedOut),
  change: async (config) => {
    const data = { ...config, idempotencyKey: randomId() }
    return (await functions()).changeTerminalConfig({ data }).catch(leaveWhenSignedOut)
  },
  download: async (uuid) => (await downloads()).download(`/admin/Terminal/download?uuid=${encodeURIComponent(uuid)}`),
}

/** The calls. A test brings its own. */
export const ViewCallsContext = createContext(ofServer)

export const useViewCalls = (): ViewCalls => use(ViewCallsContext)
