import { createContext, type ReactNode, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { FormValues } from '#src/resource/form-values.ts'

/** A form whose values other parts of a page can read. */
type SharedForm = {
  state: { values: FormValues }
  store: { subscribe(changed: () => void): { unsubscribe(): void } }
}

type Scope = { form: SharedForm | undefined; share(form: SharedForm | undefined): void }

const ScopeContext = createContext<Scope | null>(null)

/** Lets all parts of a page below it read the values of the form below it (`useFormValues`). */
export function FormScope({ children }: { children: ReactNode }) {
  const [form, share] = useState<SharedForm>()
  return <ScopeContext value={{ form, share }}>{children}</ScopeContext>
}

/** Offers the values of a form to the surrounding scope, if there is one. */
export function useShareFormValues(form: SharedForm): void {
  const share = use(ScopeContext)?.share
  useEffect(() => {
    share?.(form)
    return () => share?.(undefined)
  }, [share, form])
}

const none: FormValues = {}

/** The values of the form in the surrounding scope. Empty while there is no form. */
export function useScopeValues(): FormValues {
  const form = use(ScopeContext)?.form
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = form?.store.subscribe(changed)
      return () => subscription?.unsubscribe()
    },
    [form],
  )
  const read = () => form?.state.values ?? none
  return useSyncExternalStore(subscribe, read, () => none)
}
