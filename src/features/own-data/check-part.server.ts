import { checksOfAccount } from '#src/features/exam-checks/own-checks.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fileOf } from './archive-part.server.ts'
import { jsonText } from './json-text.server.ts'

/** The checks of papers that the member has asked for. */
export const checksPart = fileOf('checks.json', m.ownData_checks, ({ db, actor }) =>
  jsonText(() => checksOfAccount(db, actor.id)),
)
