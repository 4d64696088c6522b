import { use } from 'react'
import { chooseLocale } from '#src/i18n/choose-locale.ts'
import { languages } from '#src/i18n/languages.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale, isLocale } from '#src/i18n/paraglide/runtime.js'
import { MenuRadios } from '#src/ui/menu.tsx'
import { RememberLanguage } from './remember-language.ts'

/** The language options for a menu. A choice is stored, and the page reloads in that language. */
export function LanguageChoices() {
  const remember = use(RememberLanguage)
  return (
    <MenuRadios
      label={m.shell_language()}
      value={getLocale()}
      options={languages}
      onChange={(value) => {
        if (!isLocale(value)) return
        if (remember) void remember(value).finally(() => chooseLocale(value))
        else chooseLocale(value)
      }}
    />
  )
}
