import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Grid } from '#src/crud/grid/grid.tsx'
import type { ListColumn } from '#src/crud/grid/list-columns.tsx'
import { useResourceTable } from '#src/crud/grid/use-resource-table.ts'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { SortSelect } from '#src/crud/query/sort-select.tsx'
import { m } from '#src/i18n/paraglide/messages.js'

type Row = { id: number; version: number; pid: number | null }
const rows: Row[] = [{ id: 1, version: 1, pid: null }]
const columnOf = (id: string, sortable: boolean): ListColumn<Row> => ({
  id,
  header: id,
  width: 160,
  sortable,
  text: String,
  cell: (row) => row.id,
})
const columns = [columnOf('name', true), columnOf('seats', true), columnOf('note', false)]

function Example({ first = '' }) {
  const [order, setOrder] = useState(first)
  const table = useResourceTable({
    rows,
    columns,
    layout: {},
    search: { ...listDefaults, order },
    onOrder: setOrder,
    onLayout: () => {},
  })
  return (
    <>
      <SortSelect columns={columns} order={order} onOrder={setOrder} />
      <Grid
        table={table}
        columns={columns}
        label="Rooms"
        titleId="name"
        rowHeight={40}
        nameOf={(row) => String(row.id)}
      />
      <output>{order || 'usual'}</output>
    </>
  )
}

const order = () => page.getByRole('status')
// With several orders, the header shows its position among them after its name.
const column = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
const head = (name: string) => column(name).getByRole('button')

test('a pressed head sorts up, then down, then no more; with Shift as one order after another', async () => {
  // On a small screen, rows are cards and there is no header.
  await page.viewport(1000, 800)
  await render(<Example />)
  for (const expected of ['seats', '-seats', 'usual']) {
    await head('seats').click()
    await expect.element(order()).toHaveTextContent(expected)
  }
  await head('seats').click()
  await head('name').click({ modifiers: ['Shift'] })
  await expect.element(order()).toHaveTextContent('seats name')
  await expect.element(column('name')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(column('note').getByRole('button')).not.toBeInTheDocument()
})

test('where there is no head the same orders are chosen from a list, several included', async () => {
  await page.viewport(390, 800)
  await render(<Example first="seats -name" />)
  const select = page.getByLabelText(m.list_sortBy())
  await expect.element(select).toHaveValue('seats -name')
  await select.selectOptions(m.list_sortDown({ name: 'seats' }))
  await expect.element(order()).toHaveTextContent('-seats')
  await select.selectOptions(m.list_sortUsual())
  await expect.element(order()).toHaveTextContent('usual')
  await expect.element(select).not.toHaveTextContent('note')
})
