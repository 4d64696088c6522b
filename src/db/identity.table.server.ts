import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { factorDuties } from '#src/lib/factor-duty.ts'
import { roleScopes } from '#src/lib/role-scope.ts'
import type { SignInHours } from '#src/lib/sign-in-hours.ts'
import { baseColumns, instant, rawText, searchGrams, sortedText } from './columns.server.ts'
import { organization } from './organization.table.server.ts'
import { provider } from './provider.table.server.ts'

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
    searchGrams: searchGrams('username', 'nickname', 'name', 'phone'),
  },
  (t) => [
    uniqueIndex('account_username_key').on(t.kind, sql`lower(${t.username})`),
    index('account_admin_username_idx').on(t.username, t.id).where(sql`kind = 'admin'`),
    index('account_admin_nickname_idx').on(t.nickname, t.id).where(sql`kind = 'admin'`),
    index('account_admin_name_idx').on(t.name, t.id).where(sql`kind = 'admin'`),
    index('account_admin_status_idx').on(t.status, t.id).where(sql`kind = 'admin'`),
    index('account_admin_id_idx').on(t.id).where(sql`kind = 'admin'`),
    index('account_admin_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id).where(sql`kind = 'admin'`),
    index('account_admin_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id).where(sql`kind = 'admin'`),
    index('account_user_username_idx').on(t.username, t.id).where(sql`kind = 'user'`),
    index('account_user_nickname_idx').on(t.nickname, t.id).where(sql`kind = 'user'`),
    index('account_user_name_idx').on(t.name, t.id).where(sql`kind = 'user'`),
    index('account_user_status_idx').on(t.status, t.id).where(sql`kind = 'user'`),
    index('account_user_id_idx').on(t.id).where(sql`kind = 'user'`),
    index('account_user_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id).where(sql`kind = 'user'`),
    index('account_user_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id).where(sql`kind = 'user'`),
    index('account_email_idx').on(sql`lower(${t.email})`).where(sql`email <> ''`),
    index('account_phone_idx').on(t.phone).where(sql`phone <> ''`),
    index('account_search_idx').using('gin', t.searchGrams),
  ],
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

/**
 * How an account wants the product to be, in every browser. An empty text is no choice. It is not part of the change
 * history.
 */
export const accountPreference = pgTable(
  'account_preference',
  {
    accountId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => account.id, { onDelete: 'cascade' }),
    language: varchar({ length: 5 }).notNull().default(''),
    timeFormat: varchar({ length: 8 }).notNull().default(''),
    /** Which kinds of notices also come by e-mail. A kind that is not named is no choice. */
    noticeMail: jsonb().$type<Record<string, boolean>>().notNull().default({}),
  },
  (t) => [
    index('account_preference_announcement_idx').on(t.accountId).where(sql`notice_mail @> '{"announcement": true}'`),
  ],
)

/** The hashes of former passwords. The trigger `keep_former_password` keeps the latest ones of each account. */
export const formerPassword = pgTable(
  'former_password',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    passwordHash: text().notNull(),
    endTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('former_password_account_idx').on(t.accountId, t.id)],
)

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
    /** A line that the user writes about the own person. A member has a motto. */
    signature: text().notNull().default(''),
  },
  (t) => [index('admin_profile_dept_idx').on(t.deptId)],
)

/** Members of a group have the permissions of the member side that its rules name. */
export const memberGroup = pgTable(
  'member_group',
  {
    ...baseColumns,
    name: sortedText().notNull().unique('member_group_name_key'),
    note: text().notNull().default(''),
    /** The group has every rule, also those that come later. */
    everything: boolean().notNull().default(false),
    /** New members come into this group. The trigger `one_group_of_new_members` lets only one be it. */
    forNew: boolean().notNull().default(false),
    status: smallint().notNull().default(1),
  },
  (t) => [
    index('member_group_status_idx').on(t.status, t.id),
    index('member_group_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('member_group_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
    check('member_group_new_on', sql`status = 1 or not for_new`),
  ],
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
    /** The trigger `join_group_of_new_members` sets it when nobody says which. */
    groupId: bigint({ mode: 'number' }).references(() => memberGroup.id),
    /** 0 unknown, 1 male, 2 female. */
    gender: smallint().notNull().default(0),
    birthday: date({ mode: 'string' }),
    motto: text().notNull().default(''),
    joinTime: instant().notNull().default(sql`now()`),
  },
  (t) => [index('member_profile_org_idx').on(t.orgId), index('member_profile_group_idx').on(t.groupId)],
)

