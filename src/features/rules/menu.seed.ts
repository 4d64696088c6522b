import type { m } from '#src/i18n/paraglide/messages.js'
import { type ResourceKey, registry, screens, type Verb } from '#src/resource/registry.ts'

type MessageKey = keyof typeof m

export type SeedRule = {
  type: 'menu_dir' | 'menu' | 'button' | 'nav_user_menu'
  title: MessageKey
  name: string
  /** Path of the page. Without it, the path is `name`. */
  path?: string
  icon?: string
  menuType?: 'tab'
  component?: string
  children?: SeedRule[]
}

/** The title of a verb's button. */
function buttonTitle(verb: Verb): MessageKey {
  return `button_${verb}`
}

/** The menu of a resource with a button for each of its verbs, or only for some of them. */
function screen<K extends ResourceKey>(
  key: K,
  title: MessageKey,
  icon: string,
  only?: readonly (typeof registry)[K]['verbs'][number][],
): SeedRule {
  const { menu, verbs } = registry[key]
  const buttons: readonly Verb[] = only ?? verbs
  return {
    type: 'menu',
    menuType: 'tab',
    title,
    name: menu,
    icon,
    component: menu,
    children: buttons.map((verb) => ({ type: 'button', title: buttonTitle(verb), name: `${menu}/${verb}` })),
  }
}

/** The menu of a page without a resource, with a button for each verb of its calls. */
function ownScreen(name: keyof typeof screens, title: MessageKey, icon: string): SeedRule {
  const buttons: readonly Verb[] = screens[name]
  return {
    type: 'menu',
    menuType: 'tab',
    title,
    name,
    icon,
    component: name,
    children: buttons.map((verb) => ({ type: 'button', title: buttonTitle(verb), name: `${name}/${verb}` })),
  }
}

/** A page of the member's own account, in the menu of the member center. */
function ownPage(page: string, title: MessageKey, icon: string): SeedRule {
  const name = `account/${page}`
  return { type: 'menu', menuType: 'tab', title, name, icon, component: name }
}

/** The same page in the account menu. */
function ownEntry(page: string, title: MessageKey, icon: string): SeedRule {
  const path = `account/${page}`
  return { type: 'nav_user_menu', menuType: 'tab', title, name: `nav/${path}`, path, icon, component: path }
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
      screen('organization', 'menu_organization', 'fa fa-sitemap'),
      screen('subject', 'menu_subject', 'fa fa-book', ['index']),
      screen('educate-level', 'menu_educateLevel', 'fa fa-graduation-cap', ['index']),
      screen('student-year', 'menu_studentYear', 'fa fa-calendar', ['index']),
      screen('exam-scheme', 'menu_examScheme', 'fa fa-file-text-o', ['index']),
      screen('student', 'menu_student', 'fa fa-child'),
      screen('guardian', 'menu_guardian', 'fa fa-handshake-o'),
      screen('term', 'menu_term', 'fa fa-calendar-check-o'),
      screen('teaching', 'menu_teaching', 'fa fa-pencil-square-o'),
    ],
  },
  {
    type: 'menu_dir',
    title: 'menu_exam',
    name: 'exam',
    icon: 'fa fa-trophy',
    children: [
      screen('exam', 'menu_examExam', 'fa fa-file-text'),
      screen('candidate', 'menu_candidate', 'fa fa-list-alt'),
      screen('correction', 'menu_correction', 'fa fa-check-square-o'),
      ownScreen('exam/data', 'menu_examData', 'fa fa-table'),
      ownScreen('exam/param', 'menu_examParam', 'fa fa-sliders'),
    ],
  },
  ownScreen('report', 'menu_report', 'fa fa-bar-chart'),
  {
    type: 'menu_dir',
    title: 'menu_userRole',
    name: 'user-role',
    icon: 'fa fa-users',
    children: [
      screen('user', 'menu_user', 'fa fa-user'),
      screen('role', 'menu_role', 'fa fa-id-badge'),
      screen('rule', 'menu_rule', 'fa fa-list-ul'),
      screen('admin-log', 'menu_adminLog', 'fa fa-history'),
    ],
  },
  {
    type: 'menu_dir',
    title: 'menu_members',
    name: 'user',
    icon: 'fa fa-user-circle',
    children: [
      screen('member', 'menu_member', 'fa fa-user-circle-o'),
      screen('member-group', 'menu_memberGroup', 'fa fa-users'),
      screen('member-rule', 'menu_memberRule', 'fa fa-list-ul'),
      screen('money-log', 'menu_moneyLog', 'fa fa-money'),
      screen('score-log', 'menu_scoreLog', 'fa fa-star-o'),
    ],
  },
  {
    type: 'menu_dir',
    title: 'menu_routine',
    name: 'routine',
    icon: 'fa fa-cogs',
    children: [
      screen('config', 'menu_config', 'fa fa-cog'),
      screen('attachment', 'menu_attachment', 'fa fa-paperclip'),
      screen('announcement', 'menu_announcement', 'fa fa-bullhorn'),
      screen('template', 'menu_template', 'fa fa-envelope-open-o'),
      screen('outbox', 'menu_outbox', 'fa fa-paper-plane-o'),
      screen('provider', 'menu_provider', 'fa fa-openid'),
    ],
  },
  {
    type: 'menu_dir',
    title: 'menu_security',
    name: 'security',
    icon: 'fa fa-shield',
    children: [
      screen('data-recycle-log', 'menu_dataRecycleLog', 'fa fa-recycle'),
      screen('sensitive-data-log', 'menu_sensitiveDataLog', 'fa fa-eye'),
      screen('data-recycle', 'menu_dataRecycle', 'fa fa-trash-o'),
      screen('sensitive-data', 'menu_sensitiveData', 'fa fa-expeditedssl'),
      screen('legal-hold', 'menu_legalHold', 'fa fa-gavel'),
    ],
  },
  screen('crud', 'menu_crud', 'fa fa-magic'),
  screen('module-log', 'menu_moduleStore', 'fa fa-cubes'),
]

/** The member center's menu. */
export const memberMenu: SeedRule[] = [
  {
    type: 'menu_dir',
    title: 'menu_memberCenter',
    name: 'account',
    icon: 'fa fa-user',
    children: [
      ownPage('overview', 'menu_overview', 'fa fa-home'),
      ownPage('profile', 'menu_profile', 'fa fa-id-card-o'),
      ownPage('changePassword', 'menu_changePassword', 'fa fa-key'),
      ownPage('balance', 'menu_balance', 'fa fa-money'),
      ownPage('integral', 'menu_integral', 'fa fa-star-o'),
      ownPage('results', 'menu_ownResults', 'fa fa-file-text-o'),
      ownPage('family', 'menu_family', 'fa fa-child'),
      ownPage('messages', 'menu_messages', 'fa fa-bullhorn'),
      ownPage('security', 'menu_memberSecurity', 'fa fa-shield'),
      ownPage('data', 'menu_ownData', 'fa fa-download'),
    ],
  },
  ownEntry('overview', 'menu_overview', 'fa fa-home'),
  ownEntry('profile', 'menu_profile', 'fa fa-id-card-o'),
  ownEntry('changePassword', 'menu_changePassword', 'fa fa-key'),
]
