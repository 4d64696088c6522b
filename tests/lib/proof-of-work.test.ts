import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { solve, solves } from '#src/lib/proof-of-work.ts'

test('a nonce is judged by the zero bits at the start of SHA-256, whatever the length of the id', () => {
  for (let length = 0; length <= 130; length++) {
    const id = 'aB3:_-zZ9x'.repeat(13).slice(0, length)
    const nonce = length.toString(36)
    const bits = createHash('sha256').update(`${id}:${nonce}`).digest('hex')
    const zeros = BigInt(`0x1${bits}`).toString(2).slice(1).indexOf('1')
    expect(
      [zeros, zeros + 1].map((wanted) => solves({ id, bits: wanted }, nonce)),
      id,
    ).toEqual([true, false])
  }
})

test('a found nonce solves its puzzle, and hardly any other', async () => {
  const puzzle = { id: 'abcdefghijklmnopqrstuvwx', bits: 12 }
  const told: number[] = []
  const nonce = await solve(puzzle, (part) => told.push(part), new AbortController().signal)
  expect(solves(puzzle, nonce)).toBe(true)
  expect(createHash('sha256').update(`${puzzle.id}:${nonce}`).digest().readUInt32BE(0) >>> 20).toBe(0)
  expect(solves({ ...puzzle, id: 'another' }, nonce) && solves({ ...puzzle, id: 'a third' }, nonce)).toBe(false)
  expect(told.every((part) => part >= 0 && part <= 1)).toBe(true)
})

test.each(['', 'A', 'a b', '-1', 'abcdefghijklm', 'é'])('"%s" is no nonce', (nonce) => {
  expect(solves({ id: 'x', bits: 0 }, nonce)).toBe(false)
})

test('the search stops when told to', async () => {
  const controller = new AbortController()
  const search = solve({ id: 'x', bits: 60 }, () => {}, controller.signal)
  controller.abort()
  await expect(search).rejects.toThrow(/abort/i)
})
