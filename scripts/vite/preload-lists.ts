import type { Plugin, Rolldown } from 'vite'

/**
 * Takes out of the lists of files that load together with a dynamic import what the file with that import itself
 * needs, because it is there already. By default each list names all, which is some four kilobytes of the scripts that
 * every list of the back office loads.
 */
export function preloadLists(): Plugin {
  return {
    name: 'yardstick:preload-lists',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      // Vite writes the lists later in the same step.
      order: 'pre',
      handler(_options, bundle) {
        const { modulePreload } = this.environment.config.build
        if (!modulePreload) return
        // Set here and not by the config, which is read more than once: another copy would not know this bundle.
        modulePreload.resolveDependencies = (_file, deps, { hostId, hostType }) => {
          if (hostType !== 'js') return deps
          const there = withImports(hostId, bundle)
          const missing = deps.filter((dep) => !there.has(dep))
          // The imported file is among them. Alone it needs no list.
          return missing.length > 1 ? missing : []
        }
      },
    },
  }
}

/** A file and all that it imports, also through others. */
function withImports(file: string, bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const found = new Set([file])
  for (const name of found) {
    const one = bundle[name]
    if (one?.type === 'chunk') for (const next of one.imports) found.add(next)
  }
  return found
}
