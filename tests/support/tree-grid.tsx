import { useState } from 'react'
import { Grid } from '#src/crud/grid/grid.tsx'
import type { ListColumn } from '#src/crud/grid/list-columns.tsx'
import { SelectBox } from '#src/crud/grid/select-boxes.tsx'
import { useResourceTable } from '#src/crud/grid/use-resource-table.ts'
import { moveRow } from '#src/crud/list/tree.ts'
import { useSelection } from '#src/crud/list/use-selection.ts'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { useStable } from '#src/lib/use-stable.ts'

type Row = { id: number; version: number; pid: number | null; name: string; childCount?: number }

const columnOf = (id: string, text: (row: Row) => string): ListColumn<Row> => ({
  id,
  header: id,
  width: 160,
  sortable: false,
  text,
  cell: text,
})
const fields = [columnOf('name', (row) => row.name), columnOf('number', (row) => String(row.id))]

export const tree: Row[] = [
  { id: 1, version: 1, pid: null, name: 'Bureau', childCount: 3 },
  { id: 2, version: 1, pid: 1, name: 'North', childCount: 1 },
  { id: 3, version: 1, pid: 1, name: 'South' },
  { id: 4, version: 1, pid: 1, name: 'West' },
  { id: 5, version: 1, pid: 2, name: 'School' },
]

type ExampleProps = {
  first?: Row[]
  opened?: number[]
  onEnter?(row: Row): void
  onSort?(id: number, target: number): void
}

/** A tree that opens, closes and sorts its rows. */
export function TreeGrid({ first = tree, opened = [1], onEnter, onSort }: ExampleProps) {
  const [rows, setRows] = useState(first)
  // Another list from outside, as after a reload.
  const [shown, setShown] = useState(first)
  if (shown !== first) {
    setShown(first)
    setRows(first)
  }
  const [open, setOpen] = useState(new Set(opened))
  const toggle = (id: number, on: boolean) =>
    setOpen(new Set(on ? [...open, id] : [...open].filter((one) => one !== id)))
  const selection = useSelection(rows, rows.length, '')
  const select = useStable(selection.toggle)
  const [columns] = useState((): ListColumn<Row>[] => [
    {
      ...columnOf('select', () => ''),
      solo: true,
      fixed: true,
      width: 40,
      cell: (row) => <SelectBox row={row} name={row.name} onToggle={select} />,
    },
    ...fields,
  ])
  const table = useResourceTable({
    rows,
    columns,
    search: { ...listDefaults },
    open,
    layout: {},
    onOrder: () => {},
    onLayout: () => {},
  })
  return (
    <>
      <style>{'.box { height: 300px; overflow: auto }'}</style>
      <Grid
        label="Organizations"
        table={table}
        columns={columns}
        titleId="name"
        rowHeight={40}
        nameOf={(row) => row.name}
        selection={selection}
        tree={{ toggle }}
        onOpen={onEnter}
        onSort={(id, target) => {
          setRows(moveRow(rows, id, target))
          onSort?.(id, target)
        }}
        className="box"
      />
    </>
  )
}

/** The names of the rows on screen, in their order. */
export const names = () =>
  [...document.querySelectorAll('tbody tr[data-id]')].map((row) => row.querySelector('[data-column=name]')?.textContent)
