import { expect, test, vi } from 'vitest'
import type { RowReasons } from '#src/server/import/file-task.ts'
import { ReasonRows } from '#src/server/import/reason-rows.ts'

const reason = (row: number): RowReasons => ({ row, marks: [], text: `reason ${row}` })

/** The reasons in these batches. */
function reasonRows(batches: number[][], alive = vi.fn()) {
  const ask = vi.fn(async () => (batches.shift() ?? []).map(reason))
  return { rows: new ReasonRows(ask, alive), ask, alive }
}

test('each row gets its reason, batch by batch, also where reasons are for rows that are not there', async () => {
  const { rows, ask } = reasonRows([[2, 3], [5], [9]])
  const said: (string | undefined)[] = []
  for (const row of [1, 2, 4, 5, 6, 9, 10]) said.push((await rows.of(row))?.text)
  expect(said).toEqual([undefined, 'reason 2', undefined, 'reason 5', undefined, 'reason 9', undefined])
  expect(await rows.isOver()).toBe(true)
  expect(ask).toHaveBeenCalledTimes(4)
})

test('the reasons are over when no batch has more', async () => {
  const { rows } = reasonRows([[2]])
  expect(await rows.isOver()).toBe(false)
  await rows.of(2)
  expect(await rows.isOver()).toBe(true)
})

test('between reasons that are far apart there are signs of life', async () => {
  const { rows, alive } = reasonRows([[1_000_000]])
  for (let row = 1; row <= 25_000; row += 1) await rows.of(row)
  expect(alive).toHaveBeenCalledTimes(2)
})
