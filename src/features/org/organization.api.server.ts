import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { areaRelation } from '#src/features/area/area.relation.server.ts'
import { area } from '#src/features/area/area.table.server.ts'
import { educateLevelRelation } from '#src/features/educate-level/educate-level.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ErrorsAt } from '#src/lib/field-errors.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { organizationOne } from './organization.relation.server.ts'
import { organizationDescription } from './organization.schema.ts'
import { organizationSynonyms } from './organization.synonyms.server.ts'
import { placementDoubts } from './placement.server.ts'

export const organizationResource = compileResource({
  description: organizationDescription,
  synonyms: organizationSynonyms,
  table: organization,
  scope: 'organizations',
  relations: { pid: organizationOne, levelIds: educateLevelRelation, areaCode: areaRelation },
  uniqueFields: { organization_code_key: 'code' },
  check: (db, values) => unknownArea(db, values.areaCode),
  // An import reads areas from their table, so its rows need no check of the area.
  checkRows: false,
  doubts: placementDoubts,
})

export const organizationApi = crud(organizationResource)

async function unknownArea(db: Db, code: unknown): Promise<ErrorsAt<'areaCode'>> {
  if (typeof code !== 'string') return {}
  const found = await db.select({ code: area.code }).from(area).where(eq(area.code, code))
  return found.length === 0 ? { areaCode: [m.rule_option()] } : {}
}
