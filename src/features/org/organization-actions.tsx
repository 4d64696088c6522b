import { ArrowDown, ArrowUp, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCan } from '#src/crud/can.tsx'
import { useRowTabIndex } from '#src/crud/tree-row.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton, type IconButtonProps } from '#src/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#src/ui/menu.tsx'
import type { OrganizationListRow } from './organization.schema.ts'

export type RowHandlers = {
  onAddChild(row: OrganizationListRow): void
  onEdit(row: OrganizationListRow): void
  onDelete(row: OrganizationListRow): void
  onMove(row: OrganizationListRow, step: -1 | 1): void
  canMove(row: OrganizationListRow, step: -1 | 1): boolean
}

/** What the signed-in person may do with an organization. */
export function useOrganizationRights() {
  const can = useCan()
  return {
    add: can('baseInfo/organization/add'),
    edit: can('baseInfo/organization/edit'),
    del: can('baseInfo/organization/del'),
  }
}

/** The buttons of a row; on small screens all of them are in the menu. */
export function OrganizationActions({ row, on }: { row: OrganizationListRow; on: RowHandlers }) {
  const may = useOrganizationRights()
  const tabIndex = useRowTabIndex()
  const [wanted, setWanted] = useState(false)
  return (
    <span className="flex items-center justify-end">
      {may.edit && (
        <IconButton
          label={m.crud_editRow({ name: row.name })}
          size="sm"
          tabIndex={tabIndex}
          onClick={() => on.onEdit(row)}
          className="max-sm:hidden"
        >
          <Pencil aria-hidden size={14} />
        </IconButton>
      )}
      {may.add && (
        <IconButton
          label={m.organization_addChildOf({ name: row.name })}
          size="sm"
          tabIndex={tabIndex}
          onClick={() => on.onAddChild(row)}
          className="max-sm:hidden"
        >
          <Plus aria-hidden size={15} />
        </IconButton>
      )}
      {/* A menu costs more than all the rest of a row: it is made when somebody asks for it. */}
      {wanted ? (
        <RowMenu row={row} on={on} />
      ) : (
        <MoreButton name={row.name} aria-haspopup="menu" onClick={() => setWanted(true)} />
      )}
    </span>
  )
}

function RowMenu({ row, on }: { row: OrganizationListRow; on: RowHandlers }) {
  const may = useOrganizationRights()
  const trigger = useRef<HTMLSpanElement>(null)
  /** Once the menu is gone: a dialog gives the focus back to where it was called from, and an item is no longer there. */
  const fromButton = (act: () => void) => () => {
    setTimeout(() => {
      trigger.current?.querySelector('button')?.focus()
      act()
    }, 50)
  }
  return (
    <span ref={trigger} className="contents">
      <Menu trigger={<MoreButton name={row.name} />} defaultOpen>
        {may.edit && (
          <MenuItem value="edit" icon={<Pencil aria-hidden size={14} />} onSelect={fromButton(() => on.onEdit(row))}>
            {m.crud_edit()}
          </MenuItem>
        )}
        {may.add && (
          <MenuItem value="add" icon={<Plus aria-hidden size={15} />} onSelect={fromButton(() => on.onAddChild(row))}>
            {m.organization_addChild()}
          </MenuItem>
        )}
        {may.edit && (
          <>
            <MenuItem
              value="up"
              icon={<ArrowUp aria-hidden size={15} />}
              disabled={!on.canMove(row, -1)}
              onSelect={fromButton(() => on.onMove(row, -1))}
            >
              {m.tree_moveUp()}
            </MenuItem>
            <MenuItem
              value="down"
              icon={<ArrowDown aria-hidden size={15} />}
              disabled={!on.canMove(row, 1)}
              onSelect={fromButton(() => on.onMove(row, 1))}
            >
              {m.tree_moveDown()}
            </MenuItem>
          </>
        )}
        {may.del && (may.edit || may.add) && <MenuSeparator />}
        {may.del && (
          <MenuItem
            value="del"
            tone="danger"
            icon={<Trash2 aria-hidden size={14} />}
            onSelect={fromButton(() => on.onDelete(row))}
          >
            {m.crud_delete()}
          </MenuItem>
        )}
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
