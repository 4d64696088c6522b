import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton, type IconButtonProps } from '#src/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#src/ui/menu.tsx'
import { useRowTabIndex } from '../grid/row-context.ts'

/** An action on a row. */
export type RowAction<TRow> = {
  key: string
  label(row: TRow): string
  /** The label of the action's own button, with the row's name. Default: `label`. */
  name?(row: TRow): string
  icon: ReactNode
  /** The action also has its own button on wide screens. The menu contains all actions. */
  button?: boolean
  danger?: boolean
  shown?(row: TRow): boolean
  disabled?(row: TRow): boolean
  run(row: TRow): void
}

type RowActionsProps<TRow> = { row: TRow; name: string; actions: readonly RowAction<TRow>[] }

/** The most buttons that a row has beside each other, with that of its menu. */
export function countRowButtons<TRow>(actions: readonly RowAction<TRow>[]): number {
  const buttons = actions.filter(({ button }) => button).length
  return buttons < actions.length ? buttons + 1 : buttons
}

/**
 * The buttons of a row. On small screens all actions are in the menu, unless there is only one. Elsewhere the menu is
 * there when it has an action without a button.
 */
export function RowActions<TRow>({ row, name, actions }: RowActionsProps<TRow>) {
  const tabIndex = useRowTabIndex()
  const [wanted, setWanted] = useState(false)
  const shown = actions.filter((action) => action.shown?.(row) ?? true)
  const buttons = shown.filter((action) => action.button)
  const hasMore = buttons.length < shown.length
  /** A single button takes as little room as a menu. */
  const hasMenu = hasMore || buttons.length > 1
  if (shown.length === 0) return null
  return (
    <span className="no-print flex items-center justify-end">
      {buttons.map((action) => (
        <IconButton
          key={action.key}
          label={(action.name ?? action.label)(row)}
          size="sm"
          tone={action.danger ? 'danger' : 'plain'}
          tabIndex={tabIndex}
          disabled={action.disabled?.(row)}
          onClick={() => action.run(row)}
          className={hasMenu ? 'max-sm:hidden' : undefined}
        >
          {action.icon}
        </IconButton>
      ))}
      {/* A menu costs more than the rest of the row, so it is created when the user opens it. */}
      {hasMenu && (
        <span className={hasMore ? 'contents' : 'sm:hidden'}>
          {wanted ? (
            <RowMenu row={row} name={name} actions={shown} />
          ) : (
            <MoreButton name={name} aria-haspopup="menu" onClick={() => setWanted(true)} />
          )}
        </span>
      )}
    </span>
  )
}

function RowMenu<TRow>({ row, name, actions }: RowActionsProps<TRow>) {
  const trigger = useRef<HTMLSpanElement>(null)
  /**
   * Runs an action after the menu has closed, with the focus on its button. A dialog returns the focus to the element
   * that opened it, and a menu item no longer exists then.
   */
  const fromButton = (act: () => void) => () => {
    setTimeout(() => {
      trigger.current?.querySelector('button')?.focus()
      act()
    }, 50)
  }
  return (
    <span ref={trigger} className="contents">
      <Menu trigger={<MoreButton name={name} />} defaultOpen>
        {actions.flatMap((action, index) => [
          action.danger && index > 0 && <MenuSeparator key={`${action.key}-line`} />,
          <MenuItem
            key={action.key}
            value={action.key}
            icon={action.icon}
            tone={action.danger ? 'danger' : 'plain'}
            disabled={action.disabled?.(row)}
            onSelect={fromButton(() => action.run(row))}
          >
            {action.label(row)}
          </MenuItem>,
        ])}
      </Menu>
    </span>
  )
}

function MoreButton({ name, ...rest }: { name: string } & Omit<IconButtonProps, 'label' | 'children'>) {
  const tabIndex = useRowTabIndex()
  return (
    <IconButton label={m.crud_more({ name })} size="sm" tabIndex={tabIndex} {...rest}>
      <EllipsisVertical aria-hidden size={15} />
    </IconButton>
  )
}
