import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import type { ModuleContent } from './archive/module-content.server.ts'
import { readFolder } from './archive/pack.server.ts'

const kept = processCache<Promise<ModuleContent[]>>()

/** The modules that come with the product. A process reads them once. The product runs in its own folder. */
export function productModules(): Promise<ModuleContent[]> {
  return kept.get('') ?? kept.set('', readAll(join(process.cwd(), 'modules')))
}

async function readAll(folder: string): Promise<ModuleContent[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(names.sort().map((name) => readFolder(join(folder, name))))
}
