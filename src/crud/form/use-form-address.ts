import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { toaster } from '#src/ui/toast.tsx'
import type { SearchPatch } from '../query/list-search.ts'
import { type FormAddress, formAddress, targetAt } from './form-address.ts'
import type { RecordFormTarget } from './record-form-dialog.tsx'

type Options = {
  /** False for a form without an address. */
  on: boolean
  search: FormAddress
  onSearch(patch: SearchPatch, options?: { replace?: boolean }): void
  may: { add: boolean; edit: boolean }
  /** The form on screen. */
  shown: RecordFormTarget | undefined
  show(target: RecordFormTarget): void
}

const keyOf = (address: FormAddress | undefined) =>
  address ? JSON.stringify([address.edit, address.add, address.copy]) : ''

/**
 * Keeps a form in step with its address: the address opens and closes it, so that links, a reload and the browser's
 * back work. A form with unsaved input stays until the user has answered (`leaving`).
 */
export function useFormAddress({ on, search, onSearch, may, shown, show }: Options) {
  const wanted = on ? targetAt(search) : undefined
  const key = keyOf(wanted && formAddress(wanted))
  const shownKey = keyOf(shown && formAddress(shown))
  const [leaving, setLeaving] = useState(false)
  // A closed form must not open again before the address has changed.
  const closed = useRef('')
  const go = (target: RecordFormTarget, options?: { replace?: boolean }) => onSearch(formAddress(target), options)
  const clear = () => onSearch({ edit: undefined, add: undefined, copy: undefined }, { replace: true })

  // The address of the form that the user stays in is on its way back.
  const [returning, setReturning] = useState(false)

  const follow = useStable(() => {
    setReturning(false)
    setLeaving(on && shownKey !== '' && shownKey !== key)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address lets the form leave
  useEffect(() => follow(), [key, follow])

  // Another step back can overtake the address. The key then never changes, so the step itself lets the form leave.
  useEffect(() => {
    if (!returning) return
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [returning, follow])

  const open = useStable(() => {
    if (key === '') closed.current = ''
    if (!wanted || shownKey !== '' || key === closed.current) return
    if (wanted.kind === 'add' ? may.add : may.edit) return show(wanted)
    toaster.error(m.crud_formForbidden())
    clear()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address opens a form while none is on screen
  useEffect(() => open(), [key, shownKey, open])

  return {
    /** The address has left the form on screen. */
    leaving,
    go,
    /** The form on screen was closed. */
    onClosed() {
      setLeaving(false)
      if (shownKey !== key) return
      closed.current = key
      clear()
    },
    /** The user stays in the form that the address has left. */
    onStay() {
      setLeaving(false)
      if (!shown || shownKey === key) return
      setReturning(true)
      go(shown)
    },
  }
}
