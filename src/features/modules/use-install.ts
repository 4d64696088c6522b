import { useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureOf } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type PlanChoices, storeCalls } from './store.queries.ts'
import type { ModulePlan } from './store.schema.ts'

type InstallOptions = {
  /** The plan is not what it was: it must be read again. */
  onOutdated(): void
}

/**
 * Installs what a plan shows. A second press does nothing, and a repeat after a lost connection is the same write.
 * @prop install answers whether it is installed
 */
export function useInstall({ onOutdated }: InstallOptions) {
  const [key] = useState(() => new IdempotencyKey())
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  // A ref, because state updates too late for the second of two clicks.
  const running = useRef(false)
  const install = async ({ uid, plan }: ModulePlan, choices: PlanChoices): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setPending(true)
    setRefusal(undefined)
    try {
      await storeCalls.install({ uid, choices, plan }, key.current)
      key.done()
      return true
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind !== 'lost' && failure.kind !== 'unsent') key.refused()
      setRefusal(isChanged(error) ? m.store_planChanged() : textOf(failure))
      // Conflicts and needs that came up meanwhile are in the plan, too.
      if (error instanceof BackendError && error.code === 409) onOutdated()
      return false
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { install, pending, refusal }
}

function textOf(failure: ReturnType<typeof failureOf>): string {
  if (failure.kind === 'lost') return m.crud_lost({ reason: failure.reason })
  if (failure.kind === 'signedOut') return m.error_302()
  return failure.kind === 'stale' ? m.store_planChanged() : failure.message
}

/** Whether somebody has changed the site since the plan was made. */
function isChanged(error: unknown): boolean {
  if (!(error instanceof BackendError) || error.code !== 409) return false
  const { data } = error
  return typeof data === 'object' && data !== null && Reflect.get(data, 'reason') === 'changed'
}
