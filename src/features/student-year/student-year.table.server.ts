import { bigint, index, pgTable, smallint, unique } from 'drizzle-orm/pg-core'
import { baseColumns, sortedText } from '#src/db/columns.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'

export const studentYearColumns = () => ({
  ...baseColumns,
  levelId: bigint({ mode: 'number' })
    .notNull()
    .references(() => educateLevel.id),
  entryYear: smallint().notNull(),
  /**
   * When it is empty, the trigger `b_complete` calculates it from the length of the level. The trigger fills in the
   * name too.
   */
  graduationYear: smallint().notNull(),
  name: sortedText().notNull(),
  status: smallint().notNull().default(1),
})

/** The students who entered a level in one year. */
export const studentYear = pgTable('student_year', studentYearColumns(), (t) => [
  unique('student_year_entry_key').on(t.levelId, t.entryYear),
  index('student_year_name_idx').on(t.name, t.id),
  index('student_year_entry_idx').on(t.entryYear, t.id),
  index('student_year_graduation_idx').on(t.graduationYear, t.id),
  index('student_year_status_idx').on(t.status, t.id),
  index('student_year_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
  index('student_year_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
])
