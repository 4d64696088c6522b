import { createContext } from 'react'
import type { Locale } from '#src/i18n/paraglide/runtime.js'

/** Keeps a chosen language with the account of the signed-in user. Without it, the browser alone keeps it. */
export const RememberLanguage = createContext<((locale: Locale) => Promise<unknown>) | null>(null)
