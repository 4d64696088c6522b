import { expect, test } from 'vitest'
import { BackendError } from '#src/backend/backend-error.ts'
import { taskWords } from '#src/features/terminal/store/task-words.ts'
import { m } from '#src/i18n/paraglide/messages.js'

test('a refusal says what the server says, and whoever closes the dialog of the proof has not been refused', () => {
  expect(taskWords.refusal(new BackendError(409, 'The configuration names no registry.'))).toBe(
    'The configuration names no registry.',
  )
  const unproven = new BackendError(403, 'Prove it.', { reason: 'stepUp', ways: ['password'] })
  expect(taskWords.refusal(unproven)).toBe(m.terminal_notProven())
  expect(taskWords.refusal(new TypeError('fetch failed'))).toContain(m.error_network())
})

test('a lost run and a lost line are told apart', () => {
  expect(taskWords.lost()).toBe(m.terminal_lost())
  expect(taskWords.lineLost()).toBe(m.terminal_lineLost())
  expect(taskWords.lost()).not.toBe(taskWords.lineLost())
})
