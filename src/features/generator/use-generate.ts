import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureOf } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'
import { lostNotice, type SaveNotice } from '#src/crud/form/use-save.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Design, DesignBase, DesignChange } from './design.schema.ts'
import { finishedDesign } from './finished-design.ts'
import { baseKeyOf, checkQuery, generations, type PlanAnswer } from './generator.queries.ts'

type Asking = { plan: PlanAnswer; design: Design }
export type Generated = { msg: string; key: string; path: string }

type GenerateOptions = {
  design: Design
  base: DesignBase | null
  /** The design is refused at these places. */
  onErrors(errors: FieldErrors): void
  /** Somebody else has changed the screen, or its table, since it was read. */
  onConflict(): void
  onDone(made: Generated): void
}

/** Whether people are asked before: values leave their rows, or a table of others is changed. */
export function needsAnswer({ kind, loss, effect }: DesignChange): boolean {
  return loss || (kind === 'adopt' && effect !== undefined)
}

/**
 * Generates a design: it is checked first, and what needs an answer is asked for. A second press does nothing, a repeat
 * after a lost connection is the same write.
 */
export function useGenerate({ design, base, onErrors, onConflict, onDone }: GenerateOptions) {
  const client = useQueryClient()
  const [key] = useState(() => new IdempotencyKey())
  const [asking, setAsking] = useState<Asking>()
  const [pending, setPending] = useState(false)
  const [notice, setNotice] = useState<SaveNotice>()
  // A ref, because state updates too late for the second of two clicks.
  const running = useRef(false)

  const fail = (error: unknown) => {
    const failure = failureOf(error)
    if (failure.kind !== 'lost' && failure.kind !== 'unsent') key.refused()
    if (failure.kind !== 'lost') setAsking(undefined)
    if (failure.kind === 'signedOut') return setNotice({ kind: 'signedOut' })
    if (failure.kind === 'lost') return setNotice(lostNotice(failure))
    const errors = failure.kind === 'refused' ? failure.errors : {}
    if (Object.keys(errors).length > 0) onErrors(errors)
    else if (error instanceof BackendError && error.code === 409) onConflict()
    const text = failure.kind === 'stale' ? m.designer_changedSince() : failure.message
    setNotice({ kind: 'text', text: Object.keys(errors).length > 0 ? m.designer_refused() : text })
  }
  const run = async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setNotice(undefined)
    try {
      await work()
    } catch (error) {
      fail(error)
    } finally {
      running.current = false
      setPending(false)
    }
  }
  const write = async (sent: Design, plan: string) => {
    const { data, msg } = await generations.generate({ design: sent, base: baseKeyOf(base), plan }, key.current)
    key.done()
    setAsking(undefined)
    onDone({ msg, key: data.key, path: data.path })
  }
  return {
    pending,
    notice,
    /** What is asked for: a plan that needs an answer. */
    asking,
    /** Checks the design, and generates it when nothing needs an answer. */
    start: () =>
      run(async () => {
        const sent = finishedDesign(design)
        const plan = await client.fetchQuery(checkQuery(sent, base))
        onErrors({})
        if (plan.changes.some(needsAnswer)) setAsking({ plan, design: sent })
        else await write(sent, plan.plan)
      }),
    confirm: () => run(async () => asking && write(asking.design, asking.plan.plan)),
    cancel: () => setAsking(undefined),
  }
}
