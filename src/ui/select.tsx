import { Select as Ark, createListCollection } from '@ark-ui/react/select'
import { Check, ChevronDown, X } from 'lucide-react'
import { useMemo } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { looks } from './looks.ts'
import type { ChoiceOption } from './option.ts'
import { usePopup } from './pinned.ts'
import { PopupPortal } from './popups.tsx'

type SelectProps = {
  items: readonly ChoiceOption[]
  value: string | null
  onChange(value: string | null): void
  onBlur?(): void
  placeholder?: string
  clearable?: boolean
  name?: string
  disabled?: boolean
  /** The accessible name, when no FormField gives one. */
  'aria-label'?: string
  className?: string
}

/** An input for one option of a short list. A FormField around it gives the label. */
export function Select({ items, value, onChange, onBlur, placeholder, clearable, className, ...props }: SelectProps) {
  const { 'aria-label': label, ...rest } = props
  const collection = useMemo(
    () => createListCollection({ items, isItemDisabled: (item) => item.disabled === true }),
    [items],
  )
  return (
    <Ark.Root
      {...rest}
      collection={collection}
      value={value === null ? [] : [value]}
      onValueChange={(details) => onChange(details.value[0] ?? null)}
      positioning={usePopup({ sameWidth: true, gutter: 4 })}
      lazyMount
      unmountOnExit
      className={className}
    >
      <Ark.Control className="relative">
        <Ark.Trigger
          aria-label={label}
          onBlur={onBlur}
          className={cx(
            looks.control,
            'flex h-8 items-center pr-8 pl-2.5 text-left data-placeholder-shown:text-subtle',
          )}
        >
          <Ark.ValueText placeholder={placeholder ?? m.ui_choose()} className="min-w-0 flex-1 truncate" />
        </Ark.Trigger>
        <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-subtle">
          {clearable && (
            <Ark.ClearTrigger
              aria-label={m.ui_clear()}
              className="pointer-events-auto grid size-6 place-items-center rounded-sm hover:text-ink"
            >
              <X size={14} />
            </Ark.ClearTrigger>
          )}
          <ChevronDown aria-hidden size={16} />
        </span>
      </Ark.Control>
      <PopupPortal>
        <Ark.Positioner>
          <Ark.Content className={cx(looks.popup, 'max-h-72 overflow-y-auto')}>
            {items.map((item) => (
              <Ark.Item key={item.value} item={item} className={looks.option}>
                <Ark.ItemText className="min-w-0 flex-1">{item.label}</Ark.ItemText>
                {item.hint && <span className="text-xs text-subtle">{item.hint}</span>}
                <Ark.ItemIndicator>
                  <Check aria-hidden size={14} />
                </Ark.ItemIndicator>
              </Ark.Item>
            ))}
          </Ark.Content>
        </Ark.Positioner>
      </PopupPortal>
      <Ark.HiddenSelect />
    </Ark.Root>
  )
}
