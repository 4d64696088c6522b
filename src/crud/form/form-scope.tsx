import { createContext, type ReactNode, use, useEffect, useState } from 'react'
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

/** The form in the surrounding scope. Undefined while there is none. */
export function useScopeForm(): SharedForm | undefined {
  return use(ScopeContext)?.form
}
