import type { Plugin, Rolldown } from 'vite'

/**
 * Takes out of the lists of files that load together with a dynamic import what the file with that import itself
 * needs, because it is there already, and out of the list of a page what its shell needs, because the router loads both
 * at once. By default each list names all, which is some five kilobytes of the scripts that every list of the back
 * office loads.
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
        modulePreload.resolveDependencies = (file, deps, { hostId, hostType }) => {
          if (hostType !== 'js') return deps
          const there = withImports([hostId, ...shellsOf(file, bundle)], bundle)
          // The imported file is among them. The import itself asks for it in the same moment.
          return deps.filter((dep) => dep !== file && !there.has(dep))
        }
      },
    },
  }
}

/** The files of the shells around the page in a file. */
function shellsOf(file: string, bundle: Rolldown.OutputBundle): string[] {
  const pages = routesIn(bundle[file])
  return Object.keys(bundle).filter((name) =>
    routesIn(bundle[name]).some(
      (shell) => shell.endsWith('/_shell') && pages.some((page) => page.startsWith(`${shell}/`)),
    ),
  )
}

/** The routes whose components a file contains: `/app/routes/admin/_shell/dashboard`. */
function routesIn(one: Rolldown.OutputBundle[string] | undefined): string[] {
  const ids = one?.type === 'chunk' ? one.moduleIds : []
  return ids.flatMap((id) => {
    // The pages of the member center are shown below both of its addresses, within the same frame.
    const page = /\/app\/member-pages(\/\w+)\.tsx$/.exec(id)?.[1]
    if (page) return `/app/routes/user/_shell${page}`
    return /(\/app\/routes\/.+)\.tsx\?tsr-split=component/.exec(id)?.[1] ?? []
  })
}

/** Files and all that they import, also through others. */
function withImports(files: readonly string[], bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const found = new Set(files)
  for (const name of found) {
    const one = bundle[name]
    if (one?.type === 'chunk') for (const next of one.imports) found.add(next)
  }
  return found
}
