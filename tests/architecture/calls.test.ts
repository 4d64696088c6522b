import { expect, test } from 'vitest'
import { files, texts } from './source.ts'

// A call of the API has one definition, an `endpoint({...})`, which reads, documents and types it.

const apis = files.filter((file) => /(\.api|-calls)\.server\.ts$/.test(file))
const textOf = (file: string) => texts.get(file) ?? ''

test('no call reads or checks its request by hand', () => {
  expect(apis.length).toBeGreaterThan(20)
  const byHand = /\bsafeParse\b|\breadJson\b|\breq\.(query|queries|json)\b|function (read|body|query|parse|saving)\b/
  expect(apis.filter((file) => byHand.test(textOf(file)))).toEqual([])
})

test('no call is described a second time', () => {
  expect(files.filter((file) => file.endsWith('.openapi.server.ts'))).toEqual([])
  // Runtime resources alone are mounted by hand: the kit's calls, at a path that depends on the database.
  const routers = apis.filter((file) => /new Hono\b/.test(textOf(file)))
  expect(routers).toEqual(['src/features/resources/resource.api.server.ts'])
})
