import { Combobox as Ark, createListCollection } from '@ark-ui/react/combobox'
import { ChevronDown, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { useDescribedBy } from './input.tsx'
import { looks } from './looks.ts'
import type { ChoiceOption } from './option.ts'
import { OptionList } from './option-list.tsx'
import { usePopup } from './pinned.ts'
import { Spinner } from './spinner.tsx'

type ComboboxProps = {
  items: readonly ChoiceOption[]
  value: string | null
  onChange(value: string | null): void
  onBlur?(): void
  /** Given, the server searches: the list shows `items` as they come. Left out, `items` are filtered here. */
  onSearch?(text: string): void
  /** The list was opened: time to ask for the first choices. */
  onOpen?(): void
  /** There is more to come, once the end of the list is in sight. */
  onMore?(): void
  /** The option of `value`, when a search may not contain it. */
  selected?: ChoiceOption | null
  loading?: boolean
  placeholder?: string
  emptyText?: string
  clearable?: boolean
  name?: string
  disabled?: boolean
  invalid?: boolean
  /** Its name, where no Field gives it one. */
  'aria-label'?: string
  'aria-describedby'?: string
  className?: string
}

/** One of a long list, found by typing. Give it a name by putting it into a Field. */
export function Combobox({
  items,
  value,
  onChange,
  onBlur,
  onSearch,
  onOpen,
  onMore,
  selected,
  loading = false,
  ...rest
}: ComboboxProps) {
  const { placeholder, emptyText, clearable = true, className, 'aria-label': ariaLabel, ...others } = rest
  const { 'aria-describedby': ownDescription, ...root } = others
  const [text, setText] = useState('')
  const described = useDescribedBy(ownDescription)
  const found = useMemo(() => (onSearch ? items : matching(items, text)), [items, onSearch, text])
  const collection = useMemo(() => {
    // The chosen one stays known, so that its label is shown while other results are listed.
    const chosen = selected ?? items.find((item) => item.value === value)
    const known = chosen && !found.some((item) => item.value === chosen.value) ? [...found, chosen] : found
    return createListCollection({ items: known, isItemDisabled: (item) => item.disabled === true })
  }, [found, items, selected, value])

  return (
    <Ark.Root
      {...root}
      collection={collection}
      value={value === null ? [] : [value]}
      onValueChange={(details) => onChange(details.value[0] ?? null)}
      onInputValueChange={({ inputValue, reason }) => {
        // A chosen label is no search: reopening offers the whole list again.
        const query = reason === 'input-change' ? inputValue : ''
        setText(query)
        onSearch?.(query)
      }}
      onOpenChange={(details) => details.open && onOpen?.()}
      inputBehavior="autohighlight"
      openOnClick
      positioning={usePopup({ sameWidth: true, gutter: 4 })}
      lazyMount
      unmountOnExit
      className={className}
    >
      <Ark.Control className={cx(looks.control, 'flex h-8 items-center')}>
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
        <Ark.Trigger aria-label={m.ui_showOptions()} className="mr-2 ml-1 text-subtle hover:text-ink">
          <ChevronDown size={16} />
        </Ark.Trigger>
      </Ark.Control>
      <OptionList items={found} loading={loading} onMore={onMore} emptyText={emptyText} />
    </Ark.Root>
  )
}

function matching(items: readonly ChoiceOption[], text: string): readonly ChoiceOption[] {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? items : items.filter((item) => item.label.toLowerCase().includes(wanted))
}
