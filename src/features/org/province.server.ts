import { eq, like, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { area } from '#src/features/area/area.table.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { addRow } from '#src/server/write/save.server.ts'
import { organizationResource } from './organization.api.server.ts'
import { type Authority, authoritiesOf, authorityCode } from './province.ts'

/** The education authorities of a province. @throws AppError 422 when there is no such province */
export async function authoritiesOfProvince(db: Db, province: string): Promise<Authority[]> {
  const divisions = await db
    .select({ code: area.code, name: area.name })
    .from(area)
    .where(like(area.code, `${province}%`))
  if (!divisions.some(({ code }) => code === province)) throw new AppError(422, m.organization_noProvince())
  return authoritiesOf(divisions)
}

/**
 * Refuses actors whose data scope does not contain the province. With a limited scope, its authority must already stand
 * in the own branch of the tree.
 * @throws AppError 403
 */
export async function assertProvinceInScope(db: Db, actor: Actor, province: string): Promise<void> {
  const visible = scope(actor, 'organizations')
  if (!visible) return
  const mayBelow = actor.scopes.has('orgBelow')
  const [top] = await db
    .select({ seen: sql<boolean>`${visible}` })
    .from(organization)
    .where(eq(organization.code, authorityCode(province)))
  if (!mayBelow || !top?.seen) throw new AppError(403, m.organization_provinceOutOfScope())
}

type Loading = {
  tx: Db
  actor: Actor
  changeSetId: number
  authorities: readonly Authority[]
  onAdded(done: number): void
}

/**
 * Adds the authorities that do not exist yet. Those that exist are found by their code and stay as they are. Two people
 * who load at the same time add one after the other, so that nothing is written twice.
 * @throws AppError 403, 422 as for each row that a person adds
 */
export async function addAuthorities({ tx, actor, changeSetId, authorities, onAdded }: Loading) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('organization:province'))`)
  const codes = authorities.map(({ code }) => code)
  const found = await tx
    .select({ id: organization.id, code: organization.code })
    .from(organization)
    .where(anyOf(organization.code, codes))
  const ids = new Map(found.map(({ id, code }) => [code, id]))
  const levels = await tx.select({ id: educateLevel.id }).from(educateLevel).where(eq(educateLevel.status, 1))
  const levelIds = levels.map(({ id }) => id)
  let added = 0
  for (const [at, { parent, ...authority }] of authorities.entries()) {
    if (!ids.has(authority.code)) {
      const pid = parent === null ? null : (ids.get(parent) ?? null)
      const row = await addRow(tx, organizationResource, actor, { ...authority, pid, levelIds, status: 1 }, changeSetId)
      ids.set(authority.code, row.id)
      added += 1
    }
    onAdded(at + 1)
  }
  return { added, found: found.length }
}
