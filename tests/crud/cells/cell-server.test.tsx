import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Cell } from '#src/crud/cells/cell.tsx'
import { CellBoundary } from '#src/crud/cells/cell-boundary.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { valueText } from '#src/resource/value-text.ts'
import { label } from '../../support/label.ts'

function Broken(): never {
  throw new Error('a value of no known shape')
}

test('a cell that cannot be rendered on the server leaves its row there', () => {
  const html = renderToString(
    <p>
      before{' '}
      <CellBoundary of={null} part="name">
        <Broken />
      </CellBoundary>{' '}
      after
    </p>,
  )
  expect(html).toContain('before')
  expect(html).toContain('after')
  expect(html).toContain(m.cell_failed())
})

test('a file whose name cannot be decoded is shown as it is', () => {
  const field: Field = { name: 'plan', type: 'file', label: label('Plan') }
  const html = renderToString(<Cell field={field} value="/a%zz.pdf" labels={{}} timeZone="Asia/Shanghai" />)
  expect(html).toContain('>a%zz.pdf<')
})

test('a text for print, history and forms is a mark when its value has another shape', () => {
  const field: Field = { name: 'pairs', type: 'pairs', label: label('Pairs') }
  // Seam: what a database may hold, whatever the types say.
  const value = [null] as unknown as string[]
  expect(valueText(field, value, { labels: {}, timeZone: 'Asia/Shanghai' })).toBe(m.cell_failed())
})
