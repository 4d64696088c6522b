/** Where a name of the code is exported. */
export type CodePlace = { readonly name: string; readonly from: string }

/** Where the parts of a resource in code are, as far as generated code uses them. */
export type CodePlaces = {
  readonly table?: CodePlace
  readonly resource?: CodePlace
  /** Relations to one of its rows, and to several. */
  readonly one?: CodePlace
  readonly many?: CodePlace
}

const at = (name: string, from: string): CodePlace => ({ name, from: `#src/${from}.server.ts` })
const identity = (name: string) => at(name, 'db/identity.table')

/** The resources that people have written, by key. All others are where `npm run new:resource` puts them. */
export const writtenCode: Readonly<Record<string, CodePlaces>> = {
  organization: {
    table: at('organization', 'db/organization.table'),
    one: at('organizationOne', 'features/org/organization.relation'),
    many: at('organizationMany', 'features/org/organization.relation'),
  },
  subject: {
    table: at('subject', 'features/subject/subject.table'),
    one: at('subjectOne', 'features/subject/subject.relation'),
    many: at('subjectRelation', 'features/subject/subject.relation'),
  },
  'educate-level': {
    table: at('educateLevel', 'features/educate-level/educate-level.table'),
    one: at('educateLevelOne', 'features/educate-level/educate-level.relation'),
    many: at('educateLevelRelation', 'features/educate-level/educate-level.relation'),
  },
  'student-year': {
    table: at('studentYear', 'features/student-year/student-year.table'),
    one: at('studentYearOne', 'features/student-year/student-year.relation'),
    many: at('studentYearMany', 'features/student-year/student-year.relation'),
  },
  'exam-scheme': {
    table: at('examScheme', 'features/exam-scheme/exam-scheme.table'),
    resource: at('examSchemeResource', 'features/exam-scheme/exam-scheme.api'),
    one: at('examSchemeOne', 'features/exam-scheme/exam-scheme.relation'),
  },
  student: {
    table: at('student', 'features/students/student.table'),
    resource: at('studentResource', 'features/students/student.api'),
    one: at('studentOne', 'features/students/student.relation'),
  },
  term: {
    table: at('term', 'db/teaching.table'),
    resource: at('termResource', 'features/teaching/term.api'),
    one: at('termOne', 'features/teaching/term.relation'),
  },
  teaching: {
    table: at('teaching', 'db/teaching.table'),
    resource: at('teachingResource', 'features/teaching/teaching.api'),
  },
  guardian: {
    table: at('guardian', 'features/family/family.table'),
    resource: at('guardianResource', 'features/family/guardian.api'),
  },
  exam: {
    table: at('exam', 'features/exams/exam.table'),
    resource: at('examResource', 'features/exams/exam.api'),
    one: at('examOne', 'features/exams/exam.relation'),
  },
  candidate: {
    table: at('candidate', 'features/exams/exam.table'),
    resource: at('candidateResource', 'features/exams/candidate.api'),
    one: at('candidateOne', 'features/exams/exam.relation'),
  },
  'module-log': {
    table: at('moduleLog', 'features/modules/module.table'),
    resource: at('moduleLogResource', 'features/modules/module-log.api'),
  },
  crud: {
    table: at('crudLog', 'features/generator/generation.table'),
    resource: at('crudResource', 'features/generator/crud.api'),
  },
  correction: {
    table: at('correction', 'features/exam-corrections/correction.table'),
    resource: at('correctionResource', 'features/exam-corrections/correction.api'),
  },
  user: { table: identity('account'), resource: at('accountResource', 'features/accounts/account.api') },
  role: {
    table: identity('role'),
    one: at('roleOne', 'features/roles/role.relation'),
    many: at('roleMany', 'features/roles/role.relation'),
  },
  rule: {
    table: identity('rule'),
    one: at('ruleRelation', 'features/rules/rule.relation'),
    many: at('ruleRelation', 'features/rules/rule.relation'),
  },
  'member-rule': {
    table: identity('rule'),
    one: at('memberRuleRelation', 'features/rules/rule.relation'),
    many: at('memberRuleRelation', 'features/rules/rule.relation'),
  },
  member: {
    table: identity('account'),
    resource: at('memberResource', 'features/members/member.api'),
    one: at('memberRelation', 'features/members/member.relation'),
  },
  'member-group': {
    table: identity('memberGroup'),
    one: at('memberGroupRelation', 'features/member-rights/member-group.relation'),
    many: at('memberGroupMany', 'features/member-rights/member-group.relation'),
  },
  'admin-log': { resource: at('adminLogResource', 'features/admin-log/admin-log.api') },
  attachment: {
    table: at('attachmentTable', 'db/file.table'),
    resource: at('attachmentResource', 'features/attachments/attachment.api'),
  },
  outbox: {
    table: at('messageOut', 'db/message.table'),
    resource: at('outboxResource', 'features/messages/outbox.api'),
  },
  template: {
    table: at('messageTemplate', 'db/message.table'),
    resource: at('templateResource', 'features/messages/template.api'),
  },
  provider: {
    table: at('provider', 'db/provider.table'),
    resource: at('providerResource', 'features/providers/provider.api'),
  },
  announcement: {
    table: at('announcement', 'db/notice.table'),
    resource: at('announcementResource', 'features/notices/announcement.api'),
  },
  'money-log': {
    table: at('moneyLog', 'db/ledger.table'),
    resource: at('moneyLogResource', 'features/ledger/ledger.api'),
  },
  'score-log': {
    table: at('scoreLog', 'db/ledger.table'),
    resource: at('scoreLogResource', 'features/ledger/ledger.api'),
  },
  'data-recycle-log': { resource: at('recycleLogResource', 'features/security/recycle-log.api') },
  'sensitive-data-log': { resource: at('sensitiveLogResource', 'features/security/sensitive-log.api') },
  'data-recycle': { resource: at('recycleRuleResource', 'features/security/watch-rules.api') },
  'sensitive-data': { resource: at('sensitiveRuleResource', 'features/security/watch-rules.api') },
  'legal-hold': { resource: at('legalHoldResource', 'features/security/watch-rules.api') },
}
