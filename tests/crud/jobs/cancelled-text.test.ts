import { expect, test } from 'vitest'
import { cancelledText } from '#src/crud/jobs/cancelled-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'

test.each([
  ['import', m.job_stateCancelled()],
  ['import-undo', m.import_undoCancelled()],
  ['province-undo', m.import_undoCancelled()],
  // What a command had done before stays.
  ['terminal', m.terminal_cancelled()],
])('what a cancelled job has left: %s', (kind, text) => {
  expect(cancelledText({ kind })).toBe(text)
})
