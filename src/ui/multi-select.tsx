import { Combobox as Ark, createListCollection } from '@ark-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { useDescribedBy } from './input.tsx'
import { looks } from './looks.ts'
import type { ChoiceOption } from './option.ts'
import { OptionList } from './option-list.tsx'
import { usePopup } from './pinned.ts'
import { Tag } from './tag.tsx'

type MultiSelectProps = {
  items: readonly ChoiceOption[]
  value: readonly string[]
  onChange(value: string[]): void
  onBlur?(): void
  /** Given, the server searches: the list shows `items` as they come. Left out, `items` are filtered here. */
  onSearch?(text: string): void
  /** The list was opened: time to ask for the first choices. */
  onOpen?(): void
  /** There is more to come, once the end of the list is in sight. */
  onMore?(): void
  /** The options of `value`, when a search may not contain them. */
  selected?: readonly ChoiceOption[]
  loading?: boolean
  placeholder?: string
  emptyText?: string
  name?: string
  disabled?: boolean
  invalid?: boolean
  /** Its name, where no Field gives it one. */
  'aria-label'?: string
  'aria-describedby'?: string
  className?: string
}

const none: readonly ChoiceOption[] = []

/** Several of a list, shown as tags. Give it a name by putting it into a Field. */
export function MultiSelect({
  items,
  value,
  onChange,
  onBlur,
  onSearch,
  onOpen,
  onMore,
  selected = none,
  loading = false,
  ...rest
}: MultiSelectProps) {
  const { placeholder, emptyText, className, 'aria-label': ariaLabel, ...others } = rest
  const { 'aria-describedby': ownDescription, ...root } = others
  const [text, setText] = useState('')
  const described = useDescribedBy(ownDescription)
  const wanted = text.trim().toLowerCase()
  const found = onSearch || wanted === '' ? items : items.filter((item) => item.label.toLowerCase().includes(wanted))
  const collection = useMemo(() => {
    const listed = new Set(items.map((item) => item.value))
    // What is chosen stays known, though it may not be among what was found.
    const known = [...items, ...selected.filter((item) => !listed.has(item.value))]
    return createListCollection({ items: known, isItemDisabled: (item) => item.disabled === true })
  }, [items, selected])
  const chosen = value.map((key) => collection.find(key) ?? { value: key, label: key })

  return (
    <Ark.Root
      {...root}
      multiple
      collection={collection}
      value={[...value]}
      onValueChange={(details) => onChange(details.value)}
      inputValue={text}
      onInputValueChange={(details) => {
        setText(details.inputValue)
        onSearch?.(details.inputValue)
      }}
      onOpenChange={(details) => details.open && onOpen?.()}
      selectionBehavior="clear"
      openOnClick
      positioning={usePopup({ sameWidth: true, gutter: 4 })}
      lazyMount
      unmountOnExit
      className={className}
    >
      <Ark.Control className={cx(looks.control, 'flex min-h-8 items-center')}>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-1 p-1">
          {chosen.map((item) => (
            <Tag
              key={item.value}
              onRemove={root.disabled ? undefined : () => onChange(value.filter((key) => key !== item.value))}
              removeLabel={m.ui_remove({ name: item.label })}
            >
              {item.label}
            </Tag>
          ))}
          <Ark.Input
            placeholder={chosen.length === 0 ? (placeholder ?? m.ui_choose()) : undefined}
            aria-label={ariaLabel}
            aria-describedby={described}
            className="h-6 min-w-8 flex-1 bg-transparent px-1.5 outline-none"
            onBlur={onBlur}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1))
            }}
          />
        </span>
        <Ark.Trigger aria-label={m.ui_showOptions()} className="mr-2 ml-1 text-subtle hover:text-ink">
          <ChevronDown size={16} />
        </Ark.Trigger>
      </Ark.Control>
      <OptionList items={found} loading={loading} onMore={onMore} emptyText={emptyText} />
    </Ark.Root>
  )
}
