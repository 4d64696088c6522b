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

/** How a dialog gets its challenges and has its answers looked at. */
export type CaptchaCalls = {
  load(): Promise<CaptchaLoaded>
  check(proof: CaptchaProof): Promise<CaptchaChecked>
}

/** A click, as parts of the picture's width and height: it stays where it is when the picture is resized. */
export type CaptchaMark = { x: number; y: number }
export type CaptchaNote = { tone: 'danger' | 'success' | 'info'; text: string }

/** How long "right" can be read before the dialog goes. */
const READ_MS = 700

/** One captcha after the other, until one is solved. */
export function useCaptcha(calls: CaptchaCalls, onSolved: (proof: CaptchaProof) => void) {
  const [challenge, setChallenge] = useState<CaptchaChallenge>()
  const [loading, setLoading] = useState(true)
  const [checking, setChecking] = useState(false)
  const [marks, setMarks] = useState<CaptchaMark[]>([])
  const [note, setNote] = useState<CaptchaNote>()
  /** What only those hear who do not see the marks. */
  const [said, setSaid] = useState('')
  /** How far the calculation has come; undefined while there is none. */
  const [work, setWork] = useState<number>()
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
    setNote({ tone: answer.ok ? 'success' : 'danger', text: answer.message })
    // Whatever was wrong, this challenge is used up.
    if (!answer.ok) return load()
    setTimeout(() => turn === latest.current && onSolved(answer.proof), READ_MS)
  }

  /** @param size the picture as it is shown */
  const mark = (place: CaptchaMark, size: { width: number; height: number }) => {
    if (!challenge || checking || loading || marks.length >= challenge.text.length) return
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
    working.current?.abort()
    setWork(undefined)
  }

  const refresh = () => {
    setNote(undefined)
    void load()
  }
  return { challenge, loading, checking, marks, note, said, work, mark, unmark, calculate, stopCalculating, refresh }
}
