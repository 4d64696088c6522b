import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import type { GivenFactor } from './given-factor.ts'

const passkeys = keptCode(() => import('./use-passkey.ts'))

const FIELD_WAYS = ['totp', 'recovery', 'password'] as const

/** A provider at which the account can sign in anew. */
export type ProofProvider = { id: number; name: string }

/** One way that a person can choose. */
export type FactorChoice =
  | { way: (typeof FIELD_WAYS)[number] }
  | { way: 'passkey' }
  | { way: 'provider'; provider: ProofProvider }

export type FactorOptions = {
  /** What the account can use, the best one first. */
  ways: readonly string[]
  providers?: readonly ProofProvider[]
  /** Sends what was given. A refusal is thrown. */
  send(given: GivenFactor): Promise<void>
  /** What the browser needs to use a passkey. */
  passkeyOptions(): Promise<string>
  /** Opens the window of a provider. Undefined when the browser opens none. */
  visit?(provider: number, signal: AbortSignal): Promise<string | undefined> | undefined
}

/** The state of the question for a second factor, the password, or a new sign-in at a provider. */
export function useFactor(options: FactorOptions, field: RefObject<HTMLElement | null>) {
  const choices = choicesOf(options)
  const [chosen, setChosen] = useState(0)
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')
  const [waiting, setWaiting] = useState(false)
  const [busy, setBusy] = useState(false)
  const wait = useRef<AbortController>(null)
  useEffect(() => () => wait.current?.abort(), [])
  const choice = choices[chosen]

  const attempt = async (work: () => Promise<GivenFactor | undefined>) => {
    setBusy(true)
    setMessage('')
    setWrong([])
    try {
      const given = await work()
      if (given) return await options.send(given)
    } catch (error) {
      const { code = [], password = [], ...others } = error instanceof BackendError ? error.fieldErrors : {}
      const errors = [...code, ...password]
      setWrong(errors)
      if (errors.length === 0) setMessage(Object.values(others).flat()[0] ?? failureText(error))
      setValue('')
      field.current?.focus()
    }
    setBusy(false)
  }

  const byPasskey = async (): Promise<GivenFactor | undefined> => {
    const { answerOf } = await passkeys()
    const response = await answerOf(await options.passkeyOptions())
    if (response === undefined) setMessage(m.passkey_stopped())
    return response === undefined ? undefined : { way: 'passkey', response }
  }

  const atProvider = async ({ id }: ProofProvider) => {
    // Another press begins anew: nobody can tell whether the first window was closed.
    wait.current?.abort()
    wait.current = new AbortController()
    const visiting = options.visit?.(id, wait.current.signal)
    setMessage(visiting ? '' : m.proof_noWindow())
    setWaiting(visiting !== undefined)
    const visit = await visiting
    if (visit === undefined) return
    setWaiting(false)
    await attempt(async () => ({ way: 'provider', visit }))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || choice === undefined) return
    if (choice.way === 'provider') return void atProvider(choice.provider)
    if (choice.way === 'passkey') return void attempt(byPasskey)
    if (value.trim() === '') return setWrong([m.rule_required()])
    const { way } = choice
    void attempt(async () => (way === 'password' ? { way, password: value } : { way, code: value.trim() }))
  }

  return {
    choice,
    /** The other ways, with what chooses them. */
    others: choices.flatMap((one, at) => (at === chosen ? [] : [{ choice: one, choose: () => choose(at) }])),
    value,
    wrong,
    message,
    /** The window of a provider is open, or was closed. */
    waiting,
    busy,
    submit,
    change(text: string) {
      setValue(text)
      setWrong([])
    },
  }

  function choose(at: number) {
    wait.current?.abort()
    setWaiting(false)
    setChosen(at)
    setValue('')
    setWrong([])
    setMessage('')
  }
}

function choicesOf({ ways, providers = [] }: FactorOptions): FactorChoice[] {
  return ways.flatMap((way): FactorChoice[] => {
    if (way === 'passkey') return [{ way }]
    if (way === 'provider') return providers.map((provider) => ({ way, provider }))
    return FIELD_WAYS.flatMap((one) => (one === way ? [{ way: one }] : []))
  })
}
