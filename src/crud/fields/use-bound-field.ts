import { useStore } from '@tanstack/react-form'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { type FieldValue, sameValue } from '#src/resource/form-values.ts'
import { useFieldContext } from '../form/form-context.ts'
import { useRecordFormContext } from '../form/record-form-context.ts'
import { afterPress } from './after-press.ts'
import { cellAt } from './cell-path.ts'

/** What every field gets. */
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
 * The value of the field around it and its errors: its own once the person has left it or tried to save, and what the
 * server refused for as long as the refused value stands.
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
    /** Sentences about the field; where only a part of it is wrong, about that. */
    errors: shown[''] ?? Object.values(shown)[0] ?? [],
    /** Sentences about the field as a whole. */
    wholeErrors: shown[''] ?? [],
    /** What is wrong with a part, `2.fullMark`; what was not left yet and not tried to save is told by `of`. */
    partErrors: (path: string, left: boolean) => (tried || left ? own[path] : undefined) ?? refused[path] ?? [],
    labels,
    set: (next: T) => field.handleChange(next),
    leave: () => afterPress(() => field.handleBlur()),
  }
}

/** What the form's rules say: by place inside the field, the field itself at ''. */
function ownErrors(errors: readonly unknown[]): FieldErrors {
  // Seam: TanStack Form keeps errors as they are given, and forgets their type.
  return errors.find((one): one is FieldErrors => typeof one === 'object' && one !== null) ?? {}
}

/** What the server refused, as far as the refused values are still there. */
function standing(errors: FieldErrors, refused: FieldValue, value: FieldValue, name: string): FieldErrors {
  const found: FieldErrors = {}
  for (const [path, texts] of Object.entries(errors)) {
    if (path === name && sameValue(refused, value)) found[''] = texts
    const part = path.startsWith(`${name}.`) ? path.slice(name.length + 1) : undefined
    if (part !== undefined && sameValue(cellAt(refused, part), cellAt(value, part))) found[part] = texts
  }
  return found
}
