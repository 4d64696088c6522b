import { ownStudents } from '#src/features/family/own-family.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fileOf } from './archive-part.server.ts'
import { jsonText } from './json-text.server.ts'

/** The pupils whose results the member sees, and since when. */
export const familyPart = fileOf('family.json', m.ownData_family, ({ db, actor }) =>
  jsonText(async () => (await ownStudents(db, actor.id)).map(({ id: _id, ...one }) => one)),
)
