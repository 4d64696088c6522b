/** What the log is told of an error: everything but the values of a query, among them hashes and people's data. */
export type Loggable = { type: string; message: string; stack: string; cause?: Loggable }

/** An error for the log. Drizzle's name every parameter in their message, and Node repeats the message in the stack. */
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
