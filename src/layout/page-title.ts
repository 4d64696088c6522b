import { m } from '#src/i18n/paraglide/messages.js'

const titles = {
  pagesTitle_activate: m.pagesTitle_activate,
  pagesTitle_enroll: m.pagesTitle_enroll,
  pagesTitle_admin: m.pagesTitle_admin,
  pagesTitle_adminLog: m.pagesTitle_adminLog,
  pagesTitle_attachment: m.pagesTitle_attachment,
  pagesTitle_config: m.pagesTitle_config,
  pagesTitle_announcement: m.pagesTitle_announcement,
  pagesTitle_dashboard: m.pagesTitle_dashboard,
  pagesTitle_dataRecycle: m.pagesTitle_dataRecycle,
  pagesTitle_dataRecycleLog: m.pagesTitle_dataRecycleLog,
  pagesTitle_educateLevel: m.pagesTitle_educateLevel,
  pagesTitle_examScheme: m.pagesTitle_examScheme,
  pagesTitle_home: m.pagesTitle_home,
  pagesTitle_legalHold: m.pagesTitle_legalHold,
  pagesTitle_loading: m.pagesTitle_loading,
  pagesTitle_login: m.pagesTitle_login,
  pagesTitle_member: m.pagesTitle_member,
  pagesTitle_memberCenter: m.pagesTitle_memberCenter,
  pagesTitle_memberGroup: m.pagesTitle_memberGroup,
  pagesTitle_memberLogin: m.pagesTitle_memberLogin,
  pagesTitle_memberRule: m.pagesTitle_memberRule,
  pagesTitle_moneyLog: m.pagesTitle_moneyLog,
  pagesTitle_noPermission: m.pagesTitle_noPermission,
  pagesTitle_noTitle: m.pagesTitle_noTitle,
  pagesTitle_notFound: m.pagesTitle_notFound,
  pagesTitle_organization: m.pagesTitle_organization,
  pagesTitle_outbox: m.pagesTitle_outbox,
  pagesTitle_overview: m.pagesTitle_overview,
  pagesTitle_privacy: m.pagesTitle_privacy,
  pagesTitle_profile: m.pagesTitle_profile,
  pagesTitle_changePassword: m.pagesTitle_changePassword,
  pagesTitle_role: m.pagesTitle_role,
  pagesTitle_rule: m.pagesTitle_rule,
  pagesTitle_scoreLog: m.pagesTitle_scoreLog,
  pagesTitle_sensitiveData: m.pagesTitle_sensitiveData,
  pagesTitle_sensitiveDataLog: m.pagesTitle_sensitiveDataLog,
  pagesTitle_studentYear: m.pagesTitle_studentYear,
  pagesTitle_subject: m.pagesTitle_subject,
  pagesTitle_provider: m.pagesTitle_provider,
  pagesTitle_template: m.pagesTitle_template,
  pagesTitle_terms: m.pagesTitle_terms,
  pagesTitle_user: m.pagesTitle_user,
}

type TitleKey = keyof typeof titles

/** A route's title: the key of a message, or a text that is shown unchanged. A misspelt key fails the type check. */
export type PageTitle = TitleKey | { text: string }

const isKey = (title: string): title is TitleKey => Object.hasOwn(titles, title)

/** The text of a title. `pagesTitle_` keys are translated, other texts stay unchanged. Without a title, a default. */
export function titleText(title: PageTitle | string | undefined): string {
  const text = typeof title === 'object' ? title.text : title
  if (!text) return m.pagesTitle_noTitle()
  return isKey(text) ? titles[text]() : text
}

/** The title of the browser tab: the page's title, then a dash and the site's name if it has one. */
export function pageTitle(title: PageTitle | string | undefined, siteName: string): string {
  return siteName === '' ? titleText(title) : `${titleText(title)} - ${siteName}`
}
