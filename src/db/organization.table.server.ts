import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, smallint, text, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, rawText, searchGrams, sortedText } from './columns.server.ts'

/** The tree of organizations. Data scopes refer to it. Its screens are in features/org. */
export const organization = pgTable(
  'organization',
  {
    ...baseColumns,
    pid: bigint({ mode: 'number' }),
    /** The ids from the root to this row, such as `/1/5/`. The trigger `place_in_tree` maintains it. */
    path: rawText().notNull().default(''),
    code: varchar({ length: 32 }).notNull().unique('organization_code_key'),
    name: sortedText().notNull(),
    shortName: sortedText().notNull().default(''),
    type: varchar({ length: 16 }).notNull(),
    levelIds: bigint({ mode: 'number' }).array().notNull().default(sql`'{}'`),
    areaCode: varchar({ length: 6 }),
    contact: text().notNull().default(''),
    phone: text().notNull().default(''),
    address: text().notNull().default(''),
    sortKey: rawText().notNull(),
    status: smallint().notNull().default(1),
    searchGrams: searchGrams('name', 'short_name', 'code'),
  },
  (t) => [
    unique('organization_place_key').on(t.pid, t.sortKey).nullsNotDistinct(),
    index('organization_path_idx').on(t.path),
    index('organization_name_idx').on(t.name, t.id),
    index('organization_type_idx').on(t.type, t.id),
    index('organization_area_idx').on(t.areaCode),
    index('organization_status_idx').on(t.status, t.id),
    index('organization_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('organization_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
    index('organization_search_idx').using('gin', t.searchGrams),
    index('organization_level_ids_idx').using('gin', t.levelIds),
  ],
)

export type OrganizationRow = typeof organization.$inferSelect
