import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ICON = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const ours = fileURLToPath(new URL('../../src/ui/lucide-icon.ts', import.meta.url))
const VIRTUAL = '\0plain-icons'

/**
 * Builds the icons of lucide-react with our own maker of components (`src/ui/lucide-icon.ts`): its own goes through three
 * layers and a dozen objects for each icon that is drawn. Where the package's inner files change, this finds nothing and
 * changes nothing.
 */
export function plainIcons(): Plugin {
  return {
    name: 'yardstick:plain-icons',
    apply: 'build',
    enforce: 'pre',
    // The server, too, takes the icons that it draws, not the file with all of them.
    config: () => ({ ssr: { noExternal: ['lucide-react'] } }),
    resolveId(source, importer) {
      return source === '../createLucideIcon.mjs' && importer && ICON.test(importer) ? VIRTUAL : null
    },
    load(id) {
      return id === VIRTUAL ? `export { createLucideIcon as default } from ${JSON.stringify(ours)}` : null
    },
  }
}
