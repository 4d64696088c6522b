import { useRef, useState } from 'react'
import * as v from 'valibot'
import { accountRule, passwordRule } from '#src/lib/account-rules.ts'

type Name = 'username' | 'password'

/**
 * Values and errors of the login form. Before the first submit, a field shows an error only after the user has filled
 * and left it. The form has two fields and a checkbox, so a form library would be larger than the page.
 * @param remembered initial value of the account field
 * @param nameRule the rule of the account field
 */
export function useLoginFields(remembered: string, nameRule: v.GenericSchema<string> = accountRule) {
  const rules = { username: nameRule, password: passwordRule }
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
    /**
     * Reads the values from the inputs, because the browser may have filled them before hydration. Then sets the focus.
     */
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
    /** Shows all errors from now on. Focuses the first field with an error and returns its name. */
    try(): Name | undefined {
      setTried(true)
      const first = (['username', 'password'] as const).find((name) => wrong(name, values[name]) !== undefined)
      if (first) inputs[first].current?.focus()
      return first
    },
  }
}
