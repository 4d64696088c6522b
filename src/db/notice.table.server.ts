import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, instant, sortedText } from './columns.server.ts'
import { account, memberGroup, role } from './identity.table.server.ts'
import { organization } from './organization.table.server.ts'

/**
 * What concerns one account. It has the facts of the notice and not its text, which is in the reader's language. It is
 * not part of the change history.
 */
export const notice = pgTable(
  'notice',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: varchar({ length: 40 }).notNull(),
    data: jsonb().notNull(),
    /** The path of the page that the notice leads to; empty when it leads nowhere. */
    link: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    readTime: instant(),
  },
  (t) => [
    index('notice_newest_idx').on(t.accountId, t.createTime, t.id),
    index('notice_unread_idx').on(t.accountId, t.createTime, t.id).where(sql`read_time is null`),
    index('notice_purge_idx').on(t.createTime),
  ],
)

export const announcementAudiences = ['staff', 'members', 'roles', 'organizations', 'groups'] as const

/** What is said to many accounts. No account has a row of it before it has read it. */
export const announcement = pgTable(
  'announcement',
  {
    ...baseColumns,
    title: sortedText().notNull(),
    content: text().notNull(),
    audience: varchar({ length: 16, enum: announcementAudiences }).notNull(),
    /** It is shown from then, until then; null without a limit. */
    fromTime: instant(),
    untilTime: instant(),
    status: varchar({ length: 9, enum: ['draft', 'published'] })
      .notNull()
      .default('draft'),
    /** When it appeared to its readers. The trigger `time_announcement` sets it. */
    shownTime: instant(),
  },
  (t) => [
    index('announcement_shown_idx').on(t.shownTime, t.id).where(sql`status = 'published'`),
    index('announcement_title_idx').on(t.title, t.id),
    index('announcement_status_idx').on(t.status, t.id),
    index('announcement_from_idx').on(t.fromTime.desc().nullsFirst(), t.id),
    index('announcement_until_idx').on(t.untilTime.desc().nullsFirst(), t.id),
    index('announcement_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('announcement_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

export const announcementRole = pgTable(
  'announcement_role',
  {
    ...baseColumns,
    announcementId: bigint({ mode: 'number' })
      .notNull()
      .references(() => announcement.id, { onDelete: 'cascade' }),
    roleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => role.id),
  },
  (t) => [
    unique('announcement_role_pair_key').on(t.announcementId, t.roleId),
    index('announcement_role_role_idx').on(t.roleId),
  ],
)

/** Each organization counts with all below it. */
export const announcementOrganization = pgTable(
  'announcement_organization',
  {
    ...baseColumns,
    announcementId: bigint({ mode: 'number' })
      .notNull()
      .references(() => announcement.id, { onDelete: 'cascade' }),
    organizationId: bigint({ mode: 'number' })
      .notNull()
      .references(() => organization.id),
  },
  (t) => [
    unique('announcement_organization_pair_key').on(t.announcementId, t.organizationId),
    index('announcement_organization_organization_idx').on(t.organizationId),
  ],
)

/** For the members who are in the group at the moment of looking: who joins later sees it, who leaves does not. */
export const announcementGroup = pgTable(
  'announcement_group',
  {
    ...baseColumns,
    announcementId: bigint({ mode: 'number' })
      .notNull()
      .references(() => announcement.id, { onDelete: 'cascade' }),
    groupId: bigint({ mode: 'number' })
      .notNull()
      .references(() => memberGroup.id),
  },
  (t) => [
    unique('announcement_group_pair_key').on(t.announcementId, t.groupId),
    index('announcement_group_group_idx').on(t.groupId),
  ],
)

/** Who has read which announcement. It is not part of the change history. */
export const announcementRead = pgTable(
  'announcement_read',
  {
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    announcementId: bigint({ mode: 'number' })
      .notNull()
      .references(() => announcement.id, { onDelete: 'cascade' }),
    readTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.announcementId] }),
    index('announcement_read_announcement_idx').on(t.announcementId),
  ],
)

/** How far the e-mails of an announcement are: which accounts were looked at, in the order of their ids. */
export const announcementMailing = pgTable('announcement_mailing', {
  announcementId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => announcement.id, { onDelete: 'cascade' }),
  /** The version of the announcement. A later one is looked at from the beginning, because it may be for others. */
  version: integer().notNull(),
  lastAccountId: bigint({ mode: 'number' }).notNull().default(0),
  done: boolean().notNull().default(false),
})

/**
 * Who gets or got an announcement by e-mail, so that nobody gets it twice. Triggers cancel a message that waits when
 * its announcement changes or is deleted (`renew_mail`), or with its row (`forget_mail`).
 */
export const announcementMail = pgTable(
  'announcement_mail',
  {
    /** Without a foreign key: an announcement that is deleted and restored is the same. */
    announcementId: bigint({ mode: 'number' }).notNull(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** Of the outbox, which forgets its messages sooner. */
    messageId: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.announcementId, t.accountId] }),
    unique('announcement_mail_message_key').on(t.messageId),
    index('announcement_mail_account_idx').on(t.accountId),
  ],
)

/** The devices that an account has signed in from, by hash. It is not part of the change history. */
export const accountDevice = pgTable(
  'account_device',
  {
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    createTime: instant().notNull().default(sql`now()`),
    lastUseTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.hash] }), index('account_device_use_idx').on(t.lastUseTime)],
)

export type AnnouncementTableRow = typeof announcement.$inferSelect
