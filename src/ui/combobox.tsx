import { Combobox as Ark, createListCollection } from '@ark-ui/react/combobox'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ComboboxFrame, matching, type SearchableProps } from './combobox-frame.tsx'
import { useDescribedBy } from './input.tsx'
import type { ChoiceOption } from './option.ts'
import { Spinner } from './spinner.tsx'

type ComboboxProps = SearchableProps & {
  value: string | null
  onChange(value: string | null): void
  /** The option of `value`, for when the search results do not contain it. */
  selected?: ChoiceOption | null
  clearable?: boolean
}

/** An input for one option of a long list, found by typing. A FormField around it gives the label. */
export function Combobox({ items, value, onChange, onBlur, onSearch, selected, ...rest }: ComboboxProps) {
  const { placeholder, clearable = true, loading = false, 'aria-label': ariaLabel, ...others } = rest
  const { 'aria-describedby': ownDescription, ...frame } = others
  const [text, setText] = useState('')
  const described = useDescribedBy(ownDescription)
  const found = useMemo(() => (onSearch ? items : matching(items, text)), [items, onSearch, text])
  const collection = useMemo(() => {
    // The chosen option stays in the collection, because its label is shown while the list has other results.
    const chosen = selected ?? items.find((item) => item.value === value)
    const known = chosen && !found.some((item) => item.value === chosen.value) ? [...found, chosen] : found
    return createListCollection({ items: known, isItemDisabled: (item) => item.disabled === true })
  }, [found, items, selected, value])

  return (
    <ComboboxFrame
      {...frame}
      found={found}
      loading={loading}
      collection={collection}
      value={value === null ? [] : [value]}
      onValueChange={(details) => onChange(details.value[0] ?? null)}
      onInputValueChange={({ inputValue, reason }) => {
        // The label of the chosen option is not a search text, so the reopened list shows all options.
        const query = reason === 'input-change' ? inputValue : ''
        setText(query)
        onSearch?.(query)
      }}
      inputBehavior="autohighlight"
      control="h-8"
    >
      <Ark.Input
        onBlur={onBlur}
        placeholder={placeholder ?? m.ui_choose()}
        aria-label={ariaLabel}
        aria-describedby={described}
        className="h-full min-w-0 flex-1 rounded-md bg-transparent px-2.5 outline-none"
      />
      {loading && <Spinner size={14} className="text-subtle" />}
      {clearable && (
        <Ark.ClearTrigger
          aria-label={m.ui_clear()}
          className="grid size-6 place-items-center rounded-sm text-subtle hover:text-ink"
        >
          <X size={14} />
        </Ark.ClearTrigger>
      )}
    </ComboboxFrame>
  )
}
