import { useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { CaptchaProof } from './captcha-answer.ts'

type Credentials = { username: string; password: string; keep: boolean; captcha?: CaptchaProof; passkey?: true }

type Refusal = { ok: false; message: string; errors?: FieldErrors; captcha?: boolean }

/** Signs in, with the password or a passkey. A refusal is returned as a value, so the form keeps its content. */
export type LoginSubmit = (values: Credentials) => Promise<{ ok: true } | Refusal>

/**
 * Runs one sign-in at a time, and keeps the server's message and errors of the last one.
 * @param prepareCaptcha loads the captcha dialog; called when the server requires a captcha
 */
export function useLogin(onSubmit: LoginSubmit, prepareCaptcha: () => Promise<void>) {
  const [busy, setBusy] = useState<'password' | 'passkey'>()
  const [message, setMessage] = useState('')
  const [refused, setRefused] = useState<FieldErrors>({})
  const running = useRef(false)
  /** Receives the result of the captcha dialog. Defined only while the dialog is open. */
  const [answerCaptcha, setAnswerCaptcha] = useState<(proof: CaptchaProof | undefined) => void>()

  /** Returns the server's errors by field, or undefined after a success, while the next page loads. */
  const submit = async (values: Credentials): Promise<FieldErrors | undefined> => {
    // A ref, because React state updates too late to stop a double click.
    if (running.current) return undefined
    running.current = true
    setBusy(values.passkey ? 'passkey' : 'password')
    setMessage('')
    const answer = await send(values)
    running.current = false
    setBusy(undefined)
    if (answer.ok) return undefined
    setMessage(answer.message || m.login_failed())
    setRefused(answer.errors ?? {})
    return answer.errors ?? {}
  }

  /** Sends the sign-in. Sends it again while the server requires a captcha and the user solves one. */
  const send = async (values: Credentials): ReturnType<LoginSubmit> => {
    const answer = await onSubmit(values).catch(
      (error: unknown): Refusal => ({ ok: false, message: failureText(error) }),
    )
    if (answer.ok || !answer.captcha) return answer
    try {
      await prepareCaptcha()
    } catch (error) {
      return { ...answer, message: failureText(error) }
    }
    const captcha = await new Promise<CaptchaProof | undefined>((resolve) => setAnswerCaptcha(() => resolve))
    setAnswerCaptcha(undefined)
    return captcha ? send({ ...values, captcha }) : answer
  }

  return {
    busy,
    message,
    submit,
    answerCaptcha,
    /** Removes the server's errors of a field, because they are outdated when the field changes. */
    forget: (name: 'username' | 'password') => setRefused((old) => ({ ...old, [name]: [] })),
    refusalsOf: (name: 'username' | 'password') => refused[name] ?? [],
  }
}
