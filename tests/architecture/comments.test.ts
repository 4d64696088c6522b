import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The formatter breaks code into lines, but leaves comments as they are.

const LONGEST = 120

/** The comment lines of a text that are too long. */
function longComments(text: string): string[] {
  return text.split('\n').filter((line) => [...line].length > LONGEST && /^\s*(?:\{?\/\*|\*|\/\/)/.test(line))
}

test.each([
  ['a line', `// ${'a'.repeat(117)}`, 0],
  ['a longer line', `// ${'a'.repeat(118)}`, 1],
  ['a line of a block', `  /**\n   * ${'a'.repeat(120)}\n   */`, 1],
  ['a comment of a tag', `{/* ${'a'.repeat(120)} */}`, 1],
  ['code', `const text = '${'a'.repeat(120)}'`, 0],
])('the look finds long comments and nothing else: %s', (_what, text, found) => {
  expect(longComments(text)).toHaveLength(found)
})

test('no line of a comment is longer than the lines of the code', () => {
  const files = globSync('{app,src,scripts,tests,e2e,bench}/**/*.{ts,tsx,mjs}').filter(
    (file) => !/routeTree\.gen|\/paraglide\/|\/made-by\//.test(file),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => longComments(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`))).toEqual(
    [],
  )
})
