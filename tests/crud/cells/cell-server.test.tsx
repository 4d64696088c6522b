import { renderToReadableStream, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Cell } from '#src/crud/cells/cell.tsx'
import { CellBoundary, ServerBoundary } from '#src/crud/cells/cell-boundary.tsx'
import { Slot } from '#src/crud/cells/slot.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { valueText } from '#src/resource/value-text.ts'
import { label } from '../../support/label.ts'

function Broken(): never {
  throw new Error('a value of no known shape')
}

test('a part that cannot be rendered on the server leaves what is around it there', () => {
  const html = renderToString(
    <p>
      before{' '}
      <ServerBoundary>
        <CellBoundary of={null} part="name">
          <Broken />
        </CellBoundary>
      </ServerBoundary>{' '}
      after
    </p>,
  )
  expect(html).toContain('before')
  expect(html).toContain('after')
  expect(html).toContain(m.cell_failed())
})

test('what fails as it is called is a mark on the server, without an error for each row', async () => {
  const failures: unknown[] = []
  const rows = [1, 2, 3].map((id) => (
    <Slot
      key={id}
      of={{ id }}
      part="name"
      render={() => {
        throw new Error('a value of no known shape')
      }}
    />
  ))
  const stream = await renderToReadableStream(<p>{rows}</p>, { onError: (error) => void failures.push(error) })
  expect((await new Response(stream).text()).split(m.cell_failed())).toHaveLength(4)
  expect(failures).toEqual([])
})

test('a file whose name cannot be decoded is shown as it is', () => {
  const field: Field = { name: 'plan', type: 'file', label: label('Plan') }
  const html = renderToString(<Cell field={field} value="/a%zz.pdf" labels={{}} timeZone="Asia/Shanghai" />)
  expect(html).toContain('>a%zz.pdf<')
})

test('a clock time is shown as it is stored, and never as how long ago it was', () => {
  const field: Field = {
    name: 'billed',
    type: 'datetime',
    zoneless: true,
    readOnly: true,
    label: label('Billed'),
    list: { render: 'relative' },
  }
  for (const one of [field, { ...field, list: {} }]) {
    const html = renderToString(
      <Cell field={one} value="2009-01-01T00:00:00.000Z" labels={{}} timeZone="Asia/Shanghai" />,
    )
    expect(html).toContain('dateTime="2009-01-01T00:00:00.000"')
    expect(html).toContain('>2009-01-01 00:00<')
  }
})

test('a text for print, history and forms is a mark when its value has another shape', () => {
  const field: Field = { name: 'pairs', type: 'pairs', label: label('Pairs') }
  // Seam: what a database may hold, whatever the types say.
  const value = [null] as unknown as string[]
  expect(valueText(field, value, { labels: {}, timeZone: 'Asia/Shanghai' })).toBe(m.cell_failed())
})
