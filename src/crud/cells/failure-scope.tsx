import { createContext, type ReactNode, use, useState } from 'react'
import { useKit } from '#src/layout/kit-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { useStable } from '#src/lib/use-stable.ts'

/** What failed: a field or a slot, for which row, with which data. */
type Failed = { part: string; rowId?: number | undefined; data: unknown }

type Report = (error: unknown, failed: Failed) => void

// Hardly anything fails, so no page begins with this code.
const reasons = keptCode(() => import('./failure-text.ts'))

const FailureContext = createContext<Report | undefined>(undefined)

/**
 * A page whose parts may fail. Of each part, the first failure of a visit is reported, whatever the number of rows.
 * @param resource the key of the page's resource
 */
export function FailureScope({ resource, children }: { resource: string; children: ReactNode }) {
  const { report: send } = useKit()
  const [reported] = useState(() => new Set<string>())
  const report: Report = useStable((error, { part, rowId, data }) => {
    if (!send || reported.has(part)) return
    reported.add(part)
    // A report that cannot be made must not disturb the page.
    reasons().then(
      ({ reasonOf }) => send({ resource, part, rowId: rowId ?? null, ...reasonOf(error, data) }),
      () => undefined,
    )
  })
  return <FailureContext value={report}>{children}</FailureContext>
}

/** Reports a part of the page around it that failed. Undefined outside of such a page. */
export function useFailureReport(): Report | undefined {
  return use(FailureContext)
}
