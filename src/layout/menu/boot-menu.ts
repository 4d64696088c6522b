import type { ShellMenu } from './shell-menu.ts'

/** A menu as the session delivers it: a rule without its button rules, with its icon's drawing. */
export type BootMenu = {
  id: number
  title: string
  /** The title in the other language; empty when it is the same. */
  alias: string
  name: string
  path: string
  type: 'menu_dir' | 'menu' | 'button' | 'nav_user_menu'
  /** Another back end may send a type that this release does not know. */
  menu_type: 'tab' | 'link' | 'iframe' | null
  url: string
  component: string
  /** `add_rules_only`: a route without a menu entry. `add_menu_only`: a menu entry for a route of another rule. */
  extend: string
  /** The page keeps its state while other tabs are shown. */
  keepalive: boolean
  iconSvg: ShellMenu['iconSvg']
  /** Of a list in code: the names of its columns. A page that still loads shows them. */
  columns?: string[]
  children: BootMenu[]
}
