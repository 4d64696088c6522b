import type { Synonyms } from '#src/resource/description.ts'

/** Other titles that columns of a file of pupils may have. Only the server reads files. */
export const studentSynonyms = {
  number: [
    '学号',
    '学籍号',
    '学生编号',
    '学籍编号',
    '永久编号',
    'XJH',
    'XH',
    'Student number',
    'Student ID',
    'Pupil ID',
  ],
  name: ['学生姓名', '考生姓名', 'XM', 'Student name', 'Pupil name', 'Full name'],
  gender: ['学生性别', 'XB', 'Sex'],
  year: ['届', '级', '届别', '年级', '入学年份', '所属学年', 'Cohort', 'Year of entry', 'Grade'],
  school: ['学校名称', '学校代码', '所在学校', '就读学校', 'School name', 'School code'],
  class: ['班级名称', '班级代码', '所在班级', '班别', '行政班', 'BJ', 'Class name', 'Homeroom', 'Form'],
  since: ['入班日期', '入学日期', '转入日期', '起始日期', 'Start date', 'Entry date', 'Enrolled on', 'Enrollment date'],
  status: ['学籍状态', '在校状态', '学生状态', 'State', 'Enrollment status'],
  until: ['离校日期', '转出日期', '毕业日期', '截止日期', 'End date', 'Leaving date'],
} as const satisfies Synonyms
