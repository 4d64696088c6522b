import { educateLevelApi, educateLevelResource } from './educate-level/educate-level.api.server.ts'
import { examSchemeApi, examSchemeResource } from './exam-scheme/exam-scheme.api.server.ts'
import { organizationApi, organizationResource } from './org/organization.api.server.ts'
import { studentYearApi, studentYearResource } from './student-year/student-year.api.server.ts'
import { subjectApi, subjectResource } from './subject/subject.api.server.ts'

/** The resources that are in code, each with its controller: mounted, and described in the contract, by their keys. */
export const resources = [
  { resource: organizationResource, api: organizationApi },
  { resource: subjectResource, api: subjectApi },
  { resource: educateLevelResource, api: educateLevelApi },
  { resource: studentYearResource, api: studentYearApi },
  { resource: examSchemeResource, api: examSchemeApi },
] as const
