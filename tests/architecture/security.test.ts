import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/security.md says what is met, and which test shows it. Some of its lines are about what the source never does.

const source = globSync(['src/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}'])
  .filter((file) => !file.startsWith('src/i18n/paraglide/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('every line of docs/security.md that is met names a test that exists', () => {
  const lines = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && /\bmet\b/i.test(line.split('|')[3] ?? ''))
  expect(lines.length).toBeGreaterThan(55)
  const without = lines.filter((line) => {
    const named = [...line.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = '']) => path)
    return named.length === 0 || !named.every((path) => existsSync(path) || existsSync(`tests/${path}`))
  })
  expect(without).toEqual([])
})

/** Files whose code has a pattern. */
function having(pattern: RegExp): string[] {
  return source.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
}

test('the server asks other machines in three places only', () => {
  const server = /\.(?:server|functions)\.ts$/
  const asking = having(/(?<![.\w])fetch\(|\bhttps?Request\b/).filter((file) => server.test(file))
  expect(asking.toSorted()).toEqual([
    'src/backend/transport.server.ts',
    'src/layout/icons/iconfont.server.ts',
    'src/web/upstream.server.ts',
  ])
})

test('only the embedded database is started as a process', () => {
  const starting = having(/child_process/)
  expect(starting.filter((file) => !file.startsWith('src/db/embedded/'))).toEqual([])
  expect(starting.length).toBeGreaterThan(0)
})

test('no text runs as code, and HTML as text is set for our own scripts only', () => {
  expect(having(/\beval\(|\bnew Function\(/)).toEqual([])
  expect(having(/dangerouslySetInnerHTML=/)).toEqual(['app/routes/__root.tsx'])
})

test('whoever makes an expression at run time is known', () => {
  const known = [
    // Of searched words, escaped.
    'src/crud/cells/highlight.tsx',
    // Of names of attributes that the code gives.
    'src/server/sheet/xml-scan.server.ts',
    // Of constants.
    'src/backend/session-cookies.ts',
    'src/features/area/area-text.ts',
    'src/features/auth/captcha-answer.ts',
    'src/i18n/locale.server.ts',
    'src/server/export/csv-cell.ts',
    'src/server/import/cell-text.ts',
    'src/server/methods.server.ts',
    'src/server/sheet/cell.ts',
    'src/server/sheet/defused-text.ts',
  ]
  expect(having(/\bnew RegExp\(/).filter((file) => !known.includes(file))).toEqual([])
})
