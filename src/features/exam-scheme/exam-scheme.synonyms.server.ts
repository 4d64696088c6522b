import type { Synonyms } from '#src/resource/description.ts'
import type { ExamSchemeRow } from './exam-scheme.table.server.ts'

/** Other titles that columns of a file may have. Only the server reads files, so browsers do not load them. */
export const examSchemeSynonyms = {
  name: ['考试方案', '考试方案名称', '方案', 'Exam scheme', 'Scheme', 'Scheme name'],
  levelId: ['适用学段', '所属学段', '学段名称', 'Education level', 'Stage'],
  choice: ['选考模式', '高考模式', 'Choice of subjects'],
  assign: ['赋分', '赋分方式', 'Scaling'],
  note: ['说明', '方案说明', '描述', 'Remark', 'Remarks', 'Description'],
  status: ['启用状态', '是否启用', 'Enabled'],
} as const satisfies Synonyms<ExamSchemeRow>
