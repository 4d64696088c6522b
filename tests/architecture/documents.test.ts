import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// Documents name files, folders and other documents. All of them have to exist.

/** The places where the paths of each document may begin. */
const documents: Record<string, readonly string[]> = {
  'docs/security.md': ['', 'src/', 'tests/'],
  'docs/testing.md': [''],
  'docs/architecture.md': [''],
}

/** All files of the project, including new ones that are not committed yet. */
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

test.each(Object.entries(documents))('%s names only files that exist', (document, places) => {
  const text = readFileSync(document, 'utf8')
  const named = [...text.matchAll(/`([\w.-]+\/[\w./-]+\.(?:ts|tsx|md))`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((path) => !places.some((place) => existsSync(place + path)))).toEqual([])
})

test('docs/architecture.md has one line for each folder, and each line is a folder', () => {
  const lines = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^- `([\w./-]+)`: /gm)]
  const described = lines.map(([, path = '']) => path)
  const folders = new Set(tracked.map((file) => dirname(file)))
  const wanted = [...folders].filter(needsLine)
  expect(wanted.length).toBeGreaterThan(60)
  expect(described.toSorted()).toEqual(wanted.toSorted())
})

/** Folders that are parts of URLs, data or generated files need no line, nor do tests that mirror a folder of src. */
function needsLine(folder: string): boolean {
  if (!/^(app|src|messages|scripts|tests|e2e|bench|docs)(\/|$)/.test(folder)) return false
  if (/^app\/routes\/|^bench\/bare\/|\/meta$|^tests\/releases|^tests\/\w+\/(support|files|make)$/.test(folder))
    return false
  return !(folder.startsWith('tests/') && existsSync(folder.replace('tests/', 'src/')))
}

test('no text cites a document that is not in the repository', () => {
  const texts = tracked.filter((file) => /^(app|src|scripts|tests|e2e|bench|docs|README)/.test(file) && isText(file))
  expect(texts.length).toBeGreaterThan(1_000)
  const cited =
    /\b(specification|design|stack|(?<!docs\/|\]\()modules|exam|assessment|peers|style|pig-contract)\.md\b|\(specification\b/i
  expect(texts.filter((file) => cited.test(readFileSync(file, 'utf8')))).toEqual([])
  const links = texts
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) =>
        join(dirname(file), path),
      ),
    )
  expect(links.filter((path) => !existsSync(path))).toEqual([])
  expect(readdirSync('docs').length).toBeGreaterThan(5)
})

const isText = (file: string) =>
  /\.(ts|tsx|mjs|md|css)$/.test(file) && !/^tests\/(releases|architecture)\/|routeTree|\/migrations\//.test(file)
