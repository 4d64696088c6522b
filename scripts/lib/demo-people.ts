/** A sequence of numbers that is the same at every run. @returns whole numbers below `limit` */
export function numbersFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * limit)
  }
}

const families = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任',
]
const boys = [...'浩宇轩泽博文俊杰天佑子航嘉明睿思远志强一鸣景行承志晨阳', ...'宇航']
const girls = [...'雨欣梓涵诗琪佳怡梦瑶思彤若曦欣妍语桐静怡婉清安然', ...'可馨']

/** A name that nobody was asked for: family names and given names are put together by chance. */
export function inventedName(next: (limit: number) => number, isBoy: boolean): string {
  const given = isBoy ? boys : girls
  const pick = (signs: readonly string[]) => signs[next(signs.length)] ?? ''
  return pick(families) + pick(given) + (next(3) > 0 ? pick(given) : '')
}

export type DemoSchool = { code: string; name: string; level: 'junior' | 'senior'; levelName: string; perClass: number }

const figures = ['一', '二', '三', '四', '五', '六', '七', '八']

/** Eight junior and four senior high schools with 6,000 students together: twelve classes each. */
export const demoSchools: readonly DemoSchool[] = [
  ...figures.map(
    (figure, at): DemoSchool => ({
      code: `YSD-J${at + 1}`,
      name: `示范区第${figure}初级中学`,
      level: 'junior',
      levelName: '初中',
      perClass: 42,
    }),
  ),
  ...figures.slice(0, 4).map(
    (figure, at): DemoSchool => ({
      code: `YSD-S${at + 1}`,
      name: `示范区第${figure}高级中学`,
      level: 'senior',
      levelName: '高中',
      perClass: 41,
    }),
  ),
]

const GRADES = 3
const CLASSES = 4

/** The classes of a school, called after their year of entry. @param schoolYear the current one */
export function classesOf({ code }: DemoSchool, schoolYear: number) {
  return Array.from({ length: GRADES * CLASSES }, (_, at) => {
    const entry = schoolYear - Math.floor(at / CLASSES)
    const number = (at % CLASSES) + 1
    return { code: `${code}-${entry}${number}`, name: `${entry}级${number}班`, entry }
  })
}

export type DemoStudent = {
  number: string
  name: string
  isBoy: boolean
  school: DemoSchool
  entry: number
  classCode: string
}

/** The students of the demo district: invented names, and numbers that belong to nobody. */
export function demoStudents(schoolYear: number, schools: readonly DemoSchool[] = demoSchools): DemoStudent[] {
  const next = numbersFrom(20)
  const students: DemoStudent[] = []
  for (const school of schools) {
    let serial = 0
    for (const { code, entry } of classesOf(school, schoolYear)) {
      for (let seat = 0; seat < school.perClass; seat++) {
        const isBoy = next(100) < 52
        serial += 1
        const number = `${school.code}${entry}${String(serial).padStart(4, '0')}`
        students.push({ number, name: inventedName(next, isBoy), isBoy, school, entry, classCode: code })
      }
    }
  }
  return students
}

/** The students as a CSV for the import. */
export function studentLines(schoolYear: number, schools: readonly DemoSchool[] = demoSchools): string[] {
  return [
    '学籍号,姓名,性别,届,学校,班级,起始日期',
    ...demoStudents(schoolYear, schools).map(({ number, name, isBoy, school, entry, classCode }) =>
      [
        number,
        name,
        isBoy ? '男' : '女',
        `${school.levelName}${entry}级`,
        school.code,
        classCode,
        `${entry}-09-01`,
      ].join(),
    ),
  ]
}
