import { m } from '#src/i18n/paraglide/messages.js'
import { addTitles } from './page-title.ts'

const titles = {
  pagesTitle_admin: m.pagesTitle_admin,
  pagesTitle_adminLog: m.pagesTitle_adminLog,
  pagesTitle_announcement: m.pagesTitle_announcement,
  pagesTitle_attachment: m.pagesTitle_attachment,
  pagesTitle_balance: m.pagesTitle_balance,
  pagesTitle_changePassword: m.pagesTitle_changePassword,
  pagesTitle_config: m.pagesTitle_config,
  pagesTitle_crud: m.pagesTitle_crud,
  pagesTitle_dashboard: m.pagesTitle_dashboard,
  pagesTitle_dataRecycle: m.pagesTitle_dataRecycle,
  pagesTitle_dataRecycleLog: m.pagesTitle_dataRecycleLog,
  pagesTitle_educateLevel: m.pagesTitle_educateLevel,
  pagesTitle_candidate: m.pagesTitle_candidate,
  pagesTitle_correction: m.pagesTitle_correction,
  pagesTitle_exam: m.pagesTitle_exam,
  pagesTitle_examData: m.pagesTitle_examData,
  pagesTitle_examParam: m.pagesTitle_examParam,
  pagesTitle_examScheme: m.pagesTitle_examScheme,
  pagesTitle_integral: m.pagesTitle_integral,
  pagesTitle_legalHold: m.pagesTitle_legalHold,
  pagesTitle_member: m.pagesTitle_member,
  pagesTitle_memberGroup: m.pagesTitle_memberGroup,
  pagesTitle_memberRule: m.pagesTitle_memberRule,
  pagesTitle_messages: m.pagesTitle_messages,
  pagesTitle_moneyLog: m.pagesTitle_moneyLog,
  pagesTitle_organization: m.pagesTitle_organization,
  pagesTitle_family: m.pagesTitle_family,
  pagesTitle_ownData: m.pagesTitle_ownData,
  pagesTitle_ownResults: m.pagesTitle_ownResults,
  pagesTitle_outbox: m.pagesTitle_outbox,
  pagesTitle_overview: m.pagesTitle_overview,
  pagesTitle_profile: m.pagesTitle_profile,
  pagesTitle_provider: m.pagesTitle_provider,
  pagesTitle_report: m.pagesTitle_report,
  pagesTitle_role: m.pagesTitle_role,
  pagesTitle_rule: m.pagesTitle_rule,
  pagesTitle_scoreLog: m.pagesTitle_scoreLog,
  pagesTitle_security: m.pagesTitle_security,
  pagesTitle_sensitiveData: m.pagesTitle_sensitiveData,
  pagesTitle_sensitiveDataLog: m.pagesTitle_sensitiveDataLog,
  pagesTitle_student: m.pagesTitle_student,
  pagesTitle_guardian: m.pagesTitle_guardian,
  pagesTitle_term: m.pagesTitle_term,
  pagesTitle_teaching: m.pagesTitle_teaching,
  pagesTitle_studentYear: m.pagesTitle_studentYear,
  pagesTitle_subject: m.pagesTitle_subject,
  pagesTitle_template: m.pagesTitle_template,
  pagesTitle_user: m.pagesTitle_user,
}

/** The title of a page within the frame of the back office or of the member center. */
export type FrameTitle = keyof typeof titles

// Whoever imports this file makes them known.
addTitles(titles)
