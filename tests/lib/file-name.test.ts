import { expect, test } from 'vitest'
import { fileName } from '#src/lib/file-name.ts'

test.each([
  ['/files/2026/%E8%AE%A1%E5%88%92.pdf', '计划.pdf'],
  ['https://example.cn/a/b.pdf?x=/y#z', 'b.pdf'],
  ['/a%zz.pdf', 'a%zz.pdf'],
  ['/a/', '/a/'],
  ['plan.pdf', 'plan.pdf'],
])('the file of %s is called %s', (address, name) => {
  expect(fileName(address)).toBe(name)
})
