import { useCallback, useEffect, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { solve } from '#src/lib/proof-of-work.ts'
import {
  type CaptchaChallenge,
  type CaptchaChecked,
  type CaptchaLoaded,
  type CaptchaProof,
  clicksInfo,
  puzzleInfo,
} from './captcha-answer.ts'

/** The calls that a dialog needs: load a challenge, and check an answer. */
export type CaptchaCalls = {
  load(): Promise<CaptchaLoaded>
  check(proof: CaptchaProof): Promise<CaptchaChecked>
}

/**
 * A click position as fractions (0 to 1) of the picture's width and height. It stays correct when the picture is
 * resized.
 */
export type CaptchaMark = { x: number; y: number }
export type CaptchaNote = { tone: 'danger' | 'success' | 'info'; text: string }

/** Milliseconds for which the user can read the success message before the dialog closes. */
const READ_MS = 700

/** State and actions of the captcha dialog. It loads a new challenge after each wrong answer. */
export function useCaptcha(calls: CaptchaCalls, onSolved: (proof: CaptchaProof) => void) {
  const [challenge, setChallenge] = useState<CaptchaChallenge>()
  const [loading, setLoading] = useState(true)
  const [checking, setChecking] = useState(false)
  const [marks, setMarks] = useState<CaptchaMark[]>([])
  const [note, setNote] = useState<CaptchaNote>()
  /** Message for screen reader users, who do not see the marks. */
  const [said, setSaid] = useState('')
  /** Progress of the calculation, 0 to 1; undefined when no calculation runs. */
  const [work, setWork] = useState<number>()
  /** The answer was right. The dialog closes after a moment. */
  const [done, setDone] = useState(false)
  const working = useRef<AbortController>(undefined)
  const latest = useRef(0)

  const load = useCallback(async () => {
    const turn = ++latest.current
    working.current?.abort()
    setWork(undefined)
    setMarks([])
    setChecking(false)
    setLoading(true)
    const answer = await calls.load().catch((): CaptchaLoaded => ({ ok: false, message: '' }))
    if (turn !== latest.current) return
    setLoading(false)
    setChallenge(answer.ok ? answer.challenge : undefined)
    if (!answer.ok) setNote({ tone: 'danger', text: answer.message || m.captcha_loadFailed() })
  }, [calls])

  useEffect(() => {
    void load()
    return () => {
      latest.current++
      working.current?.abort()
    }
  }, [load])

  const check = async (id: string, info: string) => {
    const turn = latest.current
    setChecking(true)
    const answer = await calls
      .check({ id, info })
      .catch((error: unknown): CaptchaChecked => ({ ok: false, message: failureText(error) }))
    if (turn !== latest.current) return
    setSaid('')
    setNote({ tone: answer.ok ? 'success' : 'danger', text: answer.message })
    // After any failed check, this challenge cannot be used again.
    if (!answer.ok) return load()
    setDone(true)
    setWork(undefined)
    setTimeout(() => turn === latest.current && onSolved(answer.proof), READ_MS)
  }

  /** @param size displayed size of the picture in CSS pixels */
  const mark = (place: CaptchaMark, size: { width: number; height: number }) => {
    if (!challenge || checking || loading || work !== undefined || marks.length >= challenge.text.length) return
    const next = [...marks, place]
    const [number, count] = [next.length, challenge.text.length]
    setMarks(next)
    setNote(undefined)
    setSaid(m.captcha_placed({ number, count }))
    if (number < count) return
    const clicks = next.map(({ x, y }) => ({ x: x * size.width, y: y * size.height }))
    void check(challenge.id, clicksInfo(clicks, size.width, size.height))
  }

  const unmark = (index: number) => {
    if (checking) return
    setMarks(marks.filter((_, i) => i !== index))
    setSaid(m.captcha_removed({ number: index + 1 }))
  }

  const calculate = async () => {
    if (!challenge || loading || checking) return
    const controller = new AbortController()
    working.current = controller
    setMarks([])
    setNote(undefined)
    setSaid(m.captcha_working())
    setWork(0)
    const nonce = await solve(challenge.puzzle, setWork, controller.signal).catch(() => undefined)
    if (nonce === undefined) return
    setWork(1)
    await check(challenge.id, puzzleInfo(nonce))
  }

  const stopCalculating = () => {
    if (checking) return
    setSaid('')
    working.current?.abort()
    setWork(undefined)
  }

  const refresh = () => {
    if (done) return
    setNote(undefined)
    void load()
  }
  return {
    challenge,
    loading,
    checking,
    done,
    marks,
    note,
    said,
    work,
    mark,
    unmark,
    calculate,
    stopCalculating,
    refresh,
  }
}
