import { expect, test } from 'vitest'
import { isLaterEpoch, permissionEpochs } from '#src/lib/permission-epoch.ts'

test('a later epoch is a greater number, however long', () => {
  expect(isLaterEpoch('10', '9')).toBe(true)
  expect(isLaterEpoch('9007199254740993', '9007199254740992')).toBe(true)
  expect(isLaterEpoch('9', '9')).toBe(false)
  expect(isLaterEpoch('x', '9')).toBe(false)
})

test('what an answer names is noted by side, and only what is later is told', () => {
  const told: string[] = []
  const end = permissionEpochs.subscribe((side) => told.push(`${side} ${permissionEpochs.latest(side)}`))
  for (const header of ['admin=5', null, 'admin=4', 'user=7&admin=6', 'other=9', '8']) permissionEpochs.note(header)
  end()
  permissionEpochs.note('admin=9')
  expect(told).toEqual(['admin 5', 'user 7', 'admin 6'])
  expect(permissionEpochs.heard()).toBe(5)
  expect(permissionEpochs.latest('admin')).toBe('9')
})
