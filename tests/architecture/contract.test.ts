import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '#src/features/contract.server.ts'
import { type Operation, operationName } from '#src/server/openapi/operation.server.ts'
import { refusalCodes } from '#src/server/openapi/refusal-codes.server.ts'

const codesIn = (text: string) => [...text.matchAll(/(?<!\d)[345]\d\d(?!\d)/g)].map(([code]) => Number(code))

/** The rows of the tables by their call, with the codes of the column of errors, or of the whole row without one. */
function written(): Map<string, number[]> {
  let errors = false
  const rows = new Map<string, number[]>()
  for (const line of readFileSync('docs/contract.md', 'utf8').split('\n')) {
    if (line.startsWith('| call |')) errors = line.includes('| errors |')
    const call = /^\| `((?:GET|POST|DELETE) \S+)`/.exec(line)?.[1]
    if (call) rows.set(call, codesIn(errors ? (line.split('|').at(-2) ?? '') : line))
  }
  return rows
}

const general = (name: string) => name.replace(/(?<= \/adminApi\/)[a-z-]+/, '<key>')

test('the tables of the contract name the errors that the document names', () => {
  const rows = written()
  const wrong = operations.flatMap((call: Operation) => {
    const name = operationName(call)
    const listed = rows.get(name) ?? rows.get(general(name))
    if (!listed) return []
    const missing = (call.errors ?? []).filter((code) => !listed.includes(code))
    const known = refusalCodes(call)
    const invented = listed.filter((code) => !known.includes(code) || (code === 409 && !call.errors?.includes(409)))
    return missing.length + invented.length === 0 ? [] : [`${name}: missing ${missing}, unknown ${invented}`]
  })
  expect(wrong).toEqual([])
})
