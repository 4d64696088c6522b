import { m } from '#src/i18n/paraglide/messages.js'

/**
 * The message of a job that failed for a reason that users cannot correct. A line of its own has the number of the
 * request that started the job, by which an administrator finds the failure in the log.
 */
export function withNumber(message: string, requestId: string): string {
  return requestId === '' ? message : `${message}\n${m.failure_numbered({ number: requestId })}`
}
