import { use, useCallback, useSyncExternalStore } from 'react'
import { fieldContext } from './form-context.ts'
import { useScopeForm } from './form-scope.tsx'

/** The type of a value while the user edits it: nothing is chosen yet, or the text of a number is no number yet. */
type Edited<T> = T extends string
  ? T | '' | null
  : T extends number
    ? T | string | null
    : T extends readonly (infer TItem)[]
      ? readonly (TItem extends object ? { readonly [K in keyof TItem]?: Edited<TItem[K]> } : TItem)[]
      : T | null

type EditedValues<TForm> = { readonly [K in keyof TForm]?: Edited<TForm[K]> }

const none = {}

/**
 * The current values of a form: for a control, of the form around it; for any other part of a page, of the form in the
 * same `FormScope`. Empty while there is no form. `TForm` is the type of the form's row.
 */
export function useFormValues<TForm extends object = Record<string, unknown>>(): EditedValues<TForm> {
  const scoped = useScopeForm()
  const form = use(fieldContext)?.form ?? scoped
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = form?.store.subscribe(changed)
      return () => subscription?.unsubscribe()
    },
    [form],
  )
  const read = () => form?.state.values ?? none
  // Seam: a description's field names are the keys of its row. The values of a form are only known as those of fields.
  return useSyncExternalStore(subscribe, read, read) as EditedValues<TForm>
}
