import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A document that names a test or a file as its proof has to name one that is there.

/** Where the paths in each document begin, as it says itself. */
const documents: Record<string, readonly string[]> = {
  'docs/security.md': ['', 'src/', 'tests/'],
  'docs/testing.md': [''],
  'docs/architecture.md': ['', 'src/', 'src/backend/', 'src/server/'],
}

test.each(Object.entries(documents))('%s names only files that exist', (document, places) => {
  const text = readFileSync(document, 'utf8')
  const named = [...text.matchAll(/`([\w.-]+\/[\w./-]+\.(?:ts|tsx|md))`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((path) => !places.some((place) => existsSync(place + path)))).toEqual([])
})
