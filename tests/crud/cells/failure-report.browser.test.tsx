import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { FailureScope } from '#src/crud/cells/failure-scope.tsx'
import { Slot } from '#src/crud/cells/slot.tsx'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { KitContext, type PartFailure } from '#src/layout/kit-context.ts'
import { renderList } from '../../support/list-page.tsx'
import { type Booking, bookingDescription, bookings } from '../../support/memory-resource.ts'

const kit = { timeZone: 'UTC', upload: { maxsize: 1, mimetype: 'png' } }

/** A list of which no cell of the note can be shown, nor the totals. */
async function show() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const report = vi.fn<(failure: PartFailure) => void>()
  const broken = (row: Booking): never => {
    throw new Error(`no receipt of ${row.name}`)
  }
  const { page } = await renderList({
    rows: bookings(20),
    frame: (list, resource) => (
      <KitContext value={{ ...kit, report }}>
        <ResourcePage
          resource={resource}
          description={bookingDescription}
          cells={{ note: broken }}
          totals={() => {
            throw new Error('no totals')
          }}
          {...list}
        />
      </KitContext>
    ),
  })
  await expect.element(page.getByText('Booking 1', { exact: true })).toBeVisible()
  await expect.poll(() => report.mock.calls.length).toBeGreaterThan(1)
  return { page, report }
}

test('two hundred failing cells of a column are one report', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const report = vi.fn<(failure: PartFailure) => void>()
  const page = await render(
    <KitContext value={{ ...kit, report }}>
      <FailureScope resource="subject">
        {bookings(200).map((row) => (
          <Slot
            key={row.id}
            of={row}
            part="note"
            rowId={row.id}
            render={() => {
              throw new Error(`no receipt of ${row.name}`)
            }}
          />
        ))}
      </FailureScope>
    </KitContext>,
  )
  expect(page.getByText(m.cell_failed()).elements()).toHaveLength(200)
  expect(report).toHaveBeenCalledExactlyOnceWith({
    resource: 'subject',
    part: 'note',
    rowId: 1,
    message: 'no receipt of …',
    stack: expect.stringMatching(/:\d+:\d+/),
  })
})

test('a list reports each column and each slot once, and again on the next visit', async () => {
  const first = await show()
  expect(first.report.mock.calls.map(([{ part }]) => part).sort()).toEqual(['note', 'totals'])
  await first.page.unmount()
  const { report } = await show()
  expect(report.mock.calls.map(([{ part }]) => part).sort()).toEqual(['note', 'totals'])
})
