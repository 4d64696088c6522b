import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import type { ModuleContent } from './archive/module-content.server.ts'
import { readFolder } from './archive/pack.server.ts'

const kept = processCache<Promise<ModuleContent[]>>()

/** The modules that come with the product. A process reads them once. */
export function productModules(): Promise<ModuleContent[]> {
  return kept.get('') ?? kept.set('', readAll())
}

async function readAll(): Promise<ModuleContent[]> {
  const folder = productFolder()
  if (folder === undefined) return []
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(names.sort().map((name) => readFolder(join(folder, name))))
}

/** The folder `modules` of the project: beside `package.json`, above this file or the built one that contains it. */
function productFolder(): string | undefined {
  let above = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(above, 'package.json'))) {
    if (dirname(above) === above) return undefined
    above = dirname(above)
  }
  const folder = join(above, 'modules')
  return existsSync(folder) ? folder : undefined
}
