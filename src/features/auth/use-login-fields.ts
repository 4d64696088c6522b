import { useRef, useState } from 'react'
import * as v from 'valibot'
import { accountRule, passwordRule } from '#src/lib/account-rules.ts'

type Name = 'username' | 'password'

const rules = { username: accountRule, password: passwordRule }

/**
 * What is typed, and what to say about it: nothing while a field is first being filled, or when it was only passed by.
 * Two fields and a box: a form library would weigh more than the page.
 * @param remembered what the account field begins with
 */
export function useLoginFields(remembered: string) {
  const [values, setValues] = useState({ username: remembered, password: '', keep: false })
  const [left, setLeft] = useState({ username: false, password: false })
  const [tried, setTried] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const secretInput = useRef<HTMLInputElement>(null)
  const inputs = { username, password: secretInput }
  const wrong = (name: Name, value: string) => v.safeParse(rules[name], value).issues?.[0].message
  return {
    values,
    inputs,
    set: (name: Name, value: string) => setValues((old) => ({ ...old, [name]: value })),
    /** Takes what the inputs hold: a browser may have filled them before React was there to hear of it. */
    take() {
      const [name, secret] = [username.current?.value, secretInput.current?.value]
      setValues((old) => ({ ...old, username: name || old.username, password: secret || old.password }))
      ;(name ? secretInput : username).current?.focus()
    },
    keep: (keep: boolean) => setValues((old) => ({ ...old, keep })),
    leave: (name: Name) => setLeft((old) => ({ ...old, [name]: true })),
    errorsOf(name: Name): string[] {
      const message = (left[name] && values[name] !== '') || tried ? wrong(name, values[name]) : undefined
      return message === undefined ? [] : [message]
    },
    /** From now on every rule speaks. Returns the first field that breaks one, which gets the focus. */
    try(): Name | undefined {
      setTried(true)
      const first = (['username', 'password'] as const).find((name) => wrong(name, values[name]) !== undefined)
      if (first) inputs[first].current?.focus()
      return first
    },
  }
}
