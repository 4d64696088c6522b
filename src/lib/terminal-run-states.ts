/** The states of a run of the terminal. `lost`: its process has ended, so nobody knows how the command ended. */
export const terminalRunStates = ['waiting', 'running', 'success', 'failed', 'cancelled', 'lost'] as const
export type TerminalRunState = (typeof terminalRunStates)[number]

/** Whether a command has ended. */
export function isRunOver(state: TerminalRunState): boolean {
  return state !== 'waiting' && state !== 'running'
}
