import type { Synonyms } from '#src/resource/description.ts'
import type { TermListRow } from './term.schema.ts'

/** Other titles that columns of a file may have. Only the server reads files, so browsers do not load them. */
export const termSynonyms = {
  schoolYear: ['学年度', '所属学年', '学年起始年份', 'Academic year', 'Year'],
  number: ['学期序号', '第几学期', '学期次序', 'Term number', 'Semester'],
  name: ['学期', '学期名称', 'Term', 'Term name', 'Semester name'],
  since: ['开学日期', '开始日期', '起始日期', 'Start date', 'Starts on', 'From'],
  until: ['放假日期', '结束日期', '截止日期', 'End date', 'Ends on', 'To'],
  status: ['启用状态', '是否启用', 'Enabled'],
} as const satisfies Synonyms<TermListRow>
