import { type ResourceKey, registry } from '#src/resource/registry.ts'

export type SeedRule = {
  type: 'menu_dir' | 'menu' | 'button' | 'nav_user_menu'
  /** Key of a message. */
  title: string
  name: string
  /** Path of the page. Without it, the path is `name`. */
  path?: string
  icon?: string
  menuType?: 'tab'
  component?: string
  children?: SeedRule[]
}

type Button = 'index' | 'add' | 'edit' | 'del'

function screen(key: ResourceKey, title: string, icon: string, buttons: Button[]): SeedRule {
  const { menu } = registry[key]
  return {
    type: 'menu',
    menuType: 'tab',
    title,
    name: menu,
    icon,
    component: menu,
    children: buttons.map((button) => ({ type: 'button', title: `button_${button}`, name: `${menu}/${button}` })),
  }
}

/** The menu of the back office, with its buttons. */
export const adminMenu: SeedRule[] = [
  {
    type: 'menu',
    menuType: 'tab',
    title: 'menu_dashboard',
    name: 'dashboard',
    icon: 'fa fa-dashboard',
    component: 'dashboard',
  },
  {
    type: 'menu_dir',
    title: 'menu_baseInfo',
    name: 'baseInfo',
    icon: 'fa fa-database',
    children: [
      screen('organization', 'menu_organization', 'fa fa-sitemap', ['index', 'add', 'edit', 'del']),
      screen('subject', 'menu_subject', 'fa fa-book', ['index']),
      screen('educate-level', 'menu_educateLevel', 'fa fa-graduation-cap', ['index']),
      screen('student-year', 'menu_studentYear', 'fa fa-calendar', ['index']),
      screen('exam-scheme', 'menu_examScheme', 'fa fa-file-text-o', ['index']),
    ],
  },
  {
    type: 'menu_dir',
    title: 'menu_userRole',
    name: 'user-role',
    icon: 'fa fa-users',
    children: [
      screen('user', 'menu_user', 'fa fa-user', ['index', 'add', 'edit', 'del']),
      screen('role', 'menu_role', 'fa fa-id-badge', ['index', 'add', 'edit', 'del']),
      screen('rule', 'menu_rule', 'fa fa-list-ul', ['index', 'add', 'edit', 'del']),
    ],
  },
]

/** The member center's menu. */
export const memberMenu: SeedRule[] = [
  {
    type: 'menu_dir',
    title: 'menu_memberCenter',
    name: 'account',
    icon: 'fa fa-user',
    children: [
      {
        type: 'menu',
        menuType: 'tab',
        title: 'menu_overview',
        name: 'account/overview',
        icon: 'fa fa-home',
        component: 'account/overview',
      },
    ],
  },
  {
    type: 'nav_user_menu',
    menuType: 'tab',
    title: 'menu_overview',
    icon: 'fa fa-home',
    name: 'nav/account/overview',
    path: 'account/overview',
    component: 'account/overview',
  },
]
