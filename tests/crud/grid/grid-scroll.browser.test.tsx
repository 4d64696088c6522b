import { useMemo, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Grid } from '#src/crud/grid/grid.tsx'
import type { ListColumn } from '#src/crud/grid/list-columns.tsx'
import { useResourceTable } from '#src/crud/grid/use-resource-table.ts'
import { listDefaults } from '#src/crud/query/list-search.ts'

type Row = { id: number; version: number }

const all: Row[] = Array.from({ length: 2_000 }, (_, at) => ({ id: at + 1, version: 1 }))

/** A list of 20 columns with only a part of its rows loaded. It counts how often each cell is rendered. */
function LongList({ draws }: { draws: Map<string, number> }) {
  const [first, setFirst] = useState(0)
  const [columns] = useState(() =>
    Array.from({ length: 20 }, (_, at): ListColumn<Row> => {
      const id = `c${at}`
      const text = (row: Row) => `${id} of ${row.id}`
      const cell = (row: Row) => {
        draws.set(text(row), (draws.get(text(row)) ?? 0) + 1)
        return text(row)
      }
      return { id, header: id, width: 160, sortable: false, text, cell }
    }),
  )
  const rows = useMemo(() => all.slice(first, first + 400), [first])
  const search = { ...listDefaults }
  const table = useResourceTable({ rows, columns, search, layout: {}, onOrder() {}, onLayout() {} })
  const [list] = useState({
    count: all.length,
    rowAt: (index: number) => all[index],
    indexOf: (id: number) => id - 1,
    onRange: (from: number) => setFirst(Math.max(0, Math.floor(from / 100) * 100)),
  })
  return (
    <>
      <style>
        {`.box { height: 400px; width: 700px; overflow: auto }
          .box table { width: 3200px; table-layout: fixed; border-spacing: 0 }
          .box tbody tr { height: 40px } .box td { padding: 0; white-space: nowrap }`}
      </style>
      <Grid
        table={table}
        columns={columns}
        window={list}
        rowHeight={40}
        className="box"
        label="Rows"
        titleId="c0"
        nameOf={(row) => String(row.id)}
      />
    </>
  )
}

const cell = (row: number, column: string) => document.querySelector(`tr[data-id="${row}"] [data-column=${column}]`)

// On a small screen, rows are lines without cells.
beforeEach(() => page.viewport(1000, 800))

test('whoever scrolls draws what comes into sight, and nothing of what stays there', async () => {
  const draws = new Map<string, number>()
  await render(<LongList draws={draws} />)
  const box = document.querySelector('.box')
  await expect.poll(() => [cell(9, 'c0')?.textContent, cell(9, 'c19')?.textContent]).toEqual(['c0 of 9', ''])
  draws.clear()
  // Scrolls far enough to load other rows, in steps that keep some rows on screen.
  for (let row = 5; row <= 130; row += 5) {
    if (box) box.scrollTop = row * 40
    await expect.poll(() => cell(row + 9, 'c0')?.textContent).toBe(`c0 of ${row + 9}`)
  }
  const often = [...draws].filter(([name, count]) => name.startsWith('c0 of') && count > 1)
  expect(often).toEqual([])
})

test('cells far beyond the edge stay empty until they come near, but for those of the row with the focus', async () => {
  const draws = new Map<string, number>()
  await render(<LongList draws={draws} />)
  const box = document.querySelector('.box')
  await expect.poll(() => [cell(2, 'c1')?.textContent, cell(2, 'c19')?.textContent]).toEqual(['c1 of 2', ''])
  if (box) box.scrollLeft = 3_000
  await expect.poll(() => [cell(2, 'c1')?.textContent, cell(2, 'c19')?.textContent]).toEqual(['', 'c19 of 2'])
  if (box) box.scrollLeft = 0
  await page.getByText('c0 of 3', { exact: true }).click()
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.activeElement?.textContent).toBe('c19 of 3')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => document.activeElement?.textContent).toBe('c19 of 4')
})
