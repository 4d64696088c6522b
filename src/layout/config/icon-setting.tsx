import { m } from '#src/i18n/paraglide/messages.js'
import { IconPicker } from '../icons/icon-picker.tsx'
import { defaultChoices } from './layout-config.ts'
import { useLayout } from './layout-context.tsx'
import { layout } from './layout-store.ts'
import { Setting } from './setting.tsx'

/** The setting for the icon of menu entries without an icon. */
export function IconSetting() {
  const { menuDefaultIcon } = useLayout()
  const label = m.layout_menuDefaultIcon()
  return (
    <Setting label={label} wide>
      <IconPicker
        aria-label={label}
        value={menuDefaultIcon}
        usual={defaultChoices.menuDefaultIcon}
        onChange={(name) => name !== '' && layout.choose({ menuDefaultIcon: name })}
      />
    </Setting>
  )
}
