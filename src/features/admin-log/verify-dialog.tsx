import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { adminLogs, type LogVerified } from './admin-log.queries.ts'
import { BrokenSeal } from './broken-seal.tsx'
import { SealState } from './seal-state.tsx'

type Verdict = LogVerified & { rows: number }

/** Verifies the chain of seals part by part, so that a long log shows how far it is. */
export function VerifyDialog({ onClose }: { onClose(): void }) {
  const [number, setNumber] = useState('')
  const [hash, setHash] = useState('')
  const [wrong, setWrong] = useState(false)
  const [progress, setProgress] = useState<number>()
  const [verdict, setVerdict] = useState<Verdict>()
  const [failure, setFailure] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  const seals = useQuery({
    queryKey: [adminLogs.key, 'seals'],
    queryFn: ({ signal }) => adminLogs.seals({}, signal),
    staleTime: 0,
  })
  const start = async () => {
    const none = number.trim() === '' && hash.trim() === ''
    const both = /^\d+$/.test(number.trim()) && /^[\da-f]{64}$/i.test(hash.trim())
    setWrong(!none && !both)
    if (!none && !both) return
    const known = both ? { number: Number(number.trim()), hash: hash.trim() } : {}
    const stop = new AbortController()
    running.current = stop
    setVerdict(undefined)
    setFailure(undefined)
    setProgress(0)
    try {
      let [after, rows, otherKey] = [0, 0, 0]
      for (;;) {
        const part: LogVerified = await adminLogs.verify({ after, ...known }, stop.signal)
        rows += part.checked
        otherKey += part.otherKey
        after = part.upTo
        setProgress(after)
        if (part.done) {
          setVerdict({ ...part, rows, otherKey })
          break
        }
      }
    } catch (error) {
      if (!stop.signal.aborted) setFailure(error)
    }
    setProgress(undefined)
    void seals.refetch()
  }
  const close = () => {
    running.current?.abort()
    onClose()
  }
  return (
    <Dialog
      open
      onRequestClose={close}
      title={m.adminLog_verify()}
      size="lg"
      footer={
        <>
          <Button onClick={close}>{m.ui_close()}</Button>
          <Button variant="primary" disabled={progress !== undefined} onClick={() => void start()}>
            {m.adminLog_verifyStart()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{m.adminLog_verifyHelp()}</p>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-sm text-muted">{m.adminLog_verifyOutside()}</legend>
          <div className="grid gap-3 sm:grid-cols-[10rem_1fr]">
            <FormField label={m.adminLog_verifyNumber()}>
              <Input value={number} inputMode="numeric" onChange={(event) => setNumber(event.target.value)} />
            </FormField>
            <FormField label={m.adminLog_verifyHash()} {...(wrong ? { errors: [m.adminLog_verifyBoth()] } : {})}>
              <Input value={hash} onChange={(event) => setHash(event.target.value)} />
            </FormField>
          </div>
        </fieldset>
        {progress !== undefined && (
          <p role="status">
            {m.adminLog_verifyRunning({
              done: formatCount(progress),
              all: formatCount(Math.max(progress, seals.data?.newest?.number ?? 0)),
            })}
          </p>
        )}
        {failure !== undefined && <FailureState error={failure} onRetry={() => void start()} />}
        {verdict && <VerdictText verdict={verdict} />}
        {seals.data && <SealState seals={seals.data} />}
      </div>
    </Dialog>
  )
}

function VerdictText({ verdict }: { verdict: Verdict }) {
  const { timeZone } = useKit()
  if (verdict.broken) return <BrokenSeal broken={verdict.broken} />
  const time = formatInstant(verdict.since, timeZone)
  return (
    <Banner tone={verdict.otherKey > 0 ? 'warning' : 'success'}>
      <p>{m.adminLog_verifyRight({ seals: formatCount(verdict.upTo), rows: formatCount(verdict.rows) })}</p>
      <p>{verdict.open === 0 ? m.adminLog_verifyNoneOpen() : m.adminLog_verifyOpen({ count: verdict.open, time })}</p>
      {verdict.otherKey > 0 && <p>{m.adminLog_verifyOtherKey({ count: verdict.otherKey })}</p>}
    </Banner>
  )
}
