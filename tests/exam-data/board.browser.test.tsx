import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BoardSection } from '#src/features/exam-data/board.tsx'
import { type Board, type BoardSchool, boardQuery } from '#src/features/exam-data/exam-data.queries.ts'
import type { DataSearch } from '#src/features/exam-data/exam-data.search.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PermissionProvider } from '#src/layout/can.tsx'
import '#app/styles.css'

const school = (id: number, name: string, values: Partial<BoardSchool>): BoardSchool => ({
  id,
  name,
  state: 'submitted',
  deadline: null,
  late: false,
  submittedLate: false,
  remindTime: null,
  submitTime: null,
  reason: '',
  candidates: 10,
  cells: [],
  ...values,
})

test('the board of a locked exam still says who did not submit, and who did it late', async () => {
  const exam = { id: 3, name: 'Midterm', state: 'locked', held: true, deadline: null, step: 50 }
  const board: Board = {
    exam,
    subjects: [],
    schools: [
      school(1, 'East School', {}),
      school(2, 'West School', { submittedLate: true }),
      school(3, 'North School', { state: 'open' }),
      school(4, 'South School', { state: 'returned', late: true }),
    ],
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(boardQuery(3).queryKey, board, { updatedAt: Date.now() + 3_600_000 })
  function Page() {
    const [search, setSearch] = useState<DataSearch>({})
    return <BoardSection exam={exam} search={search} onSearch={(patch) => setSearch({ ...search, ...patch })} />
  }
  await render(
    <QueryClientProvider client={client}>
      <PermissionProvider holder={{ super: true, nodes: new Set() }}>
        <Page />
      </PermissionProvider>
    </QueryClientProvider>,
  )
  await page.viewport(1440, 900)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expect.poll(() => row('North School').element().textContent).toContain(m.examData_showOpen())
  await expect.poll(() => row('South School').element().textContent).toContain(m.examData_showOpen())
  await expect.poll(() => row('West School').element().textContent).toContain(m.examData_submittedLate())
  await expect.poll(() => row('East School').element().textContent).toContain(m.examData_stateSubmitted())
  await expect.element(page.getByText(m.examData_openCount({ count: '2' }), { exact: false }).last()).toBeVisible()
  await expect.element(page.getByText(m.examData_lateCount({ count: '2' }), { exact: false }).last()).toBeVisible()
  // Nothing can be asked of the schools any more.
  await expect.element(page.getByRole('button', { name: m.examData_remindLate() })).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: m.examData_show() }).selectOptions('late')
  await expect.element(row('West School')).toBeVisible()
  await expect.element(row('North School')).not.toBeInTheDocument()
})
