import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Cell } from '#src/crud/cells/cell.tsx'
import { Grid } from '#src/crud/grid/grid.tsx'
import { useResourceTable } from '#src/crud/grid/use-resource-table.ts'
import { listDefaults } from '#src/crud/query/list-search.ts'
import type { Field } from '#src/resource/description.ts'
import { label } from '../../support/label.ts'

type Row = { id: number; version: number }

const rows: Row[] = Array.from({ length: 40 }, (_, at) => ({ id: at + 1, version: 1 }))
const field: Field = { name: 'name', type: 'text', label: label('Name'), max: 40 }

/** A list from the server. Something in it changes as soon as it is in the browser. */
function Arriving({ onDraw }: { onDraw(): void }) {
  onDraw()
  const [label, setLabel] = useState('Sent')
  useEffect(() => setLabel('Arrived'), [])
  const [columns] = useState(() =>
    Array.from({ length: 8 }, (_, at) => ({
      id: `c${at}`,
      header: `c${at}`,
      width: 80,
      sortable: false,
      text: (row: Row) => `${at} of ${row.id}`,
      cell: (row: Row) => (
        <Cell field={field} value={`${at} of ${row.id}`} labels={{}} timeZone="Asia/Shanghai" rowId={row.id} />
      ),
    })),
  )
  const search = { ...listDefaults }
  const table = useResourceTable({ rows, columns, search, layout: {}, onOrder() {}, onLayout() {} })
  return (
    <Grid table={table} columns={columns} rowHeight={40} label={label} titleId="c0" nameOf={(row) => String(row.id)} />
  )
}

beforeEach(() => page.viewport(1000, 800))

test('a list from the server comes alive in a few renders, not in one for each of its cells', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<Arriving onDraw={() => {}} />)
  expect(place.querySelectorAll('td')).toHaveLength(40 * 8)
  const draws: string[] = []
  const root = hydrateRoot(place, <Arriving onDraw={() => void draws.push('list')} />)
  await expect.element(page.getByRole('grid', { name: 'Arrived' })).toBeVisible()
  await expect.poll(() => Object.keys(place.querySelector('tbody tr:last-of-type td') ?? {}).length).toBeGreaterThan(0)
  expect(draws.length).toBeLessThan(10)
  root.unmount()
  place.remove()
})
