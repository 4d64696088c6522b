import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { NoteDialog } from '#src/features/pupil-notes/note-dialog.tsx'
import type { PupilSheet } from '#src/features/reports/pupil.queries.ts'
import { ReportView } from '#src/features/reports/report-view.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import '../../app/styles.css'

const note = { id: 5, version: 2, text: 'Well done.', who: 'Head', time: '2026-11-28T08:00:00.000Z' }
const other = { ...note, version: 3, text: 'Not so well.' }

/** The dialog before a server that answers in this order. */
async function openDialog(given: PupilSheet['note'], answers: (Error | 'lost' | PupilSheet['note'])[]) {
  const sent: object[] = []
  const saved: object[] = []
  let closed = 0
  await render(
    <NoteDialog
      sheet={{ exam: 1, version: '1', pupil: 9 }}
      note={given}
      onClose={() => closed++}
      onSaved={(answer) => saved.push(answer)}
      send={async (body, key) => {
        sent.push({ ...body, key })
        const answer = answers.shift() ?? null
        if (answer === 'lost') throw new TypeError('Failed to fetch')
        if (answer instanceof Error) throw answer
        return { data: { note: answer, blocks: [] }, msg: m.note_saved() }
      }}
    />,
  )
  return { sent, saved, closed: () => closed }
}

const field = () => page.getByLabelText(m.note_label())
const save = () => page.getByRole('button', { name: m.crud_save() }).click()

test('what someone else has written meanwhile is shown, nothing typed is lost, and it is replaced on purpose', async () => {
  const stale = (current: object) => new BackendError(409, m.error_stale(), { reason: 'stale', current, labels: {} })
  const gone = { id: 0, version: 0, text: '', who: '', time: '' }
  const { sent, saved, closed } = await openDialog(note, [stale(other), stale(gone), { ...note, text: 'Mine' }])
  await expect.element(field()).toHaveValue('Well done.')
  await field().fill('Mine')
  await save()
  await expect.element(page.getByText('Not so well.')).toBeVisible()
  await expect.element(page.getByText(m.note_over())).toBeVisible()
  await expect.element(field()).toHaveValue('Mine')
  await save()
  await expect.element(page.getByText(m.note_nowNone())).toBeVisible()
  expect(closed()).toBe(0)
  await save()
  await expect.poll(closed).toBe(1)
  expect(saved).toEqual([{ note: { ...note, text: 'Mine' }, blocks: [] }])
  expect(sent).toMatchObject([
    { text: 'Mine', note: { id: 5, version: 2 } },
    { text: 'Mine', note: { id: 5, version: 3 } },
    { text: 'Mine', note: null },
  ])
})

test('after a lost connection the same write is sent again', async () => {
  const { sent, closed } = await openDialog(null, ['lost', note])
  await field().fill('Well done.')
  await save()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(field()).toHaveValue('Well done.')
  await save()
  await expect.poll(closed).toBe(1)
  const [first, second] = sent
  expect(second).toEqual(first)
})

test('a sheet shows lost points as bars with their table, and the note as it was written', async () => {
  await render(
    <ReportView
      blocks={[
        {
          kind: 'figure',
          title: m.lost_title(),
          note: m.lost_note(),
          chart: {
            kind: 'bars',
            axis: m.lost_axis(),
            heading: m.lost_points(),
            rows: [
              { key: 'raw-1', name: 'Chinese', value: 30 },
              { key: 'raw-7', name: 'Physics', value: 10 },
            ],
          },
          table: {
            columns: [
              { key: 'subject', label: 'Subject' },
              { key: 'lost', label: m.lost_points(), number: {} },
            ],
            rows: [{ key: 'raw-1', cells: ['Chinese', 30] }],
          },
        },
        { kind: 'remark', title: m.note_title(), text: 'Well done.\nGo on.', by: 'Head · 2026-11-28 16:00' },
      ]}
      footer={[]}
      addressOf={() => undefined}
    />,
  )
  await expect.element(page.getByRole('img', { name: m.lost_title() }).first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: m.note_title() })).toBeVisible()
  await expect.element(page.getByText('Head · 2026-11-28 16:00')).toBeVisible()
})
