import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { baseColumns, instant, rawText, sortedText } from './columns.server.ts'
import { organization } from './organization.table.server.ts'

/** Accounts of both kinds share one id space: sessions, second factors and the change history refer to it. */
export const account = pgTable(
  'account',
  {
    ...baseColumns,
    kind: varchar({ length: 5, enum: ['admin', 'user'] }).notNull(),
    username: varchar({ length: 15 }).notNull(),
    name: sortedText().notNull().default(''),
    nickname: sortedText().notNull().default(''),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    avatar: text().notNull().default(''),
    super: boolean().notNull().default(false),
    /** 1 enabled, 0 locked. */
    status: smallint().notNull().default(1),
  },
  (t) => [uniqueIndex('account_username_key').on(t.kind, sql`lower(${t.username})`)],
)

/**
 * The time and address of an account's last sign-in. Each sign-in writes it, so it is not part of the change history.
 */
export const accountLogin = pgTable('account_login', {
  accountId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  lastLoginTime: instant(),
  lastLoginIp: text().notNull().default(''),
})

/** Separate from the account, because this table is not recorded in the change history. */
export const credential = pgTable('credential', {
  accountId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  /** argon2id, PHC string. */
  passwordHash: text().notNull(),
  changeTime: instant().notNull().default(sql`now()`),
})

export const adminProfile = pgTable(
  'admin_profile',
  {
    ...baseColumns,
    accountId: bigint({ mode: 'number' })
      .notNull()
      .unique('admin_profile_account_key')
      .references(() => account.id, { onDelete: 'cascade' }),
    deptId: bigint({ mode: 'number' }).references(() => organization.id),
  },
  (t) => [index('admin_profile_dept_idx').on(t.deptId)],
)

export const memberProfile = pgTable(
  'member_profile',
  {
    ...baseColumns,
    accountId: bigint({ mode: 'number' })
      .notNull()
      .unique('member_profile_account_key')
      .references(() => account.id, { onDelete: 'cascade' }),
    orgId: bigint({ mode: 'number' }).references(() => organization.id),
    /** 0 unknown, 1 male, 2 female. */
    gender: smallint().notNull().default(0),
    birthday: date({ mode: 'string' }),
    /** In whole cents, never a float. */
    money: bigint({ mode: 'number' }).notNull().default(0),
    score: bigint({ mode: 'number' }).notNull().default(0),
    motto: text().notNull().default(''),
    joinTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('member_profile_org_idx').on(t.orgId)],
)

export const role = pgTable(
  'role',
  {
    ...baseColumns,
    name: sortedText().notNull().unique('role_name_key'),
    /** The data scope: which organizations' rows the role can see. */
    scope: varchar({ length: 16, enum: ['all', 'orgBelow', 'org'] }).notNull(),
    status: smallint().notNull().default(1),
  },
  (t) => [
    index('role_status_idx').on(t.status, t.id),
    index('role_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('role_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

export const accountRole = pgTable(
  'account_role',
  {
    ...baseColumns,
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    roleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => role.id),
  },
  (t) => [unique('account_role_pair_key').on(t.accountId, t.roleId), index('account_role_role_idx').on(t.roleId)],
)

/**
 * The permission menu: directories, menus and buttons of one area. A button's name is the permission node that
 * endpoints check.
 */
export const rule = pgTable(
  'rule',
  {
    ...baseColumns,
    area: varchar({ length: 5, enum: ['admin', 'user'] }).notNull(),
    pid: bigint({ mode: 'number' }),
    /** `nav_user_menu` is an entry of the account menu. */
    type: varchar({ length: 16, enum: ['menu_dir', 'menu', 'button', 'nav_user_menu'] }).notNull(),
    /** A message key of the product, or plain text. */
    title: text().notNull(),
    name: varchar({ length: 100 }).notNull(),
    path: varchar({ length: 100 }).notNull().default(''),
    icon: varchar({ length: 100 }).notNull().default(''),
    menuType: varchar({ length: 8, enum: ['tab', 'link', 'iframe'] }),
    url: text().notNull().default(''),
    component: text().notNull().default(''),
    keepalive: boolean().notNull().default(false),
    extend: varchar({ length: 16 }).notNull().default('none'),
    /** Part of the product. Endpoints check its name, so the name must not change. */
    builtIn: boolean().notNull().default(false),
    sortKey: rawText().notNull(),
    status: smallint().notNull().default(1),
  },
  (t) => [
    unique('rule_name_key').on(t.area, t.name),
    unique('rule_place_key').on(t.area, t.pid, t.sortKey).nullsNotDistinct(),
    index('rule_pid_idx').on(t.pid),
  ],
)

export const roleRule = pgTable(
  'role_rule',
  {
    ...baseColumns,
    roleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => role.id, { onDelete: 'cascade' }),
    ruleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => rule.id, { onDelete: 'cascade' }),
  },
  (t) => [unique('role_rule_pair_key').on(t.roleId, t.ruleId), index('role_rule_rule_idx').on(t.ruleId)],
)
