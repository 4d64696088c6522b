import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { prepared } from '#src/db/prepared.server.ts'
import { modulePageName } from '#src/resource/runtime-component.ts'
import { installedModules } from './installed.server.ts'
import type { ModulePage } from './manifest.schema.ts'

const menuAt = prepared((db) =>
  db
    .select({ component: rule.component })
    .from(rule)
    .where(and(eq(rule.area, 'admin'), eq(rule.status, 1), eq(rule.path, sql.placeholder('path'))))
    .prepare('module_page_by_path'),
)

/** The name of the page of a module that a menu shows at a path of the back office. */
export async function pageNameAt(db: Db, path: string): Promise<string | undefined> {
  const menus = await menuAt(db).execute({ path })
  return menus.map(({ component }) => modulePageName(component)).find((name) => name !== undefined)
}

/** A page of an installed module by its name, which is its node, too. */
export async function findModulePage(db: Db, name: string): Promise<ModulePage | undefined> {
  return (await modulePages(db)).find((page) => page.name === name)
}

/** The nodes of the pages of installed modules. A super admin holds them in addition to the nodes in code. */
export async function pageNodes(db: Db): Promise<string[]> {
  return (await modulePages(db)).map(({ name }) => name)
}

async function modulePages(db: Db): Promise<ModulePage[]> {
  return (await installedModules(db)).flatMap(({ manifest }) => manifest.pages ?? [])
}
