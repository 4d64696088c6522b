import type { Db } from '#src/db/client.server.ts'
import { componentsAt } from '#src/features/resources/runtime-resource.server.ts'
import { modulePageName } from '#src/resource/runtime-component.ts'
import { installedModules } from './installed.server.ts'
import type { ModulePage } from './manifest.schema.ts'

/** The name of the page of a module that a menu shows at a path of the back office. */
export async function pageNameAt(db: Db, path: string): Promise<string | undefined> {
  return (await componentsAt(db, path)).map(modulePageName).find((name) => name !== undefined)
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
