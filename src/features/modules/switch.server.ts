import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { role, rule } from '#src/db/identity.table.server.ts'
import { resourceDescription } from '#src/features/resources/description.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '#src/server/errors.server.ts'
import { hideConfig, showConfig } from './apply/apply-config.server.ts'
import { rulesOf } from './apply/apply-menus.server.ts'
import { resourceKeyOf } from './apply/apply-resources.server.ts'
import type { ModuleManifest } from './manifest.schema.ts'
import type { ModuleMade } from './module-made.server.ts'

/**
 * Hides all that a module has added, and keeps it: screens, menus, settings; its roles give nothing.
 * @returns what was made, with what was on before
 * @throws AppError 409 when another screen points to its rows
 */
export async function switchOff(tx: Db, manifest: ModuleManifest, made: ModuleMade): Promise<ModuleMade> {
  await refuseOutside(tx, manifest)
  const keys = manifest.resources?.map(resourceKeyOf) ?? []
  if (keys.length > 0)
    await tx.update(resourceDescription).set({ off: true }).where(inArray(resourceDescription.key, keys))
  const rules = await tx.select({ name: rule.name, status: rule.status }).from(rule).where(rulesOf(manifest.uid))
  await tx
    .update(rule)
    .set({ status: 0 })
    .where(and(rulesOf(manifest.uid), eq(rule.status, 1)))
  const statuses = Object.fromEntries(rules.map(({ name, status }) => [name, status]))
  for (const id of Object.values(made.roles)) {
    const [found] = await tx.select({ status: role.status }).from(role).where(eq(role.id, id))
    if (!found) continue
    statuses[`role:${id}`] = found.status
    await tx.update(role).set({ status: 0 }).where(eq(role.id, id))
  }
  await hideConfig(tx, manifest)
  return { ...made, statuses }
}

/** Shows again what a module has added, each as it was before. */
export async function switchOn(tx: Db, manifest: ModuleManifest, { roles, statuses }: ModuleMade): Promise<void> {
  const keys = manifest.resources?.map(resourceKeyOf) ?? []
  if (keys.length > 0)
    await tx.update(resourceDescription).set({ off: false }).where(inArray(resourceDescription.key, keys))
  const on = Object.entries(statuses).flatMap(([name, status]) => (status === 1 ? [name] : []))
  if (on.length > 0)
    await tx
      .update(rule)
      .set({ status: 1 })
      .where(and(rulesOf(manifest.uid), inArray(rule.name, on)))
  for (const id of Object.values(roles)) {
    if (statuses[`role:${id}`] === 1) await tx.update(role).set({ status: 1 }).where(eq(role.id, id))
  }
  await showConfig(tx, manifest)
}

/** @throws AppError 409 when a screen of somebody else points to rows of a module */
export async function refuseOutside(tx: Db, { resources = [] }: ModuleManifest): Promise<void> {
  const keys = resources.map(resourceKeyOf)
  if (keys.length === 0) return
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct d.key as name from resource_description d,
      jsonb_path_query(d.description, '$.**.resource ? (@.type() == "string")') pointed
    where not d.off and d.key <> all (${sql.param([...keys])}::text[])
      and pointed #>> '{}' = any (${sql.param([...keys])}::text[])`)
  if (rows.length > 0) {
    const names = rows.map(({ name }) => name).join(m.crud_listSeparator())
    throw new AppError(409, m.modules_pointedAt({ names }), { reason: 'referenced' })
  }
}
