import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { plainIcons } from './scripts/vite/plain-icons.ts'
import { rpcOnDemand } from './scripts/vite/rpc-on-demand.ts'
import { paraglideOptions } from './src/i18n/paraglide.options.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    // A build compiles messages with the CLI first: the plugin keeps its process alive for half a minute.
    command === 'serve' ? paraglideVitePlugin(paraglideOptions) : [],
    rpcOnDemand(),
    plainIcons(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'app',
      router: {
        // The routes of all pages are in every page; what they do is not.
        codeSplittingOptions: {
          defaultBehavior: [['component', 'loader', 'pendingComponent'], ['errorComponent'], ['notFoundComponent']],
        },
      },
      // Without include only importers inside app/ are checked, and most of our code lives in src/.
      importProtection: { behavior: 'error', include: ['**/app/**', '**/src/**'] },
    }),
    react(),
  ],
  // React brings this hook itself; the package's substitute is for releases before 18.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  build: { sourcemap: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page begins with is one file: by itself the bundler makes one of each part that something else uses
            // as well, some twenty that are always asked for together and compress worse apart.
            codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
          },
        },
      },
    },
  },
}))
