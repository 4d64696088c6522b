import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  varchar,
} from 'drizzle-orm/pg-core'
import { baseColumns, sortedText } from './columns.server.ts'

/** Where the rows of each recorded resource in code are. Written at each start; see the view `resource_places`. */
export const resourcePlace = pgTable('resource_place', {
  resource: varchar({ length: 40 }).primaryKey(),
  tableName: varchar({ length: 63 }).notNull(),
  /** The column that names a row. */
  titleColumn: text().notNull(),
  /** The node that reads the rows. */
  node: text().notNull(),
  /** The values that the rows of the resource have among those of their table. */
  onlyRows: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
})

/**
 * Where each field of a recorded resource in code is stored: in the resource's own table, or in one that it owns
 * (`part`, with its column `partOwner`). `place` is a number of its own among the fields of the resource.
 */
export const resourceField = pgTable(
  'resource_field',
  {
    resource: varchar({ length: 40 })
      .notNull()
      .references(() => resourcePlace.resource, { onDelete: 'cascade' }),
    field: varchar({ length: 40 }).notNull(),
    kind: varchar({ length: 8, enum: ['own', 'secret', 'one', 'list'] }).notNull(),
    columnName: text().notNull(),
    part: text(),
    partOwner: text(),
    /** The node without which the field is not seen. */
    node: text(),
    place: smallint().notNull(),
  },
  (t) => [primaryKey({ columns: [t.resource, t.field] })],
)

/** Whose deletions the recycle log shows, and for how many months their history is kept; 0 for ever. */
export const recycleRule = pgTable(
  'recycle_rule',
  {
    ...baseColumns,
    name: sortedText().notNull(),
    resource: varchar({ length: 40 }).notNull().unique('recycle_rule_resource_key'),
    months: integer().notNull().default(0),
    note: text().notNull().default(''),
    status: smallint().notNull().default(1),
  },
  (t) => [
    index('recycle_rule_name_idx').on(t.name, t.id),
    index('recycle_rule_months_idx').on(t.months, t.id),
    index('recycle_rule_status_idx').on(t.status, t.id),
    index('recycle_rule_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('recycle_rule_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

/** The fields whose changes the sensitive data log shows. */
export const sensitiveRule = pgTable(
  'sensitive_rule',
  {
    ...baseColumns,
    name: sortedText().notNull(),
    resource: varchar({ length: 40 }).notNull().unique('sensitive_rule_resource_key'),
    fields: text().array().notNull().default([]),
    note: text().notNull().default(''),
    status: smallint().notNull().default(1),
  },
  (t) => [
    index('sensitive_rule_name_idx').on(t.name, t.id),
    index('sensitive_rule_status_idx').on(t.status, t.id),
    index('sensitive_rule_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('sensitive_rule_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

/** What must not leave the change history, why, and on which days: everything, one resource, or one person. */
export const legalHold = pgTable(
  'legal_hold',
  {
    ...baseColumns,
    reason: sortedText().notNull(),
    extent: varchar({ length: 8, enum: ['all', 'resource', 'person'] }).notNull(),
    resource: varchar({ length: 40 }),
    /** It has no foreign key: a hold outlives the account. */
    accountId: bigint({ mode: 'number' }),
    fromDay: date({ mode: 'string' }),
    untilDay: date({ mode: 'string' }),
    note: text().notNull().default(''),
  },
  (t) => [
    index('legal_hold_reason_idx').on(t.reason, t.id),
    index('legal_hold_until_day_idx').on(t.untilDay, t.id),
    index('legal_hold_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('legal_hold_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

/**
 * Persons and pupils whose personal values were taken out of the history: when, by whom, and how many values where. A
 * row is about an account or about a pupil.
 */
export const redaction = pgTable(
  'redaction',
  {
    ...baseColumns,
    accountId: bigint({ mode: 'number' }),
    /** It has no foreign key: the pupil may be deleted. */
    studentId: bigint({ mode: 'number' }),
    counts: jsonb().$type<Readonly<Record<string, number>>>().notNull().default(sql`'{}'`),
  },
  (t) => [
    unique('redaction_account_time_key').on(t.accountId, t.createTime),
    unique('redaction_student_time_key').on(t.studentId, t.createTime),
    check('redaction_of', sql`num_nonnulls(account_id, student_id) = 1`),
  ],
)
