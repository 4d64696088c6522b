import { useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { CaptchaProof } from './captcha-answer.ts'

type Credentials = { username: string; password: string; keep: boolean; captcha?: CaptchaProof }

type Refusal = { ok: false; message: string; errors?: FieldErrors; captcha?: boolean }

/** Signs in; a refusal comes back as a value, so that the form keeps its content. */
export type LoginSubmit = (values: Credentials) => Promise<{ ok: true } | Refusal>

/**
 * One sign-in at a time, and what the server had to say about the last one.
 * @param prepareCaptcha gets ready what takes the captcha's answer; called when the server asks for one
 */
export function useLogin(onSubmit: LoginSubmit, prepareCaptcha: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [refused, setRefused] = useState<FieldErrors>({})
  const running = useRef(false)
  /** Takes what the captcha dialog brings; there while it is open. */
  const [answerCaptcha, setAnswerCaptcha] = useState<(proof: CaptchaProof | undefined) => void>()

  /** The server's errors by field; undefined after a success, when the next page is on its way. */
  const submit = async (values: Credentials): Promise<FieldErrors | undefined> => {
    // State is too slow for a double click.
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setMessage('')
    const answer = await send(values)
    running.current = false
    setBusy(false)
    if (answer.ok) return undefined
    setMessage(answer.message || m.login_failed())
    setRefused(answer.errors ?? {})
    return answer.errors ?? {}
  }

  /** Sends, and as long as the server asks for a captcha and the person solves one, sends again. */
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
    /** The server's word about a field is old as soon as the field changes. */
    forget: (name: 'username' | 'password') => setRefused((old) => ({ ...old, [name]: [] })),
    refusalsOf: (name: 'username' | 'password') => refused[name] ?? [],
  }
}
