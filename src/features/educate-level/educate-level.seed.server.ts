import { generateNKeysBetween } from 'fractional-indexing'
import type { Db } from '#src/db/client.server.ts'
import { educateLevel } from './educate-level.table.server.ts'

const levels = [
  { code: 'preschool', name: '学前', gradeNames: ['小班', '中班', '大班'] },
  { code: 'primary', name: '小学', gradeNames: ['一年级', '二年级', '三年级', '四年级', '五年级', '六年级'] },
  { code: 'junior', name: '初中', gradeNames: ['七年级', '八年级', '九年级'] },
  { code: 'senior', name: '高中', gradeNames: ['高一', '高二', '高三'] },
  { code: 'vocational', name: '中职', gradeNames: ['中职一年级', '中职二年级', '中职三年级'] },
]

/** Adds the Chinese education levels. Does nothing when levels already exist. */
export async function seedEducateLevels(db: Db): Promise<void> {
  const [found] = await db.select({ id: educateLevel.id }).from(educateLevel).limit(1)
  if (found) return
  const keys = generateNKeysBetween(null, null, levels.length)
  await db
    .insert(educateLevel)
    .values(levels.map((level, i) => ({ ...level, years: level.gradeNames.length, sortKey: keys[i] ?? '' })))
}
