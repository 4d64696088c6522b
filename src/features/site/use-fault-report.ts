import { useEffect, useRef, useState } from 'react'
import type { FaultReport } from './fault.functions.ts'

/**
 * The result of reporting a missing page; undefined until the report is answered.
 * @param known the result from the server, if the server has already sent the report
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
