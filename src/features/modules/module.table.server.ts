import { sql } from 'drizzle-orm'
import { bigint, date, index, jsonb, pgTable, primaryKey, smallint, text, varchar } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#src/db/columns.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import type { ModuleManifest } from './manifest.schema.ts'
import { moduleLogKinds, moduleLogStates } from './module-log.schema.ts'
import type { ModuleMade } from './module-made.server.ts'

/** The modules of this site: one row for each that is installed, disabled or waits, or whose data was kept. */
export const moduleTable = pgTable('module', {
  id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  uid: varchar({ length: 20 }).notNull().unique('module_uid_key'),
  /** 0, 1, 2 or 6 of `moduleStates`. */
  state: smallint().notNull(),
  /** What a waiting archive waits for: 2, 3, 4 or 5 of `moduleStates`, as the last plan has found. */
  waitState: smallint().notNull().default(2),
  /** The version that is installed, or null. */
  version: varchar({ length: 40 }),
  /** The version whose archive waits, or null. */
  waiting: varchar({ length: 40 }),
  /** The version that the last update has replaced, and that can come back. */
  previous: varchar({ length: 40 }),
  made: jsonb().$type<ModuleMade>().notNull(),
  updateTime: instant().notNull().default(sql`now()`),
})
export type ModuleRow = typeof moduleTable.$inferSelect

/** Checked archives: the manifest of each version, and who has signed it. */
export const moduleRelease = pgTable(
  'module_release',
  {
    uid: varchar({ length: 20 }).notNull(),
    version: varchar({ length: 40 }).notNull(),
    /** `product`, `index` or `upload`. */
    origin: varchar({ length: 8, enum: ['product', 'index', 'upload'] }).notNull(),
    manifest: jsonb().$type<ModuleManifest>().notNull(),
    /** The name of the key; empty for what comes with the product. */
    signer: text().notNull().default(''),
    sha256: varchar({ length: 64 }).notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.uid, t.version] })],
)
export type ModuleRelease = typeof moduleRelease.$inferSelect

/** The pictures and drawings of a release. */
export const moduleFile = pgTable(
  'module_file',
  {
    uid: varchar({ length: 20 }).notNull(),
    version: varchar({ length: 40 }).notNull(),
    path: varchar({ length: 80 }).notNull(),
    type: varchar({ length: 40 }).notNull(),
    bytes: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.version, t.path] })],
)

/**
 * What reminders have told: whom of which day of which row, so that nobody is told it twice. Without a foreign key to
 * the row, whose table is the module's. Rows are deleted when their day is past.
 */
export const moduleReminded = pgTable(
  'module_reminded',
  {
    uid: varchar({ length: 20 }).notNull(),
    key: varchar({ length: 20 }).notNull(),
    rowId: bigint({ mode: 'number' }).notNull(),
    day: date().notNull(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.key, t.rowId, t.day, t.accountId] }),
    index('module_reminded_day_idx').on(t.day),
    index('module_reminded_account_idx').on(t.accountId),
  ],
)

/** What was done with modules: one row for each step of one. */
export const moduleLog = pgTable(
  'module_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** Of a key: empty. */
    uid: varchar({ length: 20 }).notNull(),
    title: text().notNull(),
    titleEn: text().notNull(),
    kind: varchar({ length: 9, enum: moduleLogKinds }).notNull(),
    /** `start` stays when the process ended before the transaction: nothing was changed then. */
    state: varchar({ length: 7, enum: moduleLogStates }).notNull(),
    toVersion: varchar({ length: 40 }).notNull().default(''),
    fromVersion: varchar({ length: 40 }).notNull().default(''),
    /** Why it failed, or what a key is. */
    message: text().notNull().default(''),
    createBy: bigint({ mode: 'number' }),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('module_log_uid_idx').on(t.uid, t.id),
    index('module_log_state_idx').on(t.state, t.id),
    index('module_log_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
  ],
)
