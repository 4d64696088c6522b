import { useRef } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DeskGrid } from '#src/features/exam-data/desk-grid.tsx'
import { DeskStore } from '#src/features/exam-data/desk-store.ts'
import type { CellsToWrite, WrittenCells } from '#src/features/exam-data/exam-data.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { classOf } from './desk-papers.ts'
import '#app/styles.css'

function Page({ store }: { store: DeskStore }) {
  const jump = useRef<(() => void) | null>(null)
  return (
    <main className="p-4">
      <button type="button" onClick={() => jump.current?.()}>
        Jump
      </button>
      <DeskGrid store={store} readOnly={false} subject={undefined} jump={jump} />
    </main>
  )
}

async function openDesk(size: number, answers: (cells: CellsToWrite) => WrittenCells = saved) {
  const sent: CellsToWrite = []
  const store = new DeskStore(classOf(size), async (cells) => {
    sent.push(...cells)
    return { data: { cells: answers(cells) } }
  })
  await render(<Page store={store} />)
  return { store, sent, cell: (name: string) => page.getByRole('textbox', { name, exact: true }) }
}

const saved = (cells: CellsToWrite): WrittenCells =>
  cells.map(({ candidateId, subjectId, value }) => ({
    candidateId: Number(candidateId),
    subjectId: Number(subjectId),
    outcome: 'saved',
    now: value === '' ? null : { value: String(value), version: 1 },
    message: '',
  }))

test('marks are entered with the keyboard alone', async () => {
  const { sent, cell, store } = await openDesk(3)
  await cell('Pupil 1 Chinese').click()
  await userEvent.keyboard('87.5{Enter}a{Enter}150{Enter}')
  // The second pupil does not sit physics.
  await expect.element(cell('Pupil 1 Physics')).toHaveFocus()
  await userEvent.keyboard('60{Enter}')
  await expect.element(cell('Pupil 3 Physics')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}')
  await expect.element(cell('Pupil 2 Chinese')).toHaveFocus()
  await expect.element(cell('Pupil 2 Chinese')).toHaveValue('A')
  await userEvent.keyboard('{Delete}')
  await expect.poll(() => sent.map(({ value }) => value)).toEqual(['87.5', 'A', '150', '60', ''])
  await page.getByRole('button', { name: 'Jump' }).click()
  await expect.element(cell('Pupil 2 Chinese')).toHaveFocus()
  expect(store.counts().missing).toBe(2)
})

test('a wrong mark is told at its cell and holds Enter; a conflict asks', async () => {
  const theirs = { value: '75', version: 2 }
  const { cell, sent } = await openDesk(3, (cells) =>
    saved(cells).map((one) => ({ ...one, outcome: 'conflict', now: theirs })),
  )
  await cell('Pupil 1 Chinese').click()
  await userEvent.keyboard('151{Enter}')
  await expect.element(cell('Pupil 1 Chinese')).toHaveFocus()
  await expect.element(cell('Pupil 1 Chinese')).toHaveValue('151')
  await expect.poll(() => page.getByRole('status').element().textContent).toContain('150')
  expect(sent).toEqual([])
  // What is refused is selected, so typing replaces it.
  await userEvent.keyboard('15{ArrowDown}{ArrowUp}')
  await expect.element(cell('Pupil 1 Chinese')).toHaveValue('15')
  await page.getByRole('button').last().click()
  await expect.element(cell('Pupil 1 Chinese')).toHaveValue('75')
})

test('at a closed desk, F2 and the button ask for a correction of the cell', async () => {
  const asked: object[] = []
  const store = new DeskStore(classOf(2, [{ value: '90', version: 1 }, null]), () =>
    Promise.reject(new Error('closed')),
  )
  function Closed() {
    const [jump, now] = [useRef<(() => void) | null>(null), useRef<(() => void) | null>(null)]
    return (
      <>
        <button type="button" onClick={() => now.current?.()}>
          Ask
        </button>
        <DeskGrid
          store={store}
          readOnly
          subject={undefined}
          jump={jump}
          ask={{ now, onAsk: (one) => asked.push(one) }}
        />
      </>
    )
  }
  await render(<Closed />)
  await page.getByRole('textbox', { name: 'Pupil 1 Chinese', exact: true }).click()
  await userEvent.keyboard('{F2}{ArrowRight}')
  await page.getByRole('button', { name: 'Ask' }).click()
  // Nobody sits this paper.
  await page.getByRole('textbox', { name: 'Pupil 2 Physics', exact: true }).click()
  await userEvent.keyboard('{F2}')
  expect(asked).toEqual([
    { candidateId: 1, subjectId: 11 },
    { candidateId: 1, subjectId: 12 },
  ])
})

test('of a long list, only the rows in sight are rendered, and keys reach the others', async () => {
  const { cell } = await openDesk(3000)
  await cell('Pupil 1 Chinese').click()
  expect(document.querySelectorAll('tbody input').length).toBeLessThan(200)
  await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}')
  await expect.element(cell('Pupil 61 Chinese')).toHaveFocus()
})

test('a cell whose correction waits says so in its name, and what is wanted in its description', async () => {
  const papers = classOf(2, [{ value: '80', version: 1 }, null])
  papers.candidates[0]?.waiting.push({ subjectId: 11, wanted: '85' })
  const store = new DeskStore(papers, async () => ({ data: { cells: [] } }))
  await render(<Page store={store} />)
  const cell = page.getByRole('textbox', { name: m.examData_cellWaits({ cell: 'Pupil 1 Chinese' }) })
  const text = m.examData_waitsFor({ mark: '85' })
  await expect.element(cell).toHaveAccessibleDescription(text)
  await expect.element(cell).toHaveAttribute('data-tip', text)
  // It is decided meanwhile.
  store.load(classOf(2, [{ value: '85', version: 2 }, null]))
  const own = page.getByRole('textbox', { name: 'Pupil 1 Chinese', exact: true })
  await expect.element(own).toHaveValue('85')
  await expect.element(own).not.toHaveAttribute('data-tip')
})

test('Ctrl+Z takes back the last change where it was made, and nothing else', async () => {
  const { cell, sent } = await openDesk(3)
  await cell('Pupil 1 Chinese').click()
  await userEvent.keyboard('90{Enter}80{Enter}70{Enter}')
  await cell('Pupil 2 Chinese').click()
  await userEvent.keyboard('{Delete}{ArrowDown}')
  await expect.element(cell('Pupil 3 Chinese')).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(cell('Pupil 2 Chinese')).toHaveFocus()
  await expect.element(cell('Pupil 2 Chinese')).toHaveValue('80')
  await expect.element(cell('Pupil 3 Chinese')).toHaveValue('70')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(cell('Pupil 3 Chinese')).toHaveFocus()
  await expect.element(cell('Pupil 3 Chinese')).toHaveValue('')
  // What is being typed is taken back first, and nothing is done again.
  await userEvent.keyboard('6{Control>}z{/Control}{Control>}y{/Control}')
  await expect.element(cell('Pupil 3 Chinese')).toHaveValue('')
  await expect.element(cell('Pupil 1 Chinese')).toHaveValue('90')
  await expect
    .poll(() => sent.map(({ candidateId, value }) => `${candidateId} ${value}`))
    .toEqual(['1 90', '2 80', '3 70', '2 ', '2 80', '3 '])
  // So does the undo of the browser's menu.
  document.execCommand('undo')
  await expect.element(cell('Pupil 3 Chinese')).toHaveValue('')
  await expect.element(cell('Pupil 1 Chinese')).toHaveValue('90')
})
