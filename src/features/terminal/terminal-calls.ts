/** How the run of a task stands on the server. */
export type RunState = 'waiting' | 'running' | 'success' | 'failed' | 'cancelled' | 'lost'

/** What the tasks of the browser ask of the server. */
export type TerminalCalls = {
  /** Asks for a fresh proof first, when one is needed. Throws what the server says when the command may not start. */
  ready(task: { command: string; extend: string }): Promise<unknown>
  /** The runs that the server knows of. */
  states(uuids: string[]): Promise<readonly { uuid: string; state: RunState }[]>
  cancel(uuid: string): Promise<unknown>
}
