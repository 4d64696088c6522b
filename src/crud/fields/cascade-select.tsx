import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { failureText } from '#src/backend/failure-text.ts'
import { cx } from '#src/lib/cx.ts'
import type { SelectOption } from '#src/lib/select-option.ts'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { Select } from '#src/ui/select.tsx'

export type CascadeLevel = { label: string; length: number }

export type CascadeSource = {
  /** The label of each level and the length of its codes in characters. A code starts with its parent's code. */
  levels: readonly CascadeLevel[]
  /** Loads the codes below a code. Below '' are the codes of the first level. */
  below(code: string): UseQueryOptions<SelectOption[], Error, SelectOption[], string[]>
}

type CascadeSelectProps = Omit<React.ComponentProps<typeof FieldGroup>, 'children' | 'errors'> &
  CascadeSource & {
    /** Empty: no code. */
    value: string
    /** @param name the names of all levels of the code */
    onChange(value: string | null, name: string): void
    onBlur?(): void
    disabled?: boolean | undefined
    errors?: readonly string[]
  }

/** A code that the user chooses level by level. A code of any level is valid, for example a province. */
export function CascadeSelect(props: CascadeSelectProps) {
  const { levels, below, value: code, onChange, onBlur, disabled, errors = [], ...group } = props
  const parents = levels.map((_, i) => (i === 0 ? '' : code.slice(0, levels[i - 1]?.length)))
  const known = (i: number) => i === 0 || code.length >= (levels[i - 1]?.length ?? 0)
  const answers = useQueries({ queries: levels.map((_, i) => ({ ...below(parents[i] ?? ''), enabled: known(i) })) })
  const failed = answers.find((answer) => answer.error)?.error

  const choose = (i: number, next: string | null) => {
    const chosen = next ?? (i === 0 ? null : (parents[i] ?? null))
    // A code names only one level, but users know a place by the names of all levels.
    const path = levels.slice(0, i + 1).map((level, at) => {
      const part = chosen?.slice(0, level.length)
      return answers[at]?.data?.find((option) => option.value === part)?.label
    })
    onChange(chosen, path.filter(Boolean).join(' / '))
  }

  return (
    <FieldGroup errors={failed ? [failureText(failed)] : errors} {...group}>
      <div className={cx('grid gap-2', levels.length === 2 && 'sm:grid-cols-2', levels.length > 2 && 'sm:grid-cols-3')}>
        {levels.map((level, i) => (
          <FormField key={level.length} label={level.label} hideLabel>
            <Select
              items={(answers[i]?.data ?? []).map((option) => ({ value: String(option.value), label: option.label }))}
              value={code.length >= level.length ? code.slice(0, level.length) : null}
              onChange={(next) => choose(i, next)}
              onBlur={onBlur}
              placeholder={level.label}
              disabled={disabled || !known(i) || answers[i]?.data?.length === 0}
              clearable
            />
          </FormField>
        ))}
      </div>
    </FieldGroup>
  )
}
