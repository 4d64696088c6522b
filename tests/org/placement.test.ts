import * as v from 'valibot'
import { expect, test } from 'vitest'
import { organizationTypes } from '#src/features/org/organization.schema.ts'
import { isMisplaced } from '#src/features/org/placement.ts'
import { configSchema } from '#src/server/config.server.ts'

const { organizationParents: usual } = v.parse(configSchema, {})
const at = (type: string, parent: string | null) => isMisplaced(usual, type, parent)

test('the usual tree is in its place, and what a district would wonder about is not', () => {
  const path = ['province', 'bureau', 'district', 'school', 'campus', 'class'] as const
  for (const [index, type] of path.entries()) expect([type, at(type, path[index - 1] ?? null)]).toEqual([type, false])
  expect(at('class', 'school')).toBe(false)
  expect(at('class', 'class')).toBe(true)
  expect(at('class', 'bureau')).toBe(true)
  expect(at('bureau', 'district')).toBe(true)
  expect(at('school', 'school')).toBe(true)
  expect(at('province', 'bureau')).toBe(true)
  // A site may have only one school or one district.
  expect(at('school', null)).toBe(false)
  expect(at('class', null)).toBe(true)
})

test('every type has a rule, and a site may have none', () => {
  expect(Object.keys(usual).sort()).toEqual(organizationTypes.map(({ value }) => value).sort())
  expect(isMisplaced({}, 'class', 'class')).toBe(false)
  expect(isMisplaced(undefined, 'class', 'class')).toBe(false)
})
