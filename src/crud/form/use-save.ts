import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FormValues } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { WriteAnswer } from '../calls/crud-client.ts'
import { failureOf } from '../calls/failure.ts'
import { IdempotencyKey } from '../calls/idempotency-key.ts'
import type { FormRefusal } from './record-form-context.ts'

/** The message of a form about its last attempt to save. */
export type SaveNotice =
  | { kind: 'signedOut' }
  /** @prop number of a failure of the server, to quote */
  | { kind: 'text'; text: string; number?: string }

/** The message about a save that may or may not be stored. */
export function lostNotice({ reason, number }: { reason: string; number: string }): SaveNotice {
  return { kind: 'text', text: m.crud_lost({ reason }), number }
}

type Values = { shown: FormValues; sent: FormValues }

export type Stale = { current: object & { version: number }; labels: Labels }

/**
 * Sends a form's content and handles the response. Field errors go to `refusal`, a newer version goes to `stale` for
 * the conflict step, other errors go to `notice`. The input always stays.
 */
export function useSave(
  send: (body: FormValues, key: string, values: FormValues) => Promise<WriteAnswer>,
  /** Whether the form has the field that a path begins with. */
  isField: (name: string) => boolean,
) {
  const [key] = useState(() => new IdempotencyKey())
  const [saving, setSaving] = useState(false)
  const [notice, setNotice] = useState<SaveNotice | null>(null)
  const [refusal, setRefusal] = useState<FormRefusal | null>(null)
  const [stale, setStale] = useState<Stale | null>(null)
  // A ref, because state updates too late for the second of two clicks.
  const busy = useRef(false)

  const fail = (error: unknown, values: FormValues, content: string) => {
    const failure = failureOf(error)
    switch (failure.kind) {
      case 'signedOut':
        return setNotice({ kind: 'signedOut' })
      case 'unsent':
        return setNotice({ kind: 'text', text: failure.message })
      case 'lost':
        key.lost(content)
        return setNotice(lostNotice(failure))
      case 'stale':
        key.refused()
        return setStale({ current: failure.current, labels: failure.labels })
      case 'refused': {
        const atFields = Object.keys(failure.errors).some((path) => isField(path.split('.')[0] ?? path))
        const earlierArrived = !atFields && key.mayHold(content)
        key.refused()
        if (atFields) setRefusal({ errors: failure.errors, values })
        else setNotice({ kind: 'text', text: earlierArrived ? m.crud_earlierArrived() : failure.message })
      }
    }
  }

  /**
   * @param body what the call sends: the changed fields, or all
   * @param values all fields, as the form shows them and as they are sent
   * @returns undefined when the save failed or another save is running
   */
  const save = async (body: FormValues, values: Values): Promise<WriteAnswer | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    setSaving(true)
    setNotice(null)
    setRefusal(null)
    const content = JSON.stringify(body)
    try {
      return await send(body, key.current, values.sent)
    } catch (error) {
      fail(error, values.shown, content)
      return undefined
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  /** What the form sends next is another write. */
  const goOn = () => key.done()
  return { save, saving, notice, refusal, stale, goOn, resolved: () => setStale(null) }
}
