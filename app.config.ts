import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkNames } from './scripts/vite/chunk-names.ts'
import { listChunks } from './scripts/vite/list-chunks.ts'
import { plainIcons } from './scripts/vite/plain-icons.ts'
import { preloadLists } from './scripts/vite/preload-lists.ts'
import { rpcOnDemand } from './scripts/vite/rpc-on-demand.ts'
import { paraglideOptions } from './src/i18n/paraglide.options.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    // A build compiles messages with the CLI first, because the plugin keeps its process running for half a minute.
    command === 'serve' ? paraglideVitePlugin(paraglideOptions) : [],
    rpcOnDemand(),
    plainIcons(),
    preloadLists(),
    chunkNames(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'app',
      router: {
        // Every page loads the route tree. The components and loaders of the routes are separate chunks.
        codeSplittingOptions: {
          defaultBehavior: [['component', 'loader', 'pendingComponent'], ['errorComponent'], ['notFoundComponent']],
        },
      },
      // Without `include` only importers inside app/ are checked, and most of the code is in src/.
      importProtection: { behavior: 'error', include: ['**/app/**', '**/src/**'] },
    }),
    react(),
  ],
  // React includes this hook. The package's substitute is for releases before React 18.
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      // A module for each message, of which the bundler takes what a page needs. Node alone has them in one file.
      '#src/i18n/paraglide/messages.js': fileURLToPath(new URL('src/i18n/paraglide/messages.js', import.meta.url)),
    },
  },
  build: { sourcemap: false },
  environments: {
    // Node reads the list of all its parts, 180 kB, for each of its files: 2 seconds of every start.
    ssr: { resolve: { noExternal: ['drizzle-orm'] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Pages name several hundred files. Names of words would weigh a kilobyte and more in each first load.
            chunkFileNames: 'assets/[hash:7].js',
            // The entry code of every page is one file. By default the bundler makes a file of each part that has
            // another importer: some twenty files that are always loaded together and compress worse separately.
            // Parts that every list of the back office loads are few files for the same reason.
            codeSplitting: {
              // A group takes only the modules that it names.
              includeDependenciesRecursively: false,
              groups: [
                { name: 'start', tags: ['$initial'], priority: 2 },
                { name: listChunks(), priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
}))
