import { isRedirect } from '@tanstack/react-router'
import { BackendError } from '#src/backend/backend-error.ts'
import { reasonOf } from '#src/crud/cells/failure-text.ts'
import { reportFault } from '#src/features/site/fault.functions.ts'
import type { PartFailure } from '#src/layout/kit-context.ts'
import { line, NotSent } from '#src/lib/line.ts'

/** Tells the server of a part of the page on screen that failed. */
export async function reportFailure(failure: PartFailure): Promise<number | null> {
  const { number } = await reportFault({ data: { path: window.location.pathname, referrer: '', failure } })
  return number
}

/** Tells the server that the page on screen failed, if that is a fault of its code. Returns the report's number. */
export async function reportPage(error: unknown): Promise<number | null | undefined> {
  if (!isOurFault(error)) return undefined
  return reportFailure({ resource: '', part: 'page', rowId: null, ...reasonOf(error, null) })
}

/** Whether the code of the page failed. Refusals of the server and lost connections are known elsewhere. */
function isOurFault(error: unknown): boolean {
  if (error instanceof BackendError || error instanceof NotSent || isRedirect(error) || !line.isUp()) return false
  return !(error instanceof Error && error.name === 'TimeoutError')
}
