import { getLocale } from '#src/i18n/paraglide/runtime.js'
import conflictEnDark from './pictures/conflict-en-dark.avif?url'
import conflictEnLight from './pictures/conflict-en-light.avif?url'
import conflictZhDark from './pictures/conflict-zh-cn-dark.avif?url'
import conflictZhLight from './pictures/conflict-zh-cn-light.avif?url'
import importEnDark from './pictures/import-en-dark.avif?url'
import importEnLight from './pictures/import-en-light.avif?url'
import importZhDark from './pictures/import-zh-cn-dark.avif?url'
import importZhLight from './pictures/import-zh-cn-light.avif?url'
import organizationEnDark from './pictures/organization-en-dark.avif?url'
import organizationEnLight from './pictures/organization-en-light.avif?url'
import organizationZhDark from './pictures/organization-zh-cn-dark.avif?url'
import organizationZhLight from './pictures/organization-zh-cn-light.avif?url'
import reportEnDark from './pictures/report-en-dark.avif?url'
import reportEnLight from './pictures/report-en-light.avif?url'
import reportZhDark from './pictures/report-zh-cn-dark.avif?url'
import reportZhLight from './pictures/report-zh-cn-light.avif?url'

/** A picture of a screen, in both themes. `npm run pictures` makes the files. */
export type ThemedPicture = { light: string; dark: string; width: number; height: number }

const large = { width: 1280, height: 800 }
const small = { width: 1040, height: 720 }

const files = {
  'zh-cn': {
    organization: { light: organizationZhLight, dark: organizationZhDark, ...large },
    conflict: { light: conflictZhLight, dark: conflictZhDark, ...small },
    check: { light: importZhLight, dark: importZhDark, ...small },
    report: { light: reportZhLight, dark: reportZhDark, ...large },
  },
  en: {
    organization: { light: organizationEnLight, dark: organizationEnDark, ...large },
    conflict: { light: conflictEnLight, dark: conflictEnDark, ...small },
    check: { light: importEnLight, dark: importEnDark, ...small },
    report: { light: reportEnLight, dark: reportEnDark, ...large },
  },
}

/** The pictures in the language of the page. */
export const pictures = (): Record<'organization' | 'conflict' | 'check' | 'report', ThemedPicture> =>
  files[getLocale()]
