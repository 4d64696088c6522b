import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { failureOf } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'
import { lostNotice, type SaveNotice } from '#src/crud/form/use-save.ts'
import { useUnsaved } from '#src/crud/form/use-unsaved.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { usePress } from '#src/ui/use-press.ts'

type OwnForm<T extends Record<string, string>, TAnswer> = {
  /** The fields in their order. */
  initial: T
  schema: v.GenericSchema<T>
  send(values: T, idempotencyKey: string): Promise<TAnswer>
  onSaved(answer: TAnswer): void
  /** Fields that the server calls otherwise: its name, and the name here. */
  alias?: Readonly<Record<string, keyof T & string>>
  /** The save was refused, and nothing is stored. */
  onRefused?(error: unknown): void
}

/**
 * A form about the user's own account: a few text fields. An error shows when its field is left, or with the first
 * submit. A refusal of the server stays at its field until the field changes. What was typed stays in any case.
 */
export function useOwnForm<T extends Record<string, string>, TAnswer>(form: OwnForm<T, TAnswer>) {
  const { initial, schema } = form
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<readonly (keyof T)[]>([])
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<SaveNotice | null>(null)
  const [saving, setSaving] = useState(false)
  const [key] = useState(() => new IdempotencyKey())
  const press = usePress()
  const element = useRef<HTMLFormElement>(null)
  // A ref, because state updates too late for the second of two clicks.
  const busy = useRef(false)
  const names: readonly (keyof T & string)[] = Object.keys(initial)
  const dirty = names.some((name) => values[name] !== initial[name])

  const reset = (next: T = initial) => {
    setValues(next)
    setLeft([])
    setTried(false)
    setRefused({})
    setNotice(null)
  }
  useUnsaved({ isDirty: () => dirty, drop: () => reset() })

  const wrong = errorsOf(schema, values)
  const focus = (errors: FieldErrors) => {
    const name = names.find((one) => errors[one])
    if (name) element.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  }

  const fail = (error: unknown) => {
    const failure = failureOf(error)
    if (failure.kind === 'signedOut') return setNotice({ kind: 'signedOut' })
    if (failure.kind === 'unsent') return setNotice({ kind: 'text', text: failure.message })
    // The key stays: a second attempt must not be a second change.
    if (failure.kind === 'lost') return setNotice(lostNotice(failure))
    key.refused()
    form.onRefused?.(error)
    if (failure.kind === 'stale') return
    const errors = renamed(failure.errors, form.alias)
    setRefused(errors)
    if (names.some((name) => errors[name])) focus(errors)
    else setNotice({ kind: 'text', text: failure.message })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    setTried(true)
    if (Object.keys(wrong).length > 0) return focus(wrong)
    busy.current = true
    setSaving(true)
    setNotice(null)
    try {
      const answer = await form.send(values, key.current)
      key.done()
      reset()
      form.onSaved(answer)
    } catch (error) {
      fail(error)
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  const set = (name: keyof T & string, value: string) => {
    setValues((old) => ({ ...old, [name]: value }))
    setRefused(({ [name]: _past, ...others }) => others)
  }

  return {
    values,
    dirty,
    set,
    notice,
    saving,
    reset,
    form: { ref: element, method: 'post', noValidate: true, onSubmit: submit, ...pressOf(press) } as const,
    errorsOf(name: keyof T & string): readonly string[] {
      const shown = tried || (left.includes(name) && values[name] !== '')
      return [...((shown && wrong[name]) || []), ...(refused[name] ?? [])]
    },
    control: (name: keyof T & string) => ({
      name,
      value: values[name],
      onBlur: () => press.after(() => setLeft((old) => [...old, name])),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set(name, event.target.value),
    }),
  }
}

function renamed(errors: FieldErrors, alias: Readonly<Record<string, string>> = {}): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([name, texts]) => [alias[name] ?? name, texts]))
}

const pressOf = ({ onPointerDownCapture }: ReturnType<typeof usePress>) => ({ onPointerDownCapture })

function errorsOf<T extends Record<string, string>>(schema: v.GenericSchema<T>, values: T): FieldErrors {
  const { issues } = v.safeParse(schema, values)
  if (!issues) return {}
  const found: FieldErrors = {}
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? ''
    found[path] ??= [issue.message]
  }
  return found
}
