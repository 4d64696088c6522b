import type { FileSubject } from './exam-facts.server.ts'

/** Other titles of the columns of an exam's files, besides those of subjects. */
export const fileSynonyms = {
  number: ['KSH', '考号', '考生号', '准考证号', 'ZKZH', '考试号', 'Candidate number', 'Exam no', 'Admission number'],
  student: ['学籍号', '学号', 'XJH', 'XH', '学籍编号', 'Student ID', 'Student number', 'Pupil ID'],
  name: ['XM', '学生姓名', '考生姓名', 'Student name', 'Pupil name', 'Full name'],
  school: ['XX', 'XXMC', '学校名称', '学校代码', '所在学校', '就读学校', 'School name', 'School code'],
  class: ['BJ', '班级名称', '班级代码', '所在班级', '班别', '行政班', 'Class name', 'Homeroom', 'Form'],
  combo: ['选科', '选科组合', '组合', '科类', 'XKZH', 'Subjects chosen', 'Choice', 'Combo'],
  subject: ['科目', '学科', '考试科目', 'KM', 'Subject name', 'Course'],
  mark: ['成绩', '得分', '分数', '卷面分', 'CJ', 'DF', 'Score', 'Marks', 'Points'],
  total: ['ZF', '总成绩', '总得分', '合计', 'Sum', 'Total score', 'Total marks'],
} as const

/** The letters and short names of subjects in files, by what the name of the subject contains. */
const LETTERS: readonly (readonly [name: RegExp, titles: readonly string[]])[] = [
  [/语文|chinese/i, ['YW', '语', '语文', 'Chinese']],
  [/数学|math/i, ['SX', '数', '数学', 'Maths', 'Mathematics']],
  [/英语|外语|english/i, ['YY', 'WY', '英', '英语', '外语', 'English']],
  [/物理|physics/i, ['WL', '物', '物理', 'Physics']],
  [/化学|chemistry/i, ['HX', '化', '化学', 'Chemistry']],
  [/生物|biology/i, ['SW', '生', '生物', 'Biology']],
  [/历史|history/i, ['LS', '史', '历史', 'History']],
  [/地理|geography/i, ['DL', '地', '地理', 'Geography']],
  [
    /政治|思品|思想品德|道德与法治|道法|politic|morality/i,
    ['ZZ', 'DD', 'SP', '政', '政治', '思品', '道法', '道德与法治'],
  ],
  [/体育|physical education|sport/i, ['TY', '体', '体育', 'PE']],
]

/** What stands behind the name of a subject, for the mark as it was given. */
const MARK_WORDS = ['成绩', '得分', '分数', '分', '卷面分', '卷面成绩', '原始分', '原始成绩', '单科成绩']
const ENGLISH_MARK_WORDS = ['score', 'scores', 'mark', 'marks', 'result', 'raw score', 'raw mark']

/** Other titles of a subject: its code, the usual letters, and its names with a word for marks. */
export function usualTitles({ name, code }: Pick<FileSubject, 'name' | 'code'>): string[] {
  const usual = LETTERS.flatMap(([pattern, titles]) => (pattern.test(name) ? titles : []))
  const long = [name, ...usual].filter((title) => title.length > 1)
  const words = (title: string) =>
    /\p{Script=Han}/u.test(title)
      ? MARK_WORDS.map((word) => title + word)
      : [`${title}CJ`, `${title}DF`, ...[...MARK_WORDS, ...ENGLISH_MARK_WORDS].map((word) => `${title} ${word}`)]
  return [code, ...usual, ...new Set(long.flatMap(words))]
}

/** Words of columns that stand beside marks and hold none: ranks, assigned scores, parts of a paper. */
const OTHER_WORDS = [
  /排名|名次|位次|[班校级区市]排|[班校级]次|等级|等第|赋|转换分|折算|标准分|百分位|平均|均分|得分率|进步|[客主]观|听力/,
  /(?:语文|数学|[英外]语|物理|历史|化学|生物|政治|地理|道法|总分|总成绩)[班校级区]名/,
  /rank|percentile|assigned|scaled|standardi[sz]ed|average|\bmean\b/i,
]

/** Whether a title only looks like a subject: 语文排名, 化学（赋分）. The name of a subject itself does not. */
export function isOtherTitle(title: string, subjects: readonly Pick<FileSubject, 'name'>[]): boolean {
  const text = title.normalize('NFKC').replaceAll(/\s/g, '')
  const names = subjects.map(({ name }) => name.normalize('NFKC').replaceAll(/\s/g, ''))
  return OTHER_WORDS.some((words) => words.test(text)) && !names.includes(text)
}
