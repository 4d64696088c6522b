import { expect, test } from 'vitest'
import { isWide } from '#src/crud/print/paper.ts'

const column = (text: string, short = false) => ({ header: 'Title', texts: [text], short })

test('a few columns stay on upright paper, whatever a note contains', () => {
  expect(isWide([column('Name'), column('A001', true), column('x'.repeat(500))])).toBe(false)
})

test('many columns need paper on its side; a Chinese sign is as wide as two letters', () => {
  const four = (text: string) => [1, 2, 3, 4].map(() => column(text, true))
  expect(isWide(four('x'.repeat(16)))).toBe(false)
  expect(isWide(four('学'.repeat(16)))).toBe(true)
})
