import { useRef, useState } from 'react'
import { failureOf, refusedText } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'
import { roles } from './role.queries.ts'

export type HolderWrite = ReturnType<typeof useHolderWrite>

/** What was written for which account; of a refusal, why. */
type Failed = { accountId: number; message: string }

/** Gives a role to accounts and takes it from them, one write at a time. */
export function useHolderWrite(roleId: number, onDone: (msg: string, changeSetId: number | null) => void) {
  const [key] = useState(() => new IdempotencyKey())
  const [pending, setPending] = useState<number>()
  const [failed, setFailed] = useState<Failed>()
  // A ref, because React state updates too late to stop the second of two clicks.
  const busy = useRef(false)
  type Answer = { data: { changeSetId: number | null }; msg: string }
  const run = async (accountId: number, send: (key: string) => Promise<Answer>): Promise<boolean> => {
    if (busy.current) return false
    busy.current = true
    setPending(accountId)
    setFailed(undefined)
    try {
      const { data, msg } = await send(key.current)
      key.done()
      onDone(msg, data.changeSetId)
      return true
    } catch (reason) {
      if (failureOf(reason).kind !== 'lost') key.refused()
      setFailed({ accountId, message: refusedText(reason) })
      return false
    } finally {
      busy.current = false
      setPending(undefined)
    }
  }
  return {
    pending,
    failed,
    grant: (accountId: number, endTime: string | null) =>
      run(accountId, (own) => roles.grant({ roleId, accountId, endTime }, own)),
    revoke: (accountId: number) => run(accountId, (own) => roles.revoke({ roleId, accountId }, own)),
  }
}
