import type { ShellMenu } from './shell-menu.ts'

/** A menu as the session brings it: a rule without its buttons, its icon drawn. */
export type BootMenu = {
  id: number
  title: string
  /** The title in the other language; empty when it is the same. */
  alias: string
  name: string
  path: string
  type: 'menu_dir' | 'menu' | 'button' | 'nav_user_menu'
  /** Another back end may say what this release does not know. */
  menu_type: 'tab' | 'link' | 'iframe' | null
  url: string
  component: string
  /** `add_rules_only`: a route that is not on the menu; `add_menu_only`: an entry of a route that another rule brings. */
  extend: string
  /** Its page stays as it was left while other tabs are shown. */
  keepalive: boolean
  iconSvg: ShellMenu['iconSvg']
  children: BootMenu[]
}
