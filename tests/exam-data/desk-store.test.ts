import { expect, test } from 'vitest'
import { BackendError } from '#src/backend/backend-error.ts'
import { DeskStore } from '#src/features/exam-data/desk-store.ts'
import type { CellsToWrite, WrittenCells } from '#src/features/exam-data/exam-data.queries.ts'
import { blockOf, pasteBlock } from '#src/features/exam-data/paste-block.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { NotSent } from '#src/lib/line.ts'
import { classOf } from './desk-papers.ts'

/** A store whose calls wait until the test answers them. */
function deskOf(size = 3) {
  const papers = classOf(size)
  const calls: { cells: CellsToWrite; key: string; answer: PromiseWithResolvers<{ data: { cells: WrittenCells } }> }[] =
    []
  const store = new DeskStore(papers, (cells, key) => {
    const answer = Promise.withResolvers<{ data: { cells: WrittenCells } }>()
    calls.push({ cells, key, answer })
    return answer.promise
  })
  const [one, two, three] = papers.candidates
  if (!one || !two || !three) throw new Error('a class of three')
  /** Answers a call: all cells are saved, unless an outcome is given for the first one. */
  const answer = async (at: number, first: Partial<WrittenCells[number]> = {}) => {
    calls[at]?.answer.resolve({
      data: {
        cells: (calls[at]?.cells ?? []).map(({ candidateId, subjectId, value, was }, place) => ({
          candidateId: Number(candidateId),
          subjectId: Number(subjectId),
          outcome: 'saved',
          now: value === '' ? null : { value: String(value), version: (was?.version ?? 0) + 1 },
          message: '',
          ...(place === 0 ? first : {}),
        })),
      },
    })
    await settled()
  }
  const fail = async (at: number, error: Error) => {
    calls[at]?.answer.reject(error)
    await settled()
  }
  return { store, calls, one, two, three, answer, fail }
}

