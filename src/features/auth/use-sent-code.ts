import { useEffect, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import { plainPhone } from '#src/lib/phone-number.ts'
import type { CaptchaProof } from './captcha-answer.ts'

/** Seconds until another code may be sent to the same address. */
const PAUSE = 60

/** What was said of an address: that a code is on its way, or why not, at the field that it concerns. */
type Said = { sent?: string; address?: readonly string[]; password?: readonly string[]; code?: readonly string[] }

type Sending = { said: Said; until: number }

/**
 * Sends codes, each after a captcha, and counts the seconds until another one may be sent. Both belong to the address
 * as it is typed: who corrects it need not wait.
 * @param send resolves to what the server says
 */
export function useSentCode(
  channel: MessageChannel,
  typed: string,
  send: (address: string, captcha: CaptchaProof) => Promise<string>,
) {
  const address = typed.trim()
  const key = channel === 'sms' ? (plainPhone(address, 'mobile') ?? address) : address.toLowerCase()
  const [asks, setAsks] = useState(false)
  const [sending, setSending] = useState(false)
  const [past, setPast] = useState<Readonly<Record<string, Sending>>>({})
  const [now, setNow] = useState(0)
  const { said, until } = past[key] ?? { said: {}, until: 0 }
  const waits = until > now
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [waits])
  const note = (one: Said, seconds: number) => {
    setNow(Date.now())
    setPast((old) => ({ ...old, [key]: { said: one, until: Date.now() + seconds * 1000 } }))
  }
  return {
    asks,
    sending,
    said,
    /** Forgets why nothing was sent, because what was wrong has changed. */
    unsay: () => setPast((old) => ({ ...old, [key]: { said: {}, until } })),
    wait: Math.max(0, Math.ceil((until - now) / 1000)),
    ask: () => setAsks(true),
    cancel: () => setAsks(false),
    solved: async (captcha: CaptchaProof) => {
      setAsks(false)
      setSending(true)
      try {
        note({ sent: await send(address, captcha) }, PAUSE)
      } catch (error) {
        const wait = waitOf(error)
        // A short wait is shown where the next code is asked for.
        note(refusalOf(error), wait <= PAUSE ? wait : 0)
      } finally {
        setSending(false)
      }
    },
  }
}

function refusalOf(error: unknown): Said {
  const { email, mobile, 'extras.password': password } = error instanceof BackendError ? error.fieldErrors : {}
  const address = email ?? mobile
  if (address) return { address }
  if (password) return { password }
  // That no messages leave is no failure of the server: its sentence says what to do.
  return { code: [error instanceof BackendError && error.code === 503 ? error.message : failureText(error)] }
}

/** The seconds that the server asks to wait; 0 when it does not. */
function waitOf(error: unknown): number {
  const data: unknown = error instanceof BackendError && error.code === 429 ? error.data : undefined
  const wait: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'retryAfter') : undefined
  return typeof wait === 'number' ? wait : 0
}
