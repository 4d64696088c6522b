import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ICON = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const ours = fileURLToPath(new URL('../../src/ui/lucide-icon.ts', import.meta.url))
const VIRTUAL = '\0plain-icons'

/**
 * Builds the icons of lucide-react with the product's own component factory (`src/ui/lucide-icon.ts`). The package's
 * factory uses three layers and a dozen objects for each icon. If the package's inner files change, this plugin finds
 * nothing and changes nothing.
 */
export function plainIcons(): Plugin {
  return {
    name: 'yardstick:plain-icons',
    apply: 'build',
    enforce: 'pre',
    // The server also bundles only the icons that it renders, not the file with all icons.
    config: () => ({ ssr: { noExternal: ['lucide-react'] } }),
    resolveId(source, importer) {
      return source === '../createLucideIcon.mjs' && importer && ICON.test(importer) ? VIRTUAL : null
    },
    load(id) {
      return id === VIRTUAL ? `export { createLucideIcon as default } from ${JSON.stringify(ours)}` : null
    },
  }
}
