import { Combobox as Ark, createListCollection } from '@ark-ui/react/combobox'
import { useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { ComboboxFrame, matching, type SearchableProps } from './combobox-frame.tsx'
import { useDescribedBy } from './input.tsx'
import type { ChoiceOption } from './option.ts'
import { Tag } from './tag.tsx'

type MultiSelectProps = SearchableProps & {
  value: readonly string[]
  onChange(value: string[]): void
  /** The options of `value`, for when the search results do not contain them. */
  selected?: readonly ChoiceOption[]
}

const none: readonly ChoiceOption[] = []

/** An input for several options of a list, shown as tags. A FormField around it gives the label. */
export function MultiSelect({ items, value, onChange, onBlur, onSearch, selected = none, ...rest }: MultiSelectProps) {
  const { placeholder, loading = false, 'aria-label': ariaLabel, ...others } = rest
  const { 'aria-describedby': ownDescription, ...frame } = others
  const [text, setText] = useState('')
  const [pointed, setPointed] = useState<string | null>(null)
  const described = useDescribedBy(ownDescription)
  const found = useMemo(() => (onSearch ? items : matching(items, text)), [items, onSearch, text])
  // Only what is listed: the arrow keys and Enter must not reach options that nobody sees.
  const collection = useMemo(
    () => createListCollection({ items: found, isItemDisabled: (item) => item.disabled === true }),
    [found],
  )
  // Enter takes the first one found, unless another one is pointed at. Then nothing is typed, and another Enter takes
  // nothing more, and nothing back.
  const first = text === '' ? null : (found.find((item) => item.disabled !== true)?.value ?? null)
  const highlighted = found.some((item) => item.value === pointed) ? pointed : first
  const known = useMemo(() => new Map([...selected, ...items].map((item) => [item.value, item])), [items, selected])
  const chosen = value.map((key) => known.get(key) ?? { value: key, label: key })

  return (
    <ComboboxFrame
      {...frame}
      multiple
      found={found}
      loading={loading}
      collection={collection}
      value={[...value]}
      onValueChange={(details) => onChange(details.value)}
      highlightedValue={highlighted}
      onHighlightChange={(details) => setPointed(details.highlightedValue)}
      inputValue={text}
      onInputValueChange={(details) => {
        setText(details.inputValue)
        setPointed(null)
        onSearch?.(details.inputValue)
      }}
      selectionBehavior="clear"
      control="min-h-8"
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-1 px-1 py-[3px]">
        {chosen.map((item) => (
          <Tag
            key={item.value}
            className="pointer-events-none relative"
            onRemove={frame.disabled ? undefined : () => onChange(value.filter((key) => key !== item.value))}
            removeLabel={m.ui_remove({ name: item.label })}
          >
            {item.label}
          </Tag>
        ))}
        <Ark.Input
          placeholder={chosen.length === 0 ? (placeholder ?? m.ui_choose()) : undefined}
          aria-label={ariaLabel}
          aria-describedby={described}
          className={cx('h-6 bg-transparent outline-none', inputLook(chosen.length > 0, text))}
          onBlur={onBlur}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1))
          }}
        />
      </span>
    </ComboboxFrame>
  )
}

/**
 * While nothing is typed beside tags, the input takes no room of its own: tags that fill a line must not put it alone
 * on a second one. It reaches below the last tag, so that it is still as large as a target must be.
 */
function inputLook(hasTags: boolean, text: string): string {
  if (!hasTags) return 'min-w-8 flex-1 px-1.5'
  return text === '' ? '-mr-0.5 -ml-15 w-14.5 pl-14' : 'min-w-16 flex-1 px-0.5'
}
