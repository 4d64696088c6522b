import { useState } from 'react'
import { Combobox } from '#src/ui/combobox.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { choiceOption } from './choice-option.ts'
import type { RowCellProps } from './row-cell.tsx'
import { useBoxKey, useChoices, useNames } from './use-choices.ts'

/** One or several rows of another resource in a cell. The cells of a column share their queries. */
export function RelationCell({ multiple, ...props }: RowCellProps & { multiple: boolean }) {
  // The description of a table only names a relation. The caller must pass the source of its choices.
  if (!props.choices) throw new Error(`${props.book}: no choices`)
  return <Chosen {...props} choices={props.choices} multiple={multiple} />
}

type ChosenProps = RowCellProps & { choices: NonNullable<RowCellProps['choices']>; multiple: boolean }

function Chosen({ choices, multiple, cell, value, label, wrong, book, labels, ...rest }: ChosenProps) {
  const { described, disabled, onChange, onLeave } = rest
  const [text, setText] = useState('')
  const [looked, setLooked] = useState(false)
  const found = useChoices(choices, { text, enabled: looked })
  const chosen = Array.isArray(value) ? value : value === null || value === '' ? [] : [value]
  const unnamed = chosen.filter((id) => labels.nameOf(book, id) === undefined)
  labels.add(book, [...found.options, ...(useNames(choices, unnamed) ?? [])])
  const named = chosen.map((id) => ({ value: String(id), label: labels.nameOf(book, id) ?? `#${id}` }))
  const boxKey = useBoxKey(
    chosen.every((id) => labels.nameOf(book, id) !== undefined),
    looked,
  )
  const control = {
    'aria-label': label,
    'aria-describedby': described,
    invalid: wrong,
    disabled,
    onBlur: onLeave,
    onSearch: setText,
    onOpen: () => setLooked(true),
    onMore: found.hasMore ? found.more : undefined,
    loading: found.loading && looked,
    items: found.options.map(choiceOption),
  }
  if (multiple) {
    return (
      <MultiSelect
        {...control}
        value={named.map((one) => one.value)}
        selected={named}
        onChange={(next) => onChange(next.map(Number))}
        className="min-w-48"
      />
    )
  }
  return (
    <Combobox
      key={boxKey}
      {...control}
      value={named[0]?.value ?? null}
      selected={named[0] ?? null}
      onChange={(next) => onChange(next === null ? null : Number(next))}
      clearable={!cell.required}
      className="min-w-36"
    />
  )
}
