import { Menu as Ark, useMenu } from '@ark-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { cx } from '#src/lib/cx.ts'
import { looks } from './looks.ts'
import type { ChoiceOption } from './option.ts'
import { usePopup } from './pinned.ts'
import { PopupPortal } from './popups.tsx'
import type { HoverProps } from './use-hover-open.ts'

// The heavy part of the menu. Other code imports menu.tsx, which loads this file on demand.

export type MenuContentProps = {
  trigger: ReactElement
  children: ReactNode
  placement?: 'bottom-start' | 'bottom-end' | 'right-start'
  open: boolean
  onOpenChange(open: boolean): void
  /** Whether the menu was opened without a pointer. Then its first item is highlighted. */
  byKey: { readonly current: boolean }
  /** The event handlers for a mouse over the trigger or the content. */
  over: { trigger: HoverProps; content: HoverProps }
}

/** Handles Enter on a link. The menu's own click does not bubble, so the router would miss it and the page reload. */
const follow = ({ node }: { node: HTMLAnchorElement }) => queueMicrotask(() => node.click())

const content = cx(looks.popup, 'max-h-(--available-height) min-w-40 overflow-y-auto')

export function MenuContent({ trigger, children, placement = 'bottom-end', ...rest }: MenuContentProps) {
  const { open, onOpenChange, over, byKey } = rest
  const menu = useMenu({
    positioning: usePopup({ placement, gutter: 6 }),
    open,
    onOpenChange: (details) => onOpenChange(details.open),
    navigate: follow,
  })
  const opened = useRef<HTMLElement>(null)
  /** Runs once for each opening, because each opening creates a new element. */
  const highlightFirst = (box: HTMLElement | null) => {
    if (!box || box === opened.current) return
    opened.current = box
    const first = box.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')
    const value = first?.dataset.value
    // A menu that is open from its first render handles events only after its own start, one microtask later.
    if (value && byKey.current) queueMicrotask(() => menu.api.setHighlightedValue(value))
  }
  return (
    <Ark.RootProvider value={menu} lazyMount unmountOnExit>
      <Ark.Trigger asChild {...over.trigger}>
        {trigger}
      </Ark.Trigger>
      <PopupPortal>
        <Ark.Positioner>
          <Ark.Content ref={highlightFirst} className={content} {...over.content}>
            {children}
          </Ark.Content>
        </Ark.Positioner>
      </PopupPortal>
    </Ark.RootProvider>
  )
}

export function MenuBranchPart({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Ark.Root positioning={usePopup({ placement: 'right-start', gutter: 4 })} navigate={follow} lazyMount unmountOnExit>
      <Ark.TriggerItem className={looks.option}>
        {label}
        <ChevronRight aria-hidden size={14} className="ml-auto shrink-0 text-subtle" />
      </Ark.TriggerItem>
      <PopupPortal>
        <Ark.Positioner>
          <Ark.Content className={content}>{children}</Ark.Content>
        </Ark.Positioner>
      </PopupPortal>
    </Ark.Root>
  )
}

type MenuItemProps = {
  value: string
  onSelect?(): void
  icon?: ReactNode
  tone?: 'plain' | 'danger'
  disabled?: boolean
  children: ReactNode
}

export function MenuItemPart({ value, onSelect, icon, tone = 'plain', disabled, children }: MenuItemProps) {
  return (
    <Ark.Item
      value={value}
      // Ark selects the highlighted item. A click that comes before the highlight is rendered, or from assistive
      // technology without a pointer, would only close the menu. Keys end in a click as well.
      onClick={() => !disabled && onSelect?.()}
      disabled={disabled}
      className={cx(looks.option, tone === 'danger' && 'text-danger-ink')}
    >
      {icon && <span className="inline-flex text-muted">{icon}</span>}
      {children}
    </Ark.Item>
  )
}

export function MenuLinkPart({ value, children }: { value: string; children: ReactElement }) {
  return (
    <Ark.Item value={value} asChild className={looks.option}>
      {children}
    </Ark.Item>
  )
}

export function MenuRadiosPart(props: {
  label: string
  value: string
  options: readonly ChoiceOption[]
  onChange(value: string): void
}) {
  return (
    <Ark.RadioItemGroup value={props.value} onValueChange={(details) => props.onChange(details.value)}>
      <Ark.ItemGroupLabel className="px-2 py-1 text-xs text-subtle">{props.label}</Ark.ItemGroupLabel>
      {props.options.map((option) => (
        <Ark.RadioItem key={option.value} value={option.value} className={looks.option}>
          <Ark.ItemText className="flex-1">{option.label}</Ark.ItemText>
          <Ark.ItemIndicator>
            <Check aria-hidden size={14} />
          </Ark.ItemIndicator>
        </Ark.RadioItem>
      ))}
    </Ark.RadioItemGroup>
  )
}
