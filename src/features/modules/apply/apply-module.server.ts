import { createHash } from 'node:crypto'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import type { ModuleRelease } from '../module.table.server.ts'
import { applyConfig, removeConfig } from './apply-config.server.ts'
import { applyMenus, removeMenus } from './apply-menus.server.ts'
import { applyReminders, removeReminders } from './apply-reminders.server.ts'
import { applyResources, removeResources } from './apply-resources.server.ts'
import { applyRoles, removeRoles } from './apply-roles.server.ts'
import { applySeeds } from './apply-seeds.server.ts'
import type { Applying } from './applying.server.ts'

/** Makes a version of a module true, from nothing or from the version that is here. */
export async function applyModule(on: Applying): Promise<void> {
  await applyConfig(on)
  await applyMenus(on, 'menu')
  await applyResources(on)
  // A guide stands below the screens that it is about.
  await applyMenus(on, 'page')
  await removeResources(on)
  await applyRoles(on)
  await removeRoles(on)
  await removeMenus(on)
  await removeConfig(on)
  await applySeeds(on)
  await applyReminders(on)
  await removeReminders(on)
  notePanels(on)
}

/** All but the resources: an update that is taken back has undone these by itself. */
export async function applyAround(on: Applying): Promise<void> {
  await applyConfig(on)
  await applyMenus(on, 'menu')
  await applyMenus(on, 'page')
  await applyRoles(on)
  await removeRoles(on)
  await removeMenus(on)
  await removeConfig(on)
  await applyReminders(on)
  await removeReminders(on)
}

/** The dashboard reads its panels from the manifest. */
function notePanels({ before, after, steps }: Applying): void {
  const earlier = new Set(before?.panels?.map(({ key }) => key))
  for (const { key, title } of after.panels ?? []) {
    if (!earlier.has(key))
      steps.push({ kind: 'panel', text: m.modules_stepPanel({ title: labelText(title) }), loss: false })
  }
}

/**
 * Differs with anything that is done. The steps do not say all of it, and another archive of the same version may have
 * come meanwhile. Rows that come meanwhile and lose nothing change nothing of what was agreed to.
 */
export function digestOfPlan({ manifest, signer, sha256 }: ModuleRelease, { steps, sql, conflicts }: Applying): string {
  const agreed = steps.map(({ effect, ...step }) => (step.loss ? { ...step, effect } : step))
  return createHash('sha256')
    .update(JSON.stringify([manifest, signer, sha256, agreed, sql, conflicts]))
    .digest('hex')
}
