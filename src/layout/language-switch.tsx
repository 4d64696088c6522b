import { Languages } from 'lucide-react'
import { chooseLocale } from '#src/i18n/choose-locale.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale, isLocale } from '#src/i18n/paraglide/runtime.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu, MenuRadios } from '#src/ui/menu.tsx'

/** Each language by its own name, so that whoever is lost in the other one finds back. */
const languages = [
  { value: 'zh-cn', label: '简体中文' },
  { value: 'en', label: 'English' },
]

/** Stores the choice and reloads the page in it. */
export function LanguageSwitch() {
  return (
    <Menu
      trigger={
        <IconButton label={m.shell_language()}>
          <Languages size={17} />
        </IconButton>
      }
    >
      <MenuRadios
        label={m.shell_language()}
        value={getLocale()}
        options={languages}
        onChange={(value) => {
          if (isLocale(value)) chooseLocale(value)
        }}
      />
    </Menu>
  )
}