export const role = pgTable(
  'role',
  {
    ...baseColumns,
    /** Roles form a tree for those who look after them. What a role may do depends on its own rules alone. */
    pid: bigint({ mode: 'number' }),
    /** The ids from the root to this row. The trigger `place_in_tree` maintains it. */
    path: rawText().notNull().default(''),
    name: sortedText().notNull().unique('role_name_key'),
    note: text().notNull().default(''),
    /** The data scope: which organizations' rows the role can see. */
    scope: varchar({ length: 16, enum: roleScopes }).notNull(),
    /** Where and when those who have the role may sign in: addresses, one a line, and hours. Empty for no limit. */
    signInAddresses: text().notNull().default(''),
    signInHours: jsonb().$type<readonly SignInHours[]>().notNull().default(sql`'[]'`),
    /** Whether who has the role needs a second factor, and so many days after it begins to hold. */
    secondFactor: varchar({ length: 8, enum: factorDuties }).notNull().default('free'),
    graceDays: smallint().notNull().default(7),
    /** Since when the role asks for a second factor. The trigger `stamp_factor_duty` sets it. */
    factorSince: instant(),
    sortKey: rawText().notNull(),
    status: smallint().notNull().default(1),
  },
  (t) => [
    unique('role_place_key').on(t.pid, t.sortKey).nullsNotDistinct(),
    index('role_path_idx').on(t.path),
    index('role_status_idx').on(t.status, t.id),
    index('role_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('role_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

/** The organizations of a role with the scope `chosen`. Each one counts with all below it. */
export const roleOrganization = pgTable(
  'role_organization',
  {
    ...baseColumns,
    roleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => role.id, { onDelete: 'cascade' }),
    organizationId: bigint({ mode: 'number' })
      .notNull()
      .references(() => organization.id),
  },
  (t) => [
    unique('role_organization_pair_key').on(t.roleId, t.organizationId),
    index('role_organization_organization_idx').on(t.organizationId),
  ],
)

/**
 * One row. `epoch` changes with every change of roles and rules, so that each process knows when the permissions it
 * keeps have changed. The trigger `finish_identity_change` sets it.
 */
export const permissionEpoch = pgTable('permission_epoch', {
  id: smallint().primaryKey(),
  epoch: text().notNull(),
})

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
    /** The account has the role until then; null for good. */
    endTime: instant(),
    /** The identity provider whose claims have given the role, and take it away; null when people gave it. */
    providerId: bigint({ mode: 'number' }).references(() => provider.id, { onDelete: 'cascade' }),
  },
  (t) => [
    unique('account_role_pair_key').on(t.accountId, t.roleId),
    index('account_role_role_idx').on(t.roleId),
    index('account_role_provider_idx').on(t.providerId).where(sql`provider_id is not null`),
  ],
)

export const ruleKinds = ['menu_dir', 'menu', 'button', 'nav_user_menu', 'route', 'nav'] as const

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
    /** The ids from the root to this row. The trigger `place_in_tree` maintains it. `path` is the page's. */
    treePath: rawText('path').notNull().default(''),
    /**
     * Of the member side also: `route`, a page of the public site; `nav`, an entry of its top bar; `nav_user_menu`, an
     * entry of the account menu.
     */
    type: varchar({ length: 16, enum: ruleKinds }).notNull(),
    /** A message key of the product, or plain text. */
    title: text().notNull(),
    /** The English title of a rule whose title is plain text; empty for the same text. */
    titleEn: text().notNull().default(''),
    name: varchar({ length: 100 }).notNull(),
    path: varchar('menu_path', { length: 100 }).notNull().default(''),
    icon: varchar({ length: 100 }).notNull().default(''),
    menuType: varchar({ length: 8, enum: ['tab', 'link', 'iframe'] }),
    url: text().notNull().default(''),
    component: text().notNull().default(''),
    keepalive: boolean().notNull().default(false),
    extend: varchar({ length: 16, enum: ['none', 'add_rules_only', 'add_menu_only'] })
      .notNull()
      .default('none'),
    /** Visitors have the rule as well: a route, an entry of the top bar, or a button (`keep_from_visitors`). */
    noLoginValid: boolean().notNull().default(false),
    /** A comment for those who look after the menu. */
    remark: text().notNull().default(''),
    /** Of the rules below one parent, those with more weight come first. */
    weight: integer().notNull().default(0),
    /** Part of the product. Endpoints check its name, so the name must not change. */
    builtIn: boolean().notNull().default(false),
    sortKey: rawText().notNull(),
    status: smallint().notNull().default(1),
  },
  (t) => [
    unique('rule_name_key').on(t.area, t.name),
    unique('rule_place_key').on(t.area, t.pid, t.sortKey).nullsNotDistinct(),
    index('rule_pid_idx').on(t.pid),
    index('rule_tree_path_idx').on(t.treePath),
    index('rule_status_idx').on(t.status, t.id),
    index('rule_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('rule_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
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

/** The rules of the member side that the members of a group have. */
export const memberGroupRule = pgTable(
  'member_group_rule',
  {
    ...baseColumns,
    groupId: bigint({ mode: 'number' })
      .notNull()
      .references(() => memberGroup.id, { onDelete: 'cascade' }),
    ruleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => rule.id, { onDelete: 'cascade' }),
  },
  (t) => [
    unique('member_group_rule_pair_key').on(t.groupId, t.ruleId),
    index('member_group_rule_rule_idx').on(t.ruleId),
  ],
)
