import { useEffect, useRef, useState } from 'react'
import type { FaultReport } from './fault.functions.ts'

/**
 * What became of the report of a missing page; undefined while it is under way.
 * @param known from the server, when it has reported already
 */
export function useFaultReport(known: FaultReport | undefined, report: () => Promise<FaultReport>) {
  const [outcome, setOutcome] = useState(known)
  const send = useRef(report)
  const sent = useRef(false)
  useEffect(() => {
    if (known || sent.current) return
    sent.current = true
    send.current().then(setOutcome, () => setOutcome({ number: null }))
  }, [known])
  return outcome
}
