import { sql } from 'drizzle-orm'
import { bigint, customType, integer } from 'drizzle-orm/pg-core'

/** Text that people read and sort: pinyin order for Chinese, independent of the server's locale. */
export const sortedText = customType<{ data: string }>({ dataType: () => 'text collate "zh-x-icu"' })

/** Text that machines compare byte by byte: sort keys and tree paths (prefix search uses the index). */
export const rawText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** A point in time; travels as ISO 8601 UTC text. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})

/**
 * What every recorded row carries. `version`, the times and the names of who did it are set by the trigger `stamp_row`,
 * so that no write can forget or forge them.
 */
export const baseColumns = {
  id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  version: integer().notNull().default(1),
  createBy: bigint({ mode: 'number' }),
  createTime: instant().notNull().default(sql`now()`),
  updateBy: bigint({ mode: 'number' }),
  updateTime: instant().notNull().default(sql`now()`),
}

/**
 * What a quick search over these columns looks up in its index, kept by the database: words of one and two Chinese signs
 * are found as fast as long ones. Needs an index `using gin` on it. A list searches in it when its table has it.
 */
export function searchGrams(...columns: string[]) {
  return integer()
    .array()
    .generatedAlwaysAs(sql.raw(`search_grams(${columns.join(', ')})`))
}
