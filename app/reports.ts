import type { PartFailure } from '#src/layout/kit-context.ts'
import { keptCode } from '#src/lib/line.ts'

// Hardly anything fails, so no page begins with this code.
const code = keptCode(() => import('./report-failure.ts'))
const ignore = () => undefined

/** Tells the server of failures in the browser. A report that does not arrive disturbs nobody. */
export const reports = {
  part: (failure: PartFailure): void =>
    void code()
      .then(({ reportFailure }) => reportFailure(failure))
      .catch(ignore),
  /** The number of the report. Undefined when there is nothing to report. */
  page: (error: unknown): Promise<number | null | undefined> =>
    code()
      .then(({ reportPage }) => reportPage(error))
      .catch(ignore),
}
