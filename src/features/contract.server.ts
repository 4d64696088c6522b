import type * as v from 'valibot'
import { clearCacheCall } from '#src/server/cache/cache.api.server.ts'
import { findCall } from '#src/server/crud/find.api.server.ts'
import { crudOperations } from '#src/server/crud/kit-calls.server.ts'
import type { Endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { undoCall } from '#src/server/history/undo.api.server.ts'
import { jobEndpoints } from '#src/server/jobs/job.api.server.ts'
import { conditionSchema, filterSchema } from '#src/server/list/filter.server.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { viewCalls } from '#src/server/views/view.api.server.ts'
import { accountEndpoints, memberSecretEndpoints } from './accounts/account-endpoints.api.server.ts'
import { adminLogEndpoints } from './admin-log/admin-log-calls.api.server.ts'
import { areaEndpoints } from './area/area.api.server.ts'
import { attachmentEndpoints } from './attachments/attachment-calls.api.server.ts'
import { storageCall } from './attachments/storage.api.server.ts'
import { suffixPictureCall } from './attachments/suffix-picture.api.server.ts'
import { uploadEndpoints } from './attachments/upload.api.server.ts'
import { apiTokenEndpoints } from './auth/api-tokens.api.server.ts'
import { menuRule } from './auth/auth.answers.server.ts'
import { captchaEndpoints } from './auth/captcha.api.server.ts'
import { adminOwn, memberOwn } from './auth/own-account.api.server.ts'
import { passwordEndpoints } from './auth/password.api.server.ts'
import { personEndpoints } from './auth/session.api.server.ts'
import { adminSessions, memberSessions } from './auth/sessions.api.server.ts'
import { tokenEndpoints } from './auth/token.api.server.ts'
import { viewAsEndpoints } from './auth/view-as.api.server.ts'
import { closingEndpoints } from './closing/closing.api.server.ts'
import { configEndpoints } from './config/config.api.server.ts'
import { dashboardEndpoints } from './dashboard/dashboard.api.server.ts'
import { examCheckEndpoints } from './exam-checks/exam-checks.api.server.ts'
import { correctionEndpoints } from './exam-corrections/correction-calls.api.server.ts'
import { examDataEndpoints } from './exam-data/exam-data.api.server.ts'
import { examImportEndpoints } from './exam-import/exam-import.api.server.ts'
import { examParamEndpoints } from './exam-param/param.api.server.ts'
import { examRunEndpoints } from './exam-run/run-calls.api.server.ts'
import { examSchemeEndpoints } from './exam-scheme/revisions.api.server.ts'
import { examEndpoints } from './exams/exam-calls.api.server.ts'
import { adminFactors, memberFactors } from './factors/factor.api.server.ts'
import { adminProof, memberProof } from './factors/proof.api.server.ts'
import { signInOptionsCall } from './factors/sign-in-options.api.server.ts'
import { familyEndpoints } from './family/family-endpoints.api.server.ts'
import { ownFamilyEndpoints } from './family/own-family.api.server.ts'
import { codeCall } from './generator/code/code.api.server.ts'
import { generatorEndpoints } from './generator/generator.api.server.ts'
import { tableEndpoints } from './generator/table-calls.api.server.ts'
import { workbookCall } from './generator/workbook.api.server.ts'
import { moneyLogEndpoints, scoreLogEndpoints } from './ledger/ledger-calls.api.server.ts'
import { ownMoneyEndpoints, ownScoreEndpoints } from './ledger/own-ledger.api.server.ts'
import { memberEndpoints } from './members/member-endpoints.api.server.ts'
import { overviewEndpoints } from './members/overview.api.server.ts'
import { codeEndpoints } from './messages/code.api.server.ts'
import { outboxEndpoints } from './messages/outbox.api.server.ts'
import { templateEndpoints } from './messages/template.api.server.ts'
import { moduleScreenEndpoints } from './modules/module-screens.api.server.ts'
import { storeEndpoints } from './modules/store.api.server.ts'
import { audienceCall } from './notices/audience.api.server.ts'
import { adminNotices, memberNotices } from './notices/notice.api.server.ts'
import { provinceEndpoints } from './org/province.api.server.ts'
import { ownDataEndpoints } from './own-data/own-data.api.server.ts'
import { backchannelCall } from './providers/backchannel.api.server.ts'
import { providerFlowEndpoints } from './providers/flow.api.server.ts'
import { adminIdentities, memberIdentities } from './providers/identity.api.server.ts'
import { providerEndpoints } from './providers/provider-test.api.server.ts'
import { referenceEndpoints } from './reference/reference.api.server.ts'
import { registrationEndpoints } from './registration/registration.api.server.ts'
import { pupilSheetEndpoints } from './reports/pupil-sheet.api.server.ts'
import { reportEndpoints, reportViewSearch } from './reports/report.api.server.ts'
import { REPORT_VIEWS } from './reports/report-keys.ts'
import { resourceEndpoints } from './resources/resource.api.server.ts'
import { resources } from './resources.server.ts'
import { ownResultEndpoints } from './results/own-results.api.server.ts'
import { roleEndpoints } from './roles/role-calls.api.server.ts'
import { ruleEndpoints } from './rules/buttons.api.server.ts'
import { publicRuleEndpoints } from './rules/public-rules.api.server.ts'
import { keepingEndpoints } from './security/keeping.api.server.ts'
import { recycleLogEndpoints } from './security/recycle-log.api.server.ts'
import { sensitiveLogEndpoints } from './security/sensitive-log.api.server.ts'
import { watchEndpoints } from './security/watch-rules.api.server.ts'
import { reportFaultCall } from './site/fault.api.server.ts'
import { legalCall } from './site/legal.api.server.ts'
import { siteCall } from './site/site.api.server.ts'
import { promotionEndpoints } from './students/promotion.api.server.ts'
import { teachingEndpoints } from './teaching/teaching-calls.api.server.ts'
import { terminalEndpoints } from './terminal/terminal.api.server.ts'

/**
 * All calls of the API but those of the kit. Each is mounted and documented from here. A new feature adds its calls in
 * one line.
 */
export const endpoints: readonly Endpoint[] = [
  Object.values(tokenEndpoints),
  Object.values(registrationEndpoints),
  Object.values(personEndpoints),
  Object.values(adminOwn),
  Object.values(memberOwn),
  Object.values(overviewEndpoints),
  Object.values(closingEndpoints),
  Object.values(passwordEndpoints),
  Object.values(apiTokenEndpoints),
  Object.values(adminSessions),
  Object.values(memberSessions),
  Object.values(viewAsEndpoints),
  signInOptionsCall,
  Object.values(adminFactors),
  Object.values(memberFactors),
  Object.values(adminProof),
  Object.values(memberProof),
  Object.values(providerFlowEndpoints),
  Object.values(adminIdentities),
  Object.values(memberIdentities),
  backchannelCall,
  Object.values(providerEndpoints),
  Object.values(accountEndpoints),
  Object.values(memberSecretEndpoints),
  Object.values(memberEndpoints),
  Object.values(captchaEndpoints),
  Object.values(codeEndpoints),
  Object.values(outboxEndpoints),
  Object.values(templateEndpoints),
  siteCall,
  legalCall,
  Object.values(publicRuleEndpoints),
  reportFaultCall,
  Object.values(uploadEndpoints),
  storageCall,
  Object.values(adminLogEndpoints),
  Object.values(attachmentEndpoints),
  suffixPictureCall,
  Object.values(areaEndpoints),
  clearCacheCall,
  Object.values(configEndpoints),
  Object.values(dashboardEndpoints),
  Object.values(promotionEndpoints),
  Object.values(provinceEndpoints),
  Object.values(examSchemeEndpoints),
  Object.values(examEndpoints),
  Object.values(examParamEndpoints),
  Object.values(examRunEndpoints),
  Object.values(examDataEndpoints),
  Object.values(correctionEndpoints),
  Object.values(examImportEndpoints),
  Object.values(reportEndpoints),
  Object.values(pupilSheetEndpoints),
  Object.values(examCheckEndpoints),
  Object.values(ownResultEndpoints),
  Object.values(teachingEndpoints),
  Object.values(roleEndpoints),
  Object.values(ruleEndpoints),
  Object.values(watchEndpoints),
  Object.values(recycleLogEndpoints),
  Object.values(sensitiveLogEndpoints),
  Object.values(keepingEndpoints),
  Object.values(moneyLogEndpoints),
  Object.values(scoreLogEndpoints),
  Object.values(ownMoneyEndpoints),
  Object.values(ownScoreEndpoints),
  Object.values(ownDataEndpoints),
  Object.values(familyEndpoints),
  Object.values(ownFamilyEndpoints),
  undoCall,
  Object.values(viewCalls({ [REPORT_VIEWS]: reportViewSearch })),
  Object.values(resourceEndpoints),
  Object.values(moduleScreenEndpoints),
  Object.values(generatorEndpoints),
  Object.values(tableEndpoints),
  workbookCall,
  codeCall,
  Object.values(storeEndpoints),
  findCall,
  Object.values(jobEndpoints),
  Object.values(terminalEndpoints),
  audienceCall,
  Object.values(adminNotices),
  Object.values(memberNotices),
  referenceEndpoints(() => ({
    operations: operationsOf(endpoints.filter(({ offered }) => offered())),
    namedSchemas,
    descriptions,
  })),
].flat()

/** The descriptions of all calls. A test fails when the router serves others. */
export const operations: readonly Operation[] = operationsOf(endpoints)

function operationsOf(calls: readonly Endpoint[]): Operation[] {
  return [
    ...resources.flatMap(({ resource }) => crudOperations(resource.description)),
    ...calls.map(({ operation }) => operation),
  ]
}

const descriptions = resources.map(({ resource }) => resource.description)

/** Schemas that the OpenAPI document references by name. */
const namedSchemas: Record<string, v.GenericSchema> = {
  MenuRule: menuRule,
  Filter: filterSchema,
  Condition: conditionSchema,
}
