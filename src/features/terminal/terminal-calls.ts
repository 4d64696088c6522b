import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { keptCode } from '#src/lib/line.ts'
import type { TerminalRunState } from '#src/lib/terminal-run-states.ts'

/** What the tasks of the browser ask of the server. */
export type TerminalCalls = {
  /** Asks for a fresh proof first, when one is needed. Throws what the server says when the command may not start. */
  ready(task: { command: string; extend: string }): Promise<unknown>
  /** The runs that the server knows of. */
  states(uuids: string[]): Promise<readonly { uuid: string; state: TerminalRunState }[]>
  cancel(uuid: string): Promise<unknown>
}

const functions = keptCode(() => import('./terminal.functions.ts'))

export const terminalCalls: TerminalCalls = {
  ready: async (data) => (await functions()).readyToRun({ data }).catch(leaveWhenSignedOut),
  states: async (uuids) => (await functions()).terminalStates({ data: { uuids } }).catch(leaveWhenSignedOut),
  cancel: async (uuid) => (await functions()).cancelRun({ data: { uuid } }).catch(leaveWhenSignedOut),
}
