import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Drawer } from '#src/ui/drawer.tsx'
import { Select } from '#src/ui/select.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { AdvancedColours } from './advanced-colours.tsx'
import { animationOptions, isAnimation } from './animation-options.ts'
import { IconSetting } from './icon-setting.tsx'
import { useLayout } from './layout-context.tsx'
import { LayoutPicker } from './layout-picker.tsx'
import { layout } from './layout-store.ts'
import { PresetPicker } from './preset-picker.tsx'
import { Setting, SettingGroup } from './setting.tsx'
import { useIsDark } from './use-is-dark.ts'
import { WidthField } from './width-field.tsx'

/** The drawer with all layout settings of the back office. Each change applies at once, for this browser. */
export function LayoutDrawer() {
  const config = useLayout()
  const dark = useIsDark()
  const [restoring, setRestoring] = useState(false)
  const restore = () => {
    layout.restore()
    setRestoring(false)
    toaster.confirm(m.layout_restored())
  }
  return (
    <Drawer
      side="right"
      shade={false}
      open={config.showDrawer}
      onClose={() => layout.showDrawer(false)}
      label={m.layout_title()}
      closeLabel={m.ui_close()}
      head={<h2 className="text-lg">{m.layout_title()}</h2>}
      className="w-[310px] border-l border-line bg-raised text-ink"
    >
      <div className="flex flex-col gap-5 px-4 pb-5">
        <PresetPicker />
        <LayoutPicker />
        <SettingGroup title={m.layout_global()}>
          <Switch wide checked={dark} onChange={(isDark) => layout.choose({ isDark })}>
            {m.layout_isDark()}
          </Switch>
          <Setting label={m.layout_mainAnimation()} wide>
            <Select
              aria-label={m.layout_mainAnimation()}
              items={animationOptions()}
              value={config.mainAnimation}
              onChange={(value) => isAnimation(value) && layout.choose({ mainAnimation: value })}
            />
          </Setting>
        </SettingGroup>
        <SettingGroup title={m.layout_sidebar()}>
          <Switch wide checked={config.menuShowTopBar} onChange={(menuShowTopBar) => layout.choose({ menuShowTopBar })}>
            {m.layout_menuShowTopBar()}
          </Switch>
          <WidthField />
          <IconSetting />
          <Switch
            wide
            // The setting applies to wide windows. In a narrow window the menu is a drawer.
            checked={layout.chosen().menuCollapse}
            onChange={(menuCollapse) => layout.choose({ menuCollapse })}
          >
            {m.layout_menuCollapse()}
          </Switch>
          <Switch
            wide
            checked={config.menuUniqueOpened}
            onChange={(menuUniqueOpened) => layout.choose({ menuUniqueOpened })}
          >
            {m.layout_menuUniqueOpened()}
          </Switch>
        </SettingGroup>
        <AdvancedColours />
        <Button onClick={() => setRestoring(true)}>{m.layout_restore()}</Button>
      </div>
      <ConfirmDialog
        open={restoring}
        title={m.layout_restoreTitle()}
        confirmText={m.layout_restore()}
        onConfirm={restore}
        onCancel={() => setRestoring(false)}
      >
        {m.layout_restoreText()}
      </ConfirmDialog>
    </Drawer>
  )
}
