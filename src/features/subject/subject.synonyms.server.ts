import type { Synonyms } from '#src/resource/description.ts'
import type { SubjectRow } from './subject.table.server.ts'

/** Other titles that columns of a file may have. Only the server reads files, so browsers do not load them. */
export const subjectSynonyms = {
  code: ['学科编码', '学科编号', '科目代码', '科目编码', '课程代码', 'Subject code', 'Course code'],
  name: ['学科', '科目', '科目名称', '课程', '课程名称', 'Subject', 'Subject name', 'Course'],
  levelIds: ['学段', '所属学段', '开设学段', '适用范围', 'Levels', 'Stages'],
  type: ['学科类型', '学科类别', '科目类型', '科目类别', '选考类型', 'Subject type'],
  fullMark: ['满分', '满分值', '卷面满分', '分值', 'Full mark', 'Full marks', 'Maximum score'],
  color: ['学科颜色', 'Color'],
  status: ['启用状态', '是否启用', 'Enabled'],
} as const satisfies Synonyms<SubjectRow>
