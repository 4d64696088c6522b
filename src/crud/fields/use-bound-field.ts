import { useStore } from '@tanstack/react-form'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { sameValue } from '#src/resource/form-values.ts'
import { useFieldContext } from '../form/form-context.ts'
import { useRecordFormContext } from '../form/record-form-context.ts'
import { afterPress } from './after-press.ts'
import { cellAt } from './cell-path.ts'

/** The props of every field control. */
export type FieldProps = {
  label: string
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  hint?: string
  required?: boolean
  placeholder?: string
  disabled?: boolean
  className?: string
}

/**
 * The value and the errors of the surrounding field. Its own validation errors appear after the user has left it or
 * tried to save. Errors from the server stay while the field has the refused value.
 */
export function useBoundField<T extends FieldValue>() {
  const field = useFieldContext<T>()
  const { refusal, labels } = useRecordFormContext()
  const tried = useStore(field.form.store, (state) => state.submissionAttempts > 0)
  const { value, meta } = field.state
  const own = ownErrors(meta.errors)
  const refused = refusal ? standing(refusal.errors, refusal.values[field.name] ?? null, value, field.name) : {}
  const shown = meta.isBlurred || tried ? { ...refused, ...own } : refused
  return {
    name: field.name,
    value,
    /** Messages about the field. When only parts are wrong, the messages about the first one. */
    errors: shown[''] ?? Object.values(shown)[0] ?? [],
    /** Messages about the field as a whole. */
    wholeErrors: shown[''] ?? [],
    /** Messages about a part (`2.fullMark`). Its own errors appear after the user has `left` it or tried to save. */
    partErrors: (path: string, left: boolean) => (tried || left ? own[path] : undefined) ?? refused[path] ?? [],
    labels,
    set: (next: T) => field.handleChange(next),
    leave: () => afterPress(() => field.handleBlur()),
  }
}

/** The form's own validation errors, by the path inside the field. The field itself is at ''. */
function ownErrors(errors: readonly unknown[]): FieldErrors {
  // Seam: TanStack Form keeps errors as it gets them, but loses their type.
  return errors.find((one): one is FieldErrors => typeof one === 'object' && one !== null) ?? {}
}

/** The errors from the server for values that are still unchanged. */
function standing(errors: FieldErrors, refused: FieldValue, value: FieldValue, name: string): FieldErrors {
  const found: FieldErrors = {}
  for (const [path, texts] of Object.entries(errors)) {
    if (path === name && sameValue(refused, value)) found[''] = texts
    const part = path.startsWith(`${name}.`) ? path.slice(name.length + 1) : undefined
    if (part !== undefined && sameValue(cellAt(refused, part), cellAt(value, part))) found[part] = texts
  }
  return found
}
