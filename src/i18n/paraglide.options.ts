import type { CompilerOptions } from '@inlang/paraglide-js'

/** One set of compiler options for the CLI script, the development server and the tests. */
export const paraglideOptions: CompilerOptions = {
  project: './project.inlang',
  outdir: './src/i18n/paraglide',
  // The cookie stores the choice. locale.server.ts and browser-locale.ts decide when it is read.
  strategy: ['cookie', 'baseLocale'],
  cookieName: 'ys_lang',
  outputStructure: 'message-modules',
  // Works in the browser bundle, in the server bundle and in plain Node alike.
  isServer: "typeof window === 'undefined'",
  emitPrettierIgnore: false,
  emitReadme: false,
}
