import { chooseLocale } from '#src/i18n/choose-locale.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale, isLocale } from '#src/i18n/paraglide/runtime.js'
import { MenuRadios } from '#src/ui/menu.tsx'

/** Each language has its own name as label, so that users who cannot read the current language find theirs. */
const languages = [
  { value: 'zh-cn', label: '简体中文' },
  { value: 'en', label: 'English' },
]

/** The language options for a menu. A choice is stored, and the page reloads in that language. */
export function LanguageChoices() {
  return (
    <MenuRadios
      label={m.shell_language()}
      value={getLocale()}
      options={languages}
      onChange={(value) => {
        if (isLocale(value)) chooseLocale(value)
      }}
    />
  )
}
