/** The messages of a task's stream that are no output. Their texts are fixed by the specification. */
export const markers = {
  linkSuccess: 'command-link-success',
  execSuccess: 'command-exec-success',
  execError: 'command-exec-error',
  execCompleted: 'command-exec-completed',
} as const
