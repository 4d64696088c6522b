import { compile } from '@inlang/paraglide-js'
import { build } from 'vite'
import { paraglideOptions } from '#src/i18n/paraglide.options.ts'

await compile(paraglideOptions)
await bundleMessages(paraglideOptions.outdir)
// The compiler leaves timers that would keep the process running for half a minute.
process.exit(0)

/**
 * Writes all messages into one more file, which Node and the tests load (`imports` in package.json). A bundler needs a
 * file for each message, and Node would need a second and a half to find them all.
 */
async function bundleMessages(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'esnext',
      lib: { entry: `${folder}/messages.js`, formats: ['es'], fileName: () => 'all-messages.js' },
      rolldownOptions: { external: /\/(runtime|registry)\.js$/, output: { comments: false } },
    },
  })
}
