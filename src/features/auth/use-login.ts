import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'

type Credentials = { username: string; password: string; keep: boolean }

/** Signs in; a refusal comes back as a value, so that the form keeps its content. */
export type LoginSubmit = (
  values: Credentials,
) => Promise<{ ok: true } | { ok: false; message: string; errors?: FieldErrors }>

type FieldMeta = { errors: readonly ({ message: string } | undefined)[]; isBlurred: boolean }

/** One sign-in at a time, and what the server had to say about the last one. */
export function useLogin(onSubmit: LoginSubmit) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [refused, setRefused] = useState<FieldErrors>({})
  const running = useRef(false)

  /** The server's errors by field; undefined after a success, when the next page is on its way. */
  const submit = async (values: Credentials): Promise<FieldErrors | undefined> => {
    // State is too slow for a double click.
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setMessage('')
    const answer = await onSubmit(values).catch(() => ({
      ...{ ok: false as const, errors: {} },
      message: navigator.onLine ? m.error_network() : m.error_offline(),
    }))
    running.current = false
    setBusy(false)
    if (answer.ok) return undefined
    setMessage(answer.message || m.login_failed())
    setRefused(answer.errors ?? {})
    return answer.errors ?? {}
  }

  return {
    ...{ busy, message, submit },
    /** The server's word about a field is old as soon as the field changes. */
    forget: (name: 'username' | 'password') => setRefused((old) => ({ ...old, [name]: [] })),
    /** What to say at a field: nothing while it is first being filled. */
    errorsOf(name: 'username' | 'password', meta: FieldMeta, attempts: number): string[] {
      const own = meta.isBlurred || attempts > 0 ? meta.errors.flatMap((issue) => issue?.message ?? []) : []
      return [...own, ...(refused[name] ?? [])]
    },
  }
}
