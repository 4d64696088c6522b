import type { Synonyms } from '#src/resource/description.ts'
import type { StudentYearRow } from './student-year.derived.server.ts'

/** Other titles that columns of a file may have. Only the server reads files, so browsers do not load them. */
export const studentYearSynonyms = {
  levelId: ['学段名称', '所属学段', '办学层次', 'Level', 'Stage'],
  entryYear: ['级', '入学年', '入学年度', 'Year of entry', 'Entry'],
  graduationYear: ['届', '届别', '毕业年', '毕业年度', 'Year of graduation', 'Graduation'],
  name: ['学年级别', '级别名称', '届别名称', 'Student year', 'Cohort'],
  status: ['启用状态', '是否启用', 'Enabled'],
} as const satisfies Synonyms<StudentYearRow>
