import { type ComponentProps, use } from 'react'
import { Drawer } from '#src/ui/drawer.tsx'
import { Brand, BrandColourContext } from '../brand.tsx'
import { useLayout } from '../config/layout-context.tsx'
import { layout } from '../config/layout-store.ts'
import { shellColours } from '../config/shell-colours.ts'
import { type ShellHelp, SideFoot } from './side-foot.tsx'
import { SideMenu } from './side-menu.tsx'

type NarrowMenuProps = ComponentProps<typeof SideMenu> & { siteName: string; help?: ShellHelp }

/** The menu of a narrow window: a drawer over the page. A click beside it, Esc and every choice close it. */
export function NarrowMenu({ siteName, help, ...menu }: NarrowMenuProps) {
  const config = useLayout()
  const brand = use(BrandColourContext)
  const close = () => layout.collapse(true)
  return (
    <Drawer
      open={config.shrink && !config.menuCollapse}
      onClose={close}
      label={menu.label}
      head={<Brand name={siteName} />}
      style={{ ...shellColours(config, brand), width: config.menuWidth }}
      className="menu-scope bg-menu"
    >
      <SideMenu {...menu} onChoose={close} />
      {help && <SideFoot {...help} />}
    </Drawer>
  )
}
