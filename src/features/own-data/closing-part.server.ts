import { desc, eq } from 'drizzle-orm'
import { closingRequest } from '#src/db/closing.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type ArchiveContext, fileOf } from './archive-part.server.ts'
import { jsonText } from './json-text.server.ts'

/** When the member has asked for the account to be closed, and what the office has answered. */
export const closingPart = fileOf('closing-requests.json', m.ownData_closing, (context) =>
  jsonText(() => requests(context)),
)

function requests({ db, actor }: ArchiveContext) {
  const { createTime, dueTime, state, answer, endTime } = closingRequest
  return db
    .select({ createTime, dueTime, state, answer, endTime })
    .from(closingRequest)
    .where(eq(closingRequest.accountId, actor.id))
    .orderBy(desc(closingRequest.id))
}
