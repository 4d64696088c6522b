import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'

/** The lines that the browser itself adds to the output of a task. */
export type TaskWords = {
  /** The process that ran the command has ended. */
  lost(): string
  /** The stream did not come back. */
  lineLost(): string
  /** Why a command was not started. */
  refusal(error: unknown): string
}

export const taskWords: TaskWords = {
  lost: () => m.terminal_lost(),
  lineLost: () => m.terminal_lineLost(),
  // Whoever closes the dialog of the proof has not been refused.
  refusal: (error) =>
    error instanceof BackendError && error.stepUp?.length ? m.terminal_notProven() : failureText(error),
}
