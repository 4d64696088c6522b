import type { ComponentProps } from 'react'
import { Drawer } from '#src/ui/drawer.tsx'
import { Brand } from '../brand.tsx'
import { useLayout } from '../config/layout-context.tsx'
import { layout } from '../config/layout-store.ts'
import { shellColours } from '../config/shell-colours.ts'
import { SideMenu } from './side-menu.tsx'

/** The menu of a narrow window: a drawer over the page. A click beside it, Esc and every choice close it. */
export function NarrowMenu({ siteName, ...menu }: ComponentProps<typeof SideMenu> & { siteName: string }) {
  const config = useLayout()
  const close = () => layout.collapse(true)
  return (
    <Drawer
      open={config.shrink && !config.menuCollapse}
      onClose={close}
      label={menu.label}
      head={<Brand name={siteName} />}
      style={{ ...shellColours(config), width: config.menuWidth }}
      className="menu-scope bg-menu"
    >
      <SideMenu {...menu} onChoose={close} />
    </Drawer>
  )
}
