import * as v from 'valibot'
import { expect, test } from 'vitest'
import { areaRelation } from '#src/features/area/area.relation.server.ts'
import { namesIn } from '#src/layout/icons/iconfont.server.ts'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { valueText } from '#src/resource/value-text.ts'
import { findActorById } from '#src/server/access/actor.server.ts'
import { cellReader } from '#src/server/import/cell-reader.server.ts'
import { withoutSigned } from '#src/server/import/note-sign.server.ts'
import { plainTitle } from '#src/server/import/plain-title.ts'
import { startApi } from '../support/api.ts'

// Texts over which a pattern that tries again from each character would take minutes: a test would end at its limit.

const MANY = 1_000_000
const text = (text: string) => ({ kind: 'text', text }) as const
const context = { labels: {}, timeZone: 'Asia/Shanghai' }

test('an editor with a million angle brackets is checked, and shown as text', () => {
  const editor = { name: 'text', label: () => 'Text', type: 'editor', required: true } as const
  expect(v.is(fieldSchema(editor), '<'.repeat(MANY))).toBe(true)
  expect(v.is(fieldSchema(editor), `<p>&nbsp;</p>${' '.repeat(MANY / 2)}`)).toBe(false)
  expect(valueText(editor, '<'.repeat(MANY), context)).toHaveLength(MANY)
})

test('a million digits that are no number are refused, in a form and in a file', () => {
  const number = { name: 'score', label: () => 'Score', type: 'number' } as const
  expect(v.is(fieldSchema(number), `${'1'.repeat(MANY)}x`)).toBe(false)
  expect(v.is(fieldSchema(number), '12.5')).toBe(true)
  const read = cellReader(number, 'UTC')
  expect(read(text(`${'1'.repeat(MANY)}x`))).toMatchObject({ error: expect.any(String) })
  expect([read(text('12.')), read(text('.5')), read(text('12.5%'))]).toEqual([
    { value: 12 },
    { value: 0.5 },
    { value: 0.125 },
  ])
})

test('a number that its format shows with a million zeros is taken as it is shown', () => {
  const read = cellReader({ name: 'code', label: () => 'Code', type: 'text' }, 'UTC')
  const number = (shown: string) => read({ kind: 'number', text: '1.5', number: 1.5, shown })
  const long = `1.5${'0'.repeat(MANY)}9`
  expect(number(long)).toEqual({ value: long, notice: { kind: 'shown', shown: long, taken: long, held: '1.5' } })
  const zeros = `01.5${'0'.repeat(MANY)}`
  expect([number(zeros), number('100')]).toEqual([
    { value: zeros },
    { value: '100', notice: { kind: 'shown', shown: '100', taken: '100', held: '1.5' } },
  ])
})

test.each(['date', 'datetime', 'time'] as const)('a time with a million blanks is no %s', (type) => {
  const read = cellReader({ name: 'at', label: () => 'At', type }, 'UTC')
  expect(read(text(`8:30${' '.repeat(MANY)}x`))).toMatchObject({ error: expect.any(String) })
  expect(read(text(`2026-09-01${' '.repeat(MANY)}x`))).toMatchObject({ error: expect.any(String) })
})

test('an area with a million blanks is looked up like any other', async () => {
  const { db } = await startApi()
  const long = `a${' '.repeat(MANY)}b`
  const path = '江苏省 ／南京市>  玄武区'
  const actor = await findActorById(db, 1)
  const found = actor && (await areaRelation.find?.(db, actor, [long, path, '玄武区']))
  expect(found?.get(long)).toEqual([])
  expect(found?.get(path)).toEqual(found?.get('玄武区'))
  expect(found?.get(path)).toHaveLength(1)
})

test('a title of a million brackets is compared', () => {
  expect(plainTitle(`Code * ${'('.repeat(MANY)}`)).toBe('code')
})

test('a style sheet of a million letters, or of comments without an end, has no icons', () => {
  expect(namesIn('a'.repeat(MANY))).toEqual([])
  expect(namesIn('/*'.repeat(MANY / 2))).toEqual([])
  expect(
    namesIn(
      '/* {} */ .iconfont { font-family: x } @media print { .icon-a:before { content: "a" } } .icon-b::before { content: "b" }',
    ),
  ).toEqual(['iconfont icon-a', 'iconfont icon-b'])
})

test('a note with a million tags of text that nothing closes loses our part', () => {
  const run = (raw: string) => withoutSigned([{ name: 'r', raw, text: 'mine【Yardstick: bad】' }])
  const tags = '<t>'.repeat(MANY)
  expect(run(`<r>${tags}</r>`)).toMatchObject([{ text: 'mine' }])
  const raw = `<r><x:t a="b">mine【Yardstick: bad】</x:t ></x:text>${tags}</r>`
  expect(run(raw)).toEqual([
    { name: 'r', raw: `<r><x:t xml:space="preserve">mine</x:t></x:text>${tags}</r>`, text: 'mine' },
  ])
})
