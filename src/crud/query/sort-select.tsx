import { m } from '#src/i18n/paraglide/messages.js'
import { parseOrder } from '#src/resource/order.ts'
import { NativeSelect } from '#src/ui/native-select.tsx'
import type { ListColumn } from '../grid/list-columns.tsx'

type Column = Pick<ListColumn<never>, 'id' | 'header' | 'sortable'>

type SortSelectProps = { columns: readonly Column[]; order: string; onOrder(order: string): void }

/** Selects the sort order of a list on small screens. Rows are cards there, without column headers to press. */
export function SortSelect({ columns, order, onOrder }: SortSelectProps) {
  const sortable = columns.filter((column) => column.sortable)
  const nameOf = (part: { field: string; desc: boolean }) => {
    const name = sortable.find(({ id }) => id === part.field)?.header ?? part.field
    return part.desc ? m.list_sortDown({ name }) : m.list_sortUp({ name })
  }
  const parts = parseOrder(order)
  const single = sortable.flatMap(({ id }) => [
    { value: id, label: nameOf({ field: id, desc: false }) },
    { value: `-${id}`, label: nameOf({ field: id, desc: true }) },
  ])
  // A link or a view may sort by several fields.
  const several = parts.length > 1 ? [{ value: order, label: parts.map(nameOf).join(m.crud_listSeparator()) }] : []
  if (sortable.length === 0) return null
  return (
    <NativeSelect
      aria-label={m.list_sortBy()}
      value={order}
      items={[{ value: '', label: m.list_sortUsual() }, ...several, ...single]}
      onChange={onOrder}
      className="no-print w-32 shrink-0 sm:hidden"
    />
  )
}
