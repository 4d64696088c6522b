import { type RefObject, useState } from 'react'
import type { Description } from '#src/resource/description.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { focusPath } from './focus-field.ts'
import { type RecordFormPart, recordFormPartOf } from './record-form-parts.ts'
import type { RecordFormApi } from './use-record-form.ts'

type Options = {
  form: RecordFormApi
  parts: readonly RecordFormPart[]
  element: RefObject<HTMLFormElement | null>
  described: Pick<Description, 'form'>
  /** Renders the fields that are still missing. */
  complete(): void
}

/** Controls the steps of a form, if it has steps. It also moves the user to the first error, in any step or cell. */
export function useRecordFormSteps({ form, parts, element, described, complete }: Options) {
  const [step, setStep] = useState(0)
  const [reached, setReached] = useState(0)
  const stepped = described.form?.steps === true && parts.length > 1

  /** Paths with errors of the form's own validation, in the order of the fields. */
  const wrongPaths = (names: readonly string[]) =>
    names.flatMap((name) => {
      const [errors] = form.getFieldMeta(name)?.errors ?? []
      const paths = typeof errors === 'object' && errors !== null ? Object.keys(errors) : []
      return paths.map((path) => (path === '' ? name : `${name}.${path}`))
    })
  const namesOf = (part: RecordFormPart | undefined) => part?.fields.map((field) => field.name) ?? []
  const allNames = parts.flatMap(namesOf)

  const show = (paths: readonly string[]) => {
    const [path] = sorted(paths, allNames)
    if (path === undefined) return
    const at = recordFormPartOf(parts, path.split('.')[0] ?? path)
    if (stepped && at >= 0) setStep(at)
    // The step must be rendered first.
    requestAnimationFrame(() => {
      complete()
      focusPath(element.current, path)
    })
  }
  const on = () => {
    const names = namesOf(parts[step])
    for (const name of names) form.setFieldMeta(name, (meta) => ({ ...meta, isBlurred: true }))
    // Validation has not run yet when the user has not changed a field.
    void form.validate('change')
    const wrong = wrongPaths(names)
    if (wrong.length > 0) return show(wrong)
    setStep(step + 1)
    setReached(Math.max(reached, step + 1))
  }
  return {
    nav: stepped
      ? {
          step,
          reached: form.state.submissionAttempts > 0 ? parts.length - 1 : reached,
          onGo: setStep,
          wrong: new Set(
            form.state.submissionAttempts > 0
              ? parts.flatMap((part, at) => (wrongPaths(namesOf(part)).length > 0 ? [at] : []))
              : [],
          ),
        }
      : undefined,
    back: stepped && step > 0 ? () => setStep(step - 1) : undefined,
    on: stepped && step < parts.length - 1 ? on : undefined,
    show,
    showFirst: (_values: FormValues) => show(wrongPaths(allNames)),
  }
}

/** Sorts paths by the order of the fields in the form. */
function sorted(paths: readonly string[], names: readonly string[]): string[] {
  const place = (path: string) => {
    const at = names.indexOf(path.split('.')[0] ?? path)
    return at < 0 ? names.length : at
  }
  return [...paths].sort((one, other) => place(one) - place(other))
}
