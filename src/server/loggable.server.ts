/** The part of an error that is logged: everything except query values, which contain hashes and personal data. */
export type Loggable = { type: string; message: string; stack: string; cause?: Loggable }

/**
 * Converts an error for the log. Drizzle lists every parameter in its messages, and Node repeats the message in the
 * stack.
 */
export function loggable(error: unknown): Loggable {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: error.message.split('\nparams:')[0] ?? '',
    stack: frames.slice(0, 12).join('\n'),
    ...(error.cause === undefined ? {} : { cause: loggable(error.cause) }),
  }
}
