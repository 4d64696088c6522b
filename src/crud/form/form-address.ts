import type { FormValues } from '#src/resource/form-values.ts'
import type { ListSearch } from '../query/list-search.ts'
import type { RecordFormTarget } from './record-form-dialog.tsx'

/** The part of a URL that says which form is open. */
export type FormAddress = Pick<ListSearch, 'edit' | 'add' | 'copy'>

/**
 * The address of a form: `?edit=12`, `?copy=12` for a copy of that row, `?add=new`, or `?add={"pid":12}` for a new row
 * with initial values.
 */
export function formAddress(target: RecordFormTarget): FormAddress {
  if (target.kind === 'edit') return { edit: target.id, add: undefined, copy: undefined }
  if (target.from !== undefined) return { edit: undefined, add: undefined, copy: target.from }
  const plain = Object.entries(target.values ?? {}).filter((entry): entry is [string, string | number | null] => {
    const [, value] = entry
    return value === null || typeof value === 'string' || typeof value === 'number'
  })
  return { edit: undefined, copy: undefined, add: plain.length > 0 ? Object.fromEntries(plain) : 'new' }
}

/** The form that an address names. Undefined when it names none. */
export function targetAt({ edit, add, copy }: FormAddress): RecordFormTarget | undefined {
  if (edit !== undefined) return { kind: 'edit', id: edit }
  if (copy !== undefined) return { kind: 'add', from: copy }
  if (add === undefined) return undefined
  if (add === 'new') return { kind: 'add' }
  const values: FormValues = add
  return { kind: 'add', values }
}
