import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { type ListColumn, listColumns } from '#src/crud/grid/list-columns.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { label } from '../../support/label.ts'

type Row = { id: number; version: number; name: string }

const description: Description = {
  key: 'subject',
  menu: 'baseInfo/subject',
  title: label('Subjects'),
  rowTitle: 'name',
  fields: [{ name: 'name', type: 'text', label: label('Name') }],
  quickSearch: ['name'],
  sorts: ['name'],
  defaultOrder: 'id,asc',
}

function Broken(): never {
  throw new Error('a value of no known shape')
}

/** The cells of a list. One column's cell cannot be rendered for the row "bad", as it is called or as it is shown. */
function Rows({ rows, how }: { rows: Row[]; how: 'called' | 'shown' }) {
  const name = (row: Row) => {
    if (row.name !== 'bad') return row.name
    if (how === 'called') throw new Error('a value of no known shape')
    return <Broken />
  }
  const columns: ListColumn<Row>[] = listColumns<Row>({ description, labels: {}, timeZone: 'UTC', cells: { name } })
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <span>{columns.find(({ id }) => id === 'name')?.cell(row)}</span>
          <button type="button">{`Open ${row.id}`}</button>
        </li>
      ))}
    </ul>
  )
}

test.each(['called', 'shown'] as const)(
  'a cell that fails when it is %s leaves a mark; its row and the others stay',
  async (how) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const rows = [
      { id: 1, version: 1, name: 'good' },
      { id: 2, version: 1, name: 'bad' },
    ]
    const page = await render(<Rows rows={rows} how={how} />)
    await expect.element(page.getByText('good')).toBeVisible()
    await expect.element(page.getByText(m.cell_failed())).toBeVisible()
    await expect.element(page.getByTitle('a value of no known shape')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Open 2' })).toBeVisible()
    // A new value is rendered again.
    await page.rerender(<Rows rows={rows.map((row) => ({ ...row, name: 'mended' }))} how={how} />)
    await expect.element(page.getByText('mended').nth(1)).toBeVisible()
    await expect.element(page.getByText(m.cell_failed())).not.toBeInTheDocument()
    expect(logged).toHaveBeenCalled()
  },
)
