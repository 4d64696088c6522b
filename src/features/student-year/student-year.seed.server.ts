import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { studentYear } from './student-year.table.server.ts'

/**
 * Adds the student years that are at school today, primary to senior. Does nothing when student years already exist.
 */
export async function seedStudentYears(db: Db): Promise<void> {
  const [found] = await db.select({ id: studentYear.id }).from(studentYear).limit(1)
  if (found) return
  await db.execute(sql`insert into ${studentYear} (level_id, entry_year, graduation_year, name)
    select level.id, entry, entry + level.years, level.name || entry || '级'
    from educate_level level, generate_series(school_year() - level.years + 1, school_year()) entry
    where level.code in ('primary', 'junior', 'senior')
    order by level.sort_key, entry desc`)
}
