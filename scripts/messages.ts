import { compile } from '@inlang/paraglide-js'
import { paraglideOptions } from '#src/i18n/paraglide.options.ts'

await compile(paraglideOptions)
// The compiler leaves timers that would keep the process running for half a minute.
process.exit(0)
