import { Combobox as Ark, type ComboboxRootProps } from '@ark-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { halfWidth } from '#src/lib/any-width.ts'
import { cx } from '#src/lib/cx.ts'
import { Avatar } from './avatar.tsx'
import { looks } from './looks.ts'
import type { ChoiceOption } from './option.ts'
import { usePopup } from './pinned.ts'
import { PopupPortal } from './popups.tsx'
import { Spinner } from './spinner.tsx'
import { Tag } from './tag.tsx'

/** The properties that Combobox (one value) and MultiSelect (several values) share. */
export type SearchableProps = {
  items: readonly ChoiceOption[]
  onBlur?(): void
  /** Searches on the server; the list then shows `items` unchanged. Without it, the browser filters `items`. */
  onSearch?(text: string): void
  /** Called when the list opens, to load the first options. */
  onOpen?(): void
  /** Loads more options when the end of the list is scrolled into view. */
  onMore?(): void
  loading?: boolean
  placeholder?: string
  emptyText?: string
  name?: string
  disabled?: boolean
  invalid?: boolean
  /** The accessible name, when no FormField gives one. */
  'aria-label'?: string
  'aria-describedby'?: string
  className?: string
}

type FrameProps = Omit<ComboboxRootProps<ChoiceOption>, 'onOpenChange' | 'positioning'> &
  Pick<SearchableProps, 'onOpen' | 'onMore' | 'emptyText'> & {
    /** The options that match the text. */
    found: readonly ChoiceOption[]
    loading: boolean
    /** Classes of the box around the input. */
    control: string
  }

/** A combobox around its input: the box, the button that opens the list, and the list. */
export function ComboboxFrame({ found, loading, onOpen, onMore, emptyText, control, children, ...root }: FrameProps) {
  const before = useRef('')
  // While a search runs, the list still has what was found before: Enter right after typing would take that.
  const holdEnter = (event: KeyboardEvent<HTMLElement>) => {
    const isAnswer = event.key === 'Enter' && !before.current.startsWith('Arrow')
    if (!isAnswer) before.current = event.key
    else if (loading && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <Ark.Root
      {...root}
      onOpenChange={(details) => details.open && onOpen?.()}
      openOnClick
      positioning={usePopup({ sameWidth: true, gutter: 4 })}
      lazyMount
      unmountOnExit
    >
      <Ark.Control
        onClick={pressInput}
        onKeyDownCapture={holdEnter}
        className={cx(looks.control, 'flex items-center', control)}
      >
        {children}
        <Ark.Trigger aria-label={m.ui_showOptions()} className="mr-2 ml-1 text-subtle hover:text-ink">
          <ChevronDown size={16} />
        </Ark.Trigger>
      </Ark.Control>
      <OptionList items={found} loading={loading} onMore={onMore} emptyText={emptyText} />
    </Ark.Root>
  )
}

/** A press in the box, but beside the input and the buttons, is a press on the input. */
function pressInput({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('input, button')) return
  const input = currentTarget.querySelector('input')
  input?.focus()
  input?.click()
}

/** The items whose label contains the text; all of them for an empty text. */
export function matching(items: readonly ChoiceOption[], text: string): readonly ChoiceOption[] {
  const wanted = halfWidth(text).trim().toLowerCase()
  return wanted === '' ? items : items.filter((item) => halfWidth(item.label).toLowerCase().includes(wanted))
}

type OptionListProps = { items: readonly ChoiceOption[]; loading: boolean; onMore?(): void; emptyText?: string }

/** The popup with the options, or with the reason why there are none. */
function OptionList({ items, loading, onMore, emptyText }: OptionListProps) {
  return (
    <PopupPortal>
      <Ark.Positioner>
        <Ark.Content className={cx(looks.popup, 'max-h-72 overflow-y-auto')}>
          {items.length === 0 && (
            <div role="presentation" className="flex items-center gap-2 px-2 py-1.5 text-muted">
              {loading && <Spinner size={14} />}
              {loading ? m.ui_searching() : (emptyText ?? m.ui_noMatch())}
            </div>
          )}
          {items.map((item) => (
            <Ark.Item key={item.value} item={item} className={looks.option}>
              {item.picture !== undefined && <Avatar src={item.picture} name={item.label} size={28} />}
              <span className="min-w-0 flex-1">
                <Ark.ItemText className="block">{item.label}</Ark.ItemText>
                {item.detail && <span className="block text-xs text-subtle">{item.detail}</span>}
              </span>
              {item.mark && <Tag tone="warning">{item.mark}</Tag>}
              {item.hint && <span className="text-xs text-subtle">{item.hint}</span>}
              <Ark.ItemIndicator>
                <Check aria-hidden size={14} />
              </Ark.ItemIndicator>
            </Ark.Item>
          ))}
          {onMore && items.length > 0 && <MoreLine key={items.length} onMore={onMore} />}
        </Ark.Content>
      </Ark.Positioner>
    </PopupPortal>
  )
}

/** The end of the loaded options. When it scrolls into view, the next page is loaded. */
function MoreLine({ onMore }: { onMore(): void }) {
  const line = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (!line.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && latest.current(),
    )
    observer.observe(line.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={line} role="presentation" className="flex items-center gap-2 px-2 py-1.5 text-muted">
      <Spinner size={14} />
      {m.ui_loading()}
    </div>
  )
}
