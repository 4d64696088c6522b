import type { Synonyms } from '#src/resource/description.ts'
import type { EducateLevelRow } from './educate-level.table.server.ts'

/** Other titles that columns of a file may have. Only the server reads files, so browsers do not load them. */
export const educateLevelSynonyms = {
  code: ['学段编码', '学段编号', '学段代号', 'Level code'],
  name: ['学段', '办学层次', '教育阶段', 'Level', 'Level name', 'Education level', 'Stage'],
  years: ['学制年限', '修业年限', '年限', 'Years', 'Duration'],
  gradeNames: ['年级', '各年级名称', '年级列表', 'Grades'],
  status: ['启用状态', '是否启用', 'Enabled'],
} as const satisfies Synonyms<EducateLevelRow>
