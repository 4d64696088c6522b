import * as v from 'valibot'
import { expect, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import type { Description } from '#src/resource/description.ts'
import { descriptionSchema } from '#src/resource/description-schema.ts'

const label = { 'zh-cn': '标题', en: 'Title' }
const book: Description = {
  key: 'book',
  menu: 'library/book',
  title: label,
  rowTitle: 'title',
  fields: [
    { name: 'title', type: 'text', label, required: true, max: 100, section: 'main' },
    { name: 'from', type: 'date', label, rangeTo: 'until', default: { dynamic: 'today' } },
    { name: 'until', type: 'date', label, showWhen: { field: 'from', filled: true } },
    { name: 'kind', type: 'select', label, options: [{ value: 1, label, tone: 'danger' }], default: 1 },
    { name: 'parts', type: 'rows', label, maxItems: 5, fields: [{ name: 'mark', type: 'integer', label }] },
  ],
  quickSearch: ['title'],
  sorts: ['title', 'createTime'],
  defaultOrder: 'createTime,desc',
  synonyms: { title: ['书名', 'Book'] },
  form: { as: 'drawer', sections: [{ key: 'main', title: label }] },
}

const problems = (value: unknown) =>
  withLocale('en', () => v.safeParse(descriptionSchema, value).issues?.map((issue) => issue.message) ?? [])
const changed = (change: object, at = 0) => ({
  ...book,
  fields: book.fields.map((field, i) => (i === at ? { ...field, ...change } : field)),
})

test('a stored description survives JSON and is taken as it is', () => {
  const stored: unknown = JSON.parse(JSON.stringify(book))
  expect(v.parse(descriptionSchema, stored)).toEqual(book)
})

test.each([
  ['an unknown key', { ...book, colour: 1 }],
  ['an unknown key of a field', changed({ colour: 1 })],
  ['a key of another type', changed({ options: [] })],
  ['an unknown type', changed({ type: 'video' })],
  ['a label in one language', changed({ label: { en: 'x' } })],
  ['a column of the kit', changed({ name: 'version' })],
  ['a day without a time zone', changed({ type: 'date', zoneless: true })],
  ['a name that is no column', changed({ name: 'drop table' })],
  ['a key with a slash', { ...book, key: '../user' }],
])('a description is refused: %s', (_what, value) => {
  expect(problems(value)).not.toEqual([])
})

test.each([
  ['a title that is no field', { ...book, rowTitle: 'name' }, 'No field or section named name fits here'],
  ['synonyms of no field', { ...book, synonyms: { isbn: ['ISBN'] } }, 'No field or section named isbn fits here'],
  ['a search in no field', { ...book, quickSearch: ['isbn'] }, 'No field or section named isbn fits here'],
  ['an order by no field', { ...book, defaultOrder: 'isbn,asc' }, 'No field or section named isbn fits here'],
  ['a section that is missing', changed({ section: 'more' }), 'No field or section named more fits here'],
  ['a range to another type', changed({ rangeTo: 'title' }, 1), 'No field or section named title fits here'],
  [
    'a range of a clock time to another time',
    {
      ...book,
      fields: [
        ...book.fields,
        { name: 'begins', type: 'datetime', label, zoneless: true, rangeTo: 'ends' },
        { name: 'ends', type: 'datetime', label },
      ],
    },
    'The ends of a range, begins and ends, must both be without time zone, or neither',
  ],
  ['a name twice', changed({ name: 'until' }, 1), 'The field until appears twice'],
  [
    'a default that its own rules refuse',
    changed({ default: 7 }, 3),
    'The default value of kind breaks the field’s own rules',
  ],
])('a description that does not fit together is refused: %s', (_what, value, sentence) => {
  expect(problems(value)).toContain(sentence)
})
