import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { solve, solves } from '#src/lib/proof-of-work.ts'
import { sha256Head } from '#src/lib/sha256.ts'

test('the hash is SHA-256 at every length that fits one block', () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'aB3:_-zZ9x'.repeat(6).slice(0, length)
    const digest = createHash('sha256').update(text).digest()
    expect(sha256Head(text), text).toEqual([digest.readUInt32BE(0), digest.readUInt32BE(4)])
  }
  expect(() => sha256Head('x'.repeat(56))).toThrow(RangeError)
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
