import { expect, test } from 'vitest'
import { reasonOf } from '#src/crud/cells/failure-text.ts'

const data = { name: '王小明', phone: '13800001234', marks: [{ note: 'late again' }], score: 87.5, id: 7 }

test.each([
  ['a value in plain words', 'Cannot convert 王小明 to a BigInt', 'Cannot convert … to a BigInt'],
  ['a value deep inside', 'no mark for late again', 'no mark for …'],
  ['a number of the row', 'no mark 87.5', 'no mark …'],
  [
    'the beginning of a value',
    `Unexpected token '王', "王小"... is not valid JSON`,
    `Unexpected token '…', "…"... is not valid JSON`,
  ],
  ['a number of other origin', 'account 440101199003077777 is unknown', 'account … is unknown'],
])('a message has no values: %s', (_what, message, shown) => {
  expect(reasonOf(new Error(message), data).message).toBe(shown)
})

test.each([
  `Cannot read properties of undefined (reading 'years')`,
  `can't access property "years", row is undefined`,
  'value.map is not a function',
])('what names the fault stays: %s', (message) => {
  expect(reasonOf(new TypeError(message), data).message).toBe(message)
})

test('a stack has places in the code alone, without message, site and queries', () => {
  const error = new Error('for 王小明')
  error.stack = `Error: for 王小明
    at Cell (https://school.example/assets/list-1.js?v=王小明:1:20)
    at renderWithHooks (https://school.example/assets/react-2.js:3:4)
Cell@https://school.example/assets/list-1.js:1:20
at the school of 王小明`
  expect(reasonOf(error, data).stack).toBe(
    'at Cell (/assets/list-1.js:1:20)\nat renderWithHooks (/assets/react-2.js:3:4)\nCell@/assets/list-1.js:1:20',
  )
})

test('something thrown that is no error has a message, too', () => {
  expect(reasonOf('not ready', null)).toEqual({ message: 'not ready', stack: '' })
})
