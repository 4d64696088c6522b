import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import type { ModuleManifest } from '#src/features/modules/manifest.schema.ts'
import { moduleFile, moduleRelease, moduleTable } from '#src/features/modules/module.table.server.ts'
import { nothingMade } from '#src/features/modules/module-made.server.ts'
import type { ModuleState } from '#src/features/modules/store.schema.ts'
import { modulePageComponent } from '#src/resource/runtime-component.ts'

const both = (text: string) => ({ 'zh-cn': `${text}（中）`, en: text })

/** Stores a module as an installation leaves it: its rows, the menus of its pages, and its drawings. */
export async function storeModule(
  db: Database,
  given: Partial<ModuleManifest> = {},
  icons: Readonly<Record<string, string>> = {},
): Promise<void> {
  const manifest: ModuleManifest = {
    format: 1,
    uid: 'desk',
    title: both('Desks'),
    intro: both('Desks and chairs'),
    author: 'Tests',
    version: '1.0.0',
    category: 'office',
    ...given,
  }
  const { uid, version } = manifest
  await db.insert(moduleTable).values({ uid, state: 1, version, made: nothingMade })
  await db.insert(moduleRelease).values({ uid, version, origin: 'upload', manifest })
  for (const [path, svg] of Object.entries(icons))
    await db.insert(moduleFile).values({ uid, version, path, type: 'image/svg+xml', bytes: Buffer.from(svg) })
  for (const { name, title, icon = '' } of manifest.pages ?? []) {
    const component = modulePageComponent(name)
    await db.insert(rule).values({
      area: 'admin',
      type: 'menu',
      menuType: 'tab',
      title: title['zh-cn'],
      titleEn: title.en,
      name,
      path: name,
      icon,
      component,
      sortKey: 'zz',
    })
  }
}

/** Disables a module, or enables it again. */
export async function setModuleState(db: Database, uid: string, state: ModuleState): Promise<void> {
  await db.execute(sql`update module set state = ${state} where uid = ${uid}`)
}
