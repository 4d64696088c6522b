import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { CheckWarnings, warningsOf } from '#src/crud/import/check-warnings.tsx'
import { driftOf } from '#src/crud/import/drift.ts'
import { DriftQuestion } from '#src/crud/import/drift-question.tsx'
import { MarkedFile } from '#src/crud/import/marked-file.tsx'
import { marksOf } from '#src/crud/import/marks-of.ts'
import { RecordCounts } from '#src/crud/import/record-counts.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { WarningCounts, WarningKind } from '#src/server/import/warnings.server.ts'
import '#app/styles.css'

function Warnings({ warnings, onKind }: { warnings: WarningCounts; onKind(kind: WarningKind): void }) {
  const [accepted, setAccepted] = useState(false)
  const [kind, setKind] = useState<WarningKind>()
  const pick = (next: WarningKind) => {
    setKind(next)
    onKind(next)
  }
  return (
    <CheckWarnings
      warnings={warnings}
      kind={kind}
      onKind={pick}
      accepted={accepted}
      onAccept={setAccepted}
      file={null}
    />
  )
}

test.each([
  ['serial', m.import_kindSerial],
  ['near', m.import_kindNear],
  ['sameName', m.import_kindName],
  ['date', m.import_kindDate],
  ['boolean', m.import_kindBoolean],
  ['shown', m.import_kindShown],
  ['cut', m.import_kindCut],
  ['rule', m.import_kindRule],
])('a kind of warning is named with its number of rows, and opens them: %s', async (kind, label) => {
  const onKind = vi.fn()
  const page = await render(<Warnings warnings={{ rows: 1200, kinds: { [kind]: 1200 } }} onKind={onKind} />)
  await expect.element(page.getByText(m.import_warningsHint({ count: '1,200' }))).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(1)
  const button = page.getByRole('button', { name: `${label()} 1,200` })
  await button.click()
  expect(onKind).toHaveBeenCalledWith(kind)
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
})

test('records are counted apart, where a row of the file is not a record', async () => {
  const lines = { new: 1, changed: 2, unchanged: 0, skipped: 0, refused: 0 }
  const records = { new: 1200, changed: 3, unchanged: 4, skipped: 0 }
  const page = await render(<RecordCounts counts={{ ...lines, rows: records }} />)
  await expect
    .element(page.getByText(m.import_records({ new: '1,200', changed: '3', unchanged: '4', skipped: '0' })))
    .toBeVisible()
  await page.rerender(<RecordCounts counts={lines} />)
  expect(page.container.textContent).toBe('')
})

test('one tick accepts all warnings', async () => {
  const page = await render(<Warnings warnings={{ rows: 2, kinds: { near: 1, date: 1 } }} onKind={() => {}} />)
  const tick = page.getByRole('checkbox', { name: m.import_acceptWarnings() })
  await expect.element(tick).not.toBeChecked()
  await tick.click()
  await expect.element(tick).toBeChecked()
})

test('the result of an earlier release has no warnings', () => {
  expect(warningsOf({ counts: {} })).toBe(undefined)
  expect(warningsOf(null)).toBe(undefined)
  expect(warningsOf({ warnings: { rows: 1, kinds: { near: 1 } } })).toEqual({ rows: 1, kinds: { near: 1 } })
})

const drift = {
  reason: 'drifted',
  count: 7,
  rows: [
    { row: 2, title: '第一', drift: 'changed', by: 'li', time: '2026-01-02T00:00:00.000Z' },
    { row: 3, title: '第二', drift: 'appeared', by: 'li', time: '2026-01-02T00:00:00.000Z' },
    { row: 4, title: '第三', drift: 'gone', by: '', time: '' },
    { row: 5, title: '', drift: 'other', by: '', time: '' },
  ],
} as const

test('rows that others have changed are named with what happened, and the person chooses', async () => {
  const [onCheck, onSkip, onOverwrite] = [vi.fn(), vi.fn(), vi.fn()]
  const found = driftOf(new BackendError(409, 'changed', drift))
  if (!found) throw new Error('no drift')
  const page = await render(
    <DriftQuestion drift={found} busy={false} onCheck={onCheck} onSkip={onSkip} onOverwrite={onOverwrite} />,
  )
  await expect.element(page.getByRole('status')).toHaveFocus()
  await expect.element(page.getByText(m.import_driftHint({ count: '7' }))).toBeVisible()
  const rows = page.getByRole('listitem').elements()
  const says = [m.import_driftChanged(), m.import_driftAppeared(), m.import_driftGone(), m.import_driftOther()]
  expect(rows).toHaveLength(4)
  for (const [at, row] of rows.entries()) expect(row.textContent).toContain(says[at])
  expect(rows[0]?.textContent).toContain('li 2026-01-02 08:00:00')
  await expect.element(page.getByText(m.import_driftMore({ count: '3' }))).toBeVisible()
  await page.getByRole('button', { name: m.import_checkAgain() }).click()
  await page.getByRole('button', { name: m.import_driftSkip() }).click()
  await page.getByRole('button', { name: m.import_driftOverwrite() }).click()
  expect([onCheck, onSkip, onOverwrite].map((one) => one.mock.calls.length)).toEqual([1, 1, 1])
})

test('another refusal is no such question', () => {
  expect(driftOf(new BackendError(409, 'done', { reason: 'done' }))).toBe(undefined)
  expect(driftOf(new BackendError(422, 'refused', drift))).toBe(undefined)
  expect(driftOf(new TypeError('network'))).toBe(undefined)
})

test('the marked file says when not every coloured cell has a note', async () => {
  const text = m.import_marksMore({ cells: '30,000', notes: '10,000' })
  const view = { id: 7, format: 'xlsx', returned: 'xlsx' } as const
  const marks = marksOf({ returned: 'xlsx' }, { marks: { cells: 30_000, notes: 10_000 } })
  const page = await render(<MarkedFile resource="organization" view={view} refused={2} marks={marks} />)
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByRole('link', { name: m.import_marked() })).toBeVisible()
  await page.rerender(
    <MarkedFile resource="organization" view={view} refused={2} marks={{ cells: 10_000, notes: 10_000 }} />,
  )
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
  expect(marksOf({ returned: 'csv' }, { marks: { cells: 30_000, notes: 10_000 } })).toBe(undefined)
  // A result of an earlier release.
  expect(marksOf({ returned: 'xlsx' }, { counts: {} })).toBe(undefined)
})
