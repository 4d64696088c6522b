import { sql } from 'drizzle-orm'
import { bigint, customType, integer } from 'drizzle-orm/pg-core'

/** Text for display and sorting: pinyin order for Chinese, independent of the server's locale. */
export const sortedText = customType<{ data: string }>({ dataType: () => 'text collate "zh-x-icu"' })

/** Text that is compared byte by byte: sort keys and tree paths. A prefix search uses the index. */
export const rawText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * A JSON value that is read as it was written. Drizzle's own `jsonb` parses a text once more when it is read, so that
 * the text `110101` would become a number. Write null with `jsonNull`: drizzle takes it for no value at all.
 */
export const anyJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value ?? null),
})

export const jsonNull = sql`'null'::jsonb`

/** JSON as its text, in which no digit of a number is lost. */
export const storedJson = customType<{ data: string }>({ dataType: () => 'jsonb' })

/** The same for a column that keeps the text as it is written. */
export const plainJson = customType<{ data: string }>({ dataType: () => 'json' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A point in time, read as ISO 8601 text in UTC. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})

/**
 * The columns of every table with a change history. The trigger `stamp_row` sets `version`, the times, and the ids of
 * the accounts that created and changed the row, so that no write can omit or forge them.
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
 * The column of a table whose insertions are only counted (`record_without_inserts`): the change set that inserted the
 * row. It needs an index, because an undo finds the rows by it.
 */
export const insertedBy = { changeSetId: bigint({ mode: 'number' }).default(sql`current_change_set()`) }

/**
 * The generated column that the quick search over these columns uses. The database keeps it up to date. Words of one or
 * two Chinese characters are found as fast as long words. It needs an index `using gin`. A list searches in this column
 * when its table has it.
 */
export function searchGrams(...columns: string[]) {
  return integer()
    .array()
    .generatedAlwaysAs(sql.raw(`search_grams(${columns.join(', ')})`))
}
