import { useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import type { Labels } from '#src/resource/labels.ts'
import { Slot } from '../cells/slot.tsx'
import type { Expansion } from '../grid/expansion.tsx'
import type { ListRow } from '../grid/list-table.ts'
import { conditionOn, withCondition } from '../query/filter-conditions.ts'
import type { RowAction } from '../row/row-actions.tsx'
import type { ListScreenProps } from './list-screen.tsx'
import type { ListFilters } from './list-slots.ts'

/** The parts that a screen adds to its list, each behind a boundary of its own. Undefined for those that it has not. */
export function useListSlots<TRow extends ListRow, TForm>(props: ListScreenProps<TRow, TForm>) {
  const { ownSearch: search, list, selection, onCondition } = props
  const { rows, labels, total } = list
  const chosen = selection.rows
  const facts = useMemo(() => ({ search, rows, labels, total, chosen }), [search, rows, labels, total, chosen])
  const { filter } = search
  const filters: ListFilters<TRow> = {
    filter,
    conditionOn: (field) => conditionOn(filter, field),
    set: (field, condition) => onCondition({ filter: withCondition(filter, field, condition) }),
  }
  const slot = (part: 'header' | 'aside' | 'empty' | 'totals') => {
    const render = props[part]
    return render && <Slot of={facts} part={part} render={() => render(facts)} />
  }
  const expansion = useExpansion(props)
  const { cards, window } = props
  return {
    cards:
      cards && !window && rows.length > 0
        ? (label: string, actions: readonly RowAction<TRow>[]) => (
            <Slot of={facts} part="cards" render={() => cards({ rows, labels, label, selection, actions })} />
          )
        : undefined,
    header: slot('header'),
    aside: slot('aside'),
    empty: slot('empty'),
    totals: props.totals && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
      <div role="group" aria-label={m.list_totals()} className="shrink-0">
        {slot('totals')}
      </div>
    ),
    filters: props.filters && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
      <div role="group" aria-label={m.list_filters()} className="no-print flex shrink-0 flex-wrap items-center gap-2">
        <Slot of={facts} part="filters" render={() => props.filters?.(filters)} />
      </div>
    ),
    expansion,
    /** What a printed row shows below it. */
    printed:
      expansion &&
      ((row: ListRow, labels: Labels) => {
        if (!expansion.open.has(row.id)) return null
        // Seam: the printed rows are those of the same resource, whose type the sheet does not know.
        return <Slot of={row} part="expand" rowId={row.id} render={() => props.expand?.(row as TRow, labels)} />
      }),
  }
}

function useExpansion<TRow extends ListRow, TForm>({
  expand,
  list,
}: ListScreenProps<TRow, TForm>): Expansion<TRow> | undefined {
  const { labels } = list
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = useStable((id: number) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  })
  return useMemo(
    () => expand && { open, toggle, render: (row: TRow) => expand(row, labels) },
    [expand, open, toggle, labels],
  )
}