/** What follows an answer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('cells are sent in the background, one call after the other', async () => {
  const { store, calls, one, two, three, answer } = deskOf()
  expect(store.counts()).toMatchObject({ missing: 5, unsaved: 0 })
  expect(store.put(one, 11, '80')).toBe(true)
  store.put(two, 11, 'a')
  store.put(three, 11, '70')
  expect(calls).toMatchObject([{ cells: [{ candidateId: 1, subjectId: 11, value: '80', was: null }] }])
  expect(store.counts()).toMatchObject({ missing: 2, unsaved: 3 })
  await answer(0)
  expect(calls[1]?.cells).toMatchObject([
    { candidateId: 2, value: 'A' },
    { candidateId: 3, value: '70' },
  ])
  expect(calls[1]?.key).not.toBe(calls[0]?.key)
  // What is typed while it is sent is sent afterwards, over what was stored.
  store.put(three, 11, '71')
  await answer(1)
  expect(calls[2]?.cells).toEqual([{ candidateId: 3, subjectId: 11, value: '71', was: { value: '70', version: 1 } }])
  await answer(2)
  expect(store.isDirty()).toBe(false)
  expect(store.cell(3, 11)).toEqual({ stored: { value: '71', version: 2 } })
  // The same again is no change.
  store.put(three, 11, '71')
  expect(calls).toHaveLength(3)
})

test('an answer that was asked for before a mark was stored does not take the mark from the screen', async () => {
  const { store, one, two, answer } = deskOf()
  const asked = Date.now()
  const before = classOf(3)
  store.put(one, 11, '80')
  await answer(0)
  store.load(before, asked)
  expect(store.cell(1, 11)).toEqual({ stored: { value: '80', version: 1 } })
  expect(store.counts()).toMatchObject({ missing: 4, unsaved: 0 })
  // Whatever somebody else has done is taken in other cells, and in this one by the next answer.
  const others = {
    ...before,
    candidates: before.candidates.map((line) =>
      line.id === two.id ? { ...line, papers: [{ value: '55', version: 1 }, ...line.papers.slice(1)] } : line,
    ),
  }
  store.load(others, asked)
  expect(store.cell(2, 11).stored?.value).toBe('55')
  store.load(others, Number.POSITIVE_INFINITY)
  expect(store.cell(1, 11)).toEqual({ stored: null })
})

test('what is no mark stays as typed, and is never sent', async () => {
  const { store, calls, one, two } = deskOf()
  store.type(one, 12, '101')
  expect(store.cell(1, 12)).toMatchObject({ typed: '101', state: 'refused', message: expect.stringContaining('100') })
  store.type(one, 12, '99.')
  store.type(one, 12, '99.3')
  expect(store.cell(1, 12).state).toBe('editing')
  expect(store.commit(one, 12)).toBe(false)
  expect(store.cell(1, 12)).toMatchObject({ typed: '99.3', state: 'refused', message: expect.stringContaining('0.5') })
  expect(store.put(two, 12, '50')).toBe(false)
  expect(calls).toEqual([])
  expect(store.counts()).toMatchObject({ refused: 2 })
  expect(store.isDirty()).toBe(true)
  expect(store.put(one, 12, '99.5')).toBe(true)
  store.revert(2, 12)
  expect(store.counts()).toMatchObject({ refused: 0, unsaved: 1 })
  expect(calls).toHaveLength(1)
})

test('a lost call is repeated as it was, also when more was typed since', async () => {
  const { store, calls, one, two, answer, fail } = deskOf()
  store.put(one, 11, '80')
  await fail(0, new TypeError('Failed to fetch'))
  expect(store.notice()).toMatchObject({ kind: 'lost' })
  expect(store.cell(1, 11).typed).toBe('80')
  store.put(one, 11, '81')
  store.put(two, 11, '60')
  expect(calls[1]).toMatchObject({ key: calls[0]?.key, cells: calls[0]?.cells })
  await answer(1)
  expect(calls[2]?.cells).toMatchObject([
    { candidateId: 1, value: '81', was: { value: '80', version: 1 } },
    { candidateId: 2, value: '60' },
  ])
  await answer(2)
  expect(store.notice()).toBeNull()
  expect(store.isDirty()).toBe(false)
})

test('without a connection, the desk says so once, and asks nobody to save again', async () => {
  const { store, one, fail } = deskOf()
  store.put(one, 11, '80')
  await fail(0, new NotSent())
  expect(store.notice()).toEqual({ kind: 'lost', text: m.examData_noLine() })
  expect(store.cell(1, 11).typed).toBe('80')
})

test('an ended session and a closed part keep what was typed', async () => {
  const { store, calls, one, two, answer, fail } = deskOf()
  store.put(one, 11, '80')
  await fail(0, new BackendError(401, 'Session over'))
  expect(store.notice()).toEqual({ kind: 'signedOut' })
  void store.flush()
  expect(calls).toHaveLength(2)
  await fail(1, new BackendError(409, 'Not open', { reason: 'state' }))
  expect(store.notice()).toEqual({ kind: 'refused', text: 'Not open' })
  expect(store.cell(1, 11)).toMatchObject({ typed: '80', state: 'refused', message: 'Not open' })
  store.commit(one, 11)
  store.put(two, 11, '1')
  await answer(2)
  await answer(3)
  expect(store.isDirty()).toBe(false)
})

test('a conflict waits for a decision', async () => {
  const { store, calls, one, two, answer } = deskOf()
  const theirs = { value: '75', version: 4 }
  store.put(one, 11, '80')
  await answer(0, { outcome: 'conflict', now: theirs })
  expect(store.cell(1, 11)).toEqual({ stored: null, typed: '80', state: 'conflict', theirs })
  expect(store.counts()).toMatchObject({ conflicts: 1 })
  store.decide(one, 11, true)
  expect(calls[1]?.cells).toEqual([{ candidateId: 1, subjectId: 11, value: '80', was: theirs }])
  await answer(1)
  expect(store.cell(1, 11).stored).toEqual({ value: '80', version: 5 })
  store.put(two, 11, '10')
  await answer(2, { outcome: 'conflict', now: theirs })
  store.decide(two, 11, false)
  expect(store.cell(2, 11)).toEqual({ stored: theirs })
  expect(store.isDirty()).toBe(false)
})

test('a block of a spreadsheet fills cells, and says what had none', async () => {
  const { store, calls, answer } = deskOf()
  expect(blockOf('80')).toBeUndefined()
  const block = blockOf('80\t90\r\n缺考\t\r\n70\t60\r\n1\t2\r\n')
  if (!block) throw new Error('no block')
  const papers = store.papers()
  expect(pasteBlock(store, block, { rows: papers.candidates, subjects: [11, 12], row: 0, column: 0 })).toBe(2)
  await answer(0)
  await answer(1)
  expect(calls.flatMap(({ cells }) => cells).map(({ value }) => value)).toEqual(['80', '90', 'A', '70', '60'])
  expect(store.counts()).toEqual({ missing: 0, unsaved: 0, refused: 0, conflicts: 0 })
})

test('what is read anew leaves alone what the user has typed', () => {
  const { store, one } = deskOf()
  store.type(one, 11, '80')
  store.load(classOf(3, [{ value: '50', version: 1 }, null]))
  expect(store.cell(1, 11)).toMatchObject({ typed: '80', stored: null })
  expect(store.cell(2, 11)).toEqual({ stored: { value: '50', version: 1 } })
  store.drop()
  expect(store.isDirty()).toBe(false)
})

test('what was pasted together is taken back together, and what is dropped is not', () => {
  const { store, one, two } = deskOf()
  store.put(one, 11, '60')
  pasteBlock(store, blockOf('80\t81\n70') ?? [], { rows: [one, two], subjects: [11, 12], row: 0, column: 0 })
  expect(store.cell(one.id, 11).typed).toBe('80')
  expect(store.takeBack()).toEqual({ candidate: one, subjectId: 11, text: '60' })
  expect([store.cell(one.id, 11).typed, store.cell(one.id, 12).typed, store.cell(two.id, 11).typed]).toEqual([
    '60',
    undefined,
    undefined,
  ])
  expect(store.takeBack()).toMatchObject({ text: '' })
  expect(store.takeBack()).toBeUndefined()
  store.put(two, 11, '50')
  store.drop()
  expect(store.takeBack()).toBeUndefined()
})
