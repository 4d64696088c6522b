import { generateNKeysBetween } from 'fractional-indexing'
import type { Db } from '#src/db/client.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import { subject } from './subject.table.server.ts'

type Seed = [code: string, name: string, levels: string, type: string, fullMark: number, color: string]

const subjects: Seed[] = [
  ['YW', '语文', 'primary junior senior', 'required', 150, '#d9534f'],
  ['SX', '数学', 'primary junior senior', 'required', 150, '#2f7ed8'],
  ['YY', '英语', 'primary junior senior', 'required', 150, '#8b5cf6'],
  ['WL', '物理', 'junior senior', 'first', 100, '#0f766e'],
  ['LS', '历史', 'junior senior', 'first', 100, '#a16207'],
  ['HX', '化学', 'junior senior', 'second', 100, '#0891b2'],
  ['SW', '生物', 'junior senior', 'second', 100, '#3f8f3a'],
  ['ZZ', '政治', 'senior', 'second', 100, '#be185d'],
  ['DL', '地理', 'junior senior', 'second', 100, '#4d7c0f'],
  ['JS', '技术', 'senior', 'second', 100, '#475569'],
  ['DF', '道德与法治', 'primary junior', 'required', 100, '#c2410c'],
  ['KX', '科学', 'primary', 'required', 100, '#0e7490'],
  ['TY', '体育与健康', 'primary junior senior', 'required', 100, '#15803d'],
  ['XX', '信息科技', 'primary junior', 'school', 100, '#334155'],
  ['XJ', '信息技术', 'senior', 'school', 100, '#1e40af'],
  ['TJ', '通用技术', 'senior', 'school', 100, '#52525b'],
  ['YL', '音乐', 'primary junior senior', 'school', 100, '#9d174d'],
  ['MS', '美术', 'primary junior senior', 'school', 100, '#7c2d12'],
  ['LD', '劳动', 'primary junior senior', 'school', 100, '#713f12'],
]

/** Adds the subjects of Chinese compulsory and senior education. Does nothing when subjects already exist. */
export async function seedSubjects(db: Db): Promise<void> {
  const [found] = await db.select({ id: subject.id }).from(subject).limit(1)
  if (found) return
  const levels = await db.select({ id: educateLevel.id, code: educateLevel.code }).from(educateLevel)
  const keys = generateNKeysBetween(null, null, subjects.length)
  const rows = subjects.map(([code, name, of, type, fullMark, color], at) => ({
    code,
    name,
    type,
    fullMark,
    color,
    sortKey: keys[at] ?? '',
    // Levels that users have deleted are left out.
    levelIds: levels.filter((level) => of.split(' ').includes(level.code)).map((level) => level.id),
  }))
  await db.insert(subject).values(rows)
}
