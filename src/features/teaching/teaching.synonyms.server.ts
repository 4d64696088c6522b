import type { Synonyms } from '#src/resource/description.ts'

/** Other titles that columns of a file of assignments may have. Only the server reads files. */
export const teachingSynonyms = {
  teacher: [
    '教师',
    '教师号',
    '教师姓名',
    '任课教师',
    '教师工号',
    '工号',
    '用户名',
    'JSH',
    'Teacher name',
    'User name',
    'Username',
  ],
  school: ['学校名称', '学校代码', '所在学校', 'School name', 'School code'],
  class: ['班级名称', '班级代码', '任教班级', '班别', '行政班', 'BJ', 'Class name', 'Homeroom'],
  subject: ['学科', '科目', '任教学科', '学科名称', '学科代码', '课程', 'KM', 'Subject name', 'Course'],
  term: ['学期名称', '学年学期', '任课学期', 'XQ', 'Term name', 'Semester'],
} as const satisfies Synonyms
