import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const CALLER = /start-client-core\/dist\/esm\/client-rpc\/createClientRpc\.js$/
const VIRTUAL = '\0rpc-on-demand'
const LINE = fileURLToPath(new URL('../../src/lib/line.ts', import.meta.url))

/**
 * Loads the client of server functions (a serializer of some 15 kB gzipped) with the first call instead of the first
 * page. A page arrives with its data, and many visitors never make a call. It is only asked for when the server can be
 * reached: a browser remembers a failed import, and no call would work any more. If the framework's inner files change,
 * this plugin finds nothing and changes nothing; the weight test then fails.
 */
export function rpcOnDemand(): Plugin {
  let fetcher = ''
  return {
    name: 'yardstick:rpc-on-demand',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async resolveId(source, importer) {
      if (source !== './serverFnFetcher.js' || !importer || !CALLER.test(importer)) return null
      fetcher = (await this.resolve(source, importer, { skipSelf: true }))?.id ?? ''
      return fetcher ? VIRTUAL : null
    },
    load(id) {
      if (id !== VIRTUAL) return null
      return `import { keptCode } from ${JSON.stringify(LINE)}
const load = keptCode(() => import(${JSON.stringify(fetcher)}))
export const serverFnFetcher = async (...call) => (await load()).serverFnFetcher(...call)`
    },
  }
}
