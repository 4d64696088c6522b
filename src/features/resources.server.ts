import { accountApi, accountResource } from './accounts/account.api.server.ts'
import { adminLogApi, adminLogResource } from './admin-log/admin-log.api.server.ts'
import { attachmentApi, attachmentResource } from './attachments/attachment.api.server.ts'
import { educateLevelApi, educateLevelResource } from './educate-level/educate-level.api.server.ts'
import { correctionApi, correctionResource } from './exam-corrections/correction.api.server.ts'
import { examSchemeApi, examSchemeResource } from './exam-scheme/exam-scheme.api.server.ts'
import { candidateApi, candidateResource } from './exams/candidate.api.server.ts'
import { examApi, examResource } from './exams/exam.api.server.ts'
import { guardianApi, guardianResource } from './family/guardian.api.server.ts'
import { crudApi, crudResource } from './generator/crud.api.server.ts'
import { moneyLogApi, moneyLogResource, scoreLogApi, scoreLogResource } from './ledger/ledger.api.server.ts'
import { memberGroupApi, memberGroupResource } from './member-rights/member-group.api.server.ts'
import { memberRuleApi, memberRuleResource } from './member-rights/member-rule.api.server.ts'
import { memberApi, memberResource } from './members/member.api.server.ts'
import { outboxApi, outboxResource } from './messages/outbox.api.server.ts'
import { templateApi, templateResource } from './messages/template.api.server.ts'
import { moduleLogApi, moduleLogResource } from './modules/module-log.api.server.ts'
import { announcementApi, announcementResource } from './notices/announcement.api.server.ts'
import { organizationApi, organizationResource } from './org/organization.api.server.ts'
import { providerApi, providerResource } from './providers/provider.api.server.ts'
import { roleApi, roleResource } from './roles/role.api.server.ts'
import { ruleApi, ruleResource } from './rules/rule.api.server.ts'
import { recycleLogApi, recycleLogResource } from './security/recycle-log.api.server.ts'
import { sensitiveLogApi, sensitiveLogResource } from './security/sensitive-log.api.server.ts'
import {
  legalHoldApi,
  legalHoldResource,
  recycleRuleApi,
  recycleRuleResource,
  sensitiveRuleApi,
  sensitiveRuleResource,
} from './security/watch-rules.api.server.ts'
import { studentYearApi, studentYearResource } from './student-year/student-year.api.server.ts'
import { studentApi, studentResource } from './students/student.api.server.ts'
import { subjectApi, subjectResource } from './subject/subject.api.server.ts'
import { teachingApi, teachingResource } from './teaching/teaching.api.server.ts'
import { termApi, termResource } from './teaching/term.api.server.ts'

/**
 * The resources that are defined in code, with their controllers. The key of a resource is its path in the API and in
 * the OpenAPI document.
 */
export const resources = [
  { resource: organizationResource, api: organizationApi },
  { resource: subjectResource, api: subjectApi },
  { resource: educateLevelResource, api: educateLevelApi },
  { resource: studentYearResource, api: studentYearApi },
  { resource: examSchemeResource, api: examSchemeApi },
  { resource: studentResource, api: studentApi },
  { resource: termResource, api: termApi },
  { resource: teachingResource, api: teachingApi },
  { resource: guardianResource, api: guardianApi },
  { resource: examResource, api: examApi },
  { resource: candidateResource, api: candidateApi },
  { resource: correctionResource, api: correctionApi },
  { resource: accountResource, api: accountApi },
  { resource: roleResource, api: roleApi },
  { resource: ruleResource, api: ruleApi },
  { resource: memberGroupResource, api: memberGroupApi },
  { resource: memberRuleResource, api: memberRuleApi },
  { resource: memberResource, api: memberApi },
  { resource: adminLogResource, api: adminLogApi },
  { resource: attachmentResource, api: attachmentApi },
  { resource: outboxResource, api: outboxApi },
  { resource: templateResource, api: templateApi },
  { resource: announcementResource, api: announcementApi },
  { resource: recycleLogResource, api: recycleLogApi },
  { resource: sensitiveLogResource, api: sensitiveLogApi },
  { resource: recycleRuleResource, api: recycleRuleApi },
  { resource: sensitiveRuleResource, api: sensitiveRuleApi },
  { resource: crudResource, api: crudApi },
  { resource: moduleLogResource, api: moduleLogApi },
  { resource: legalHoldResource, api: legalHoldApi },
  { resource: providerResource, api: providerApi },
  { resource: moneyLogResource, api: moneyLogApi },
  { resource: scoreLogResource, api: scoreLogApi },
] as const
