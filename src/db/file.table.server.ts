import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  varchar,
} from 'drizzle-orm/pg-core'
import { accountKinds, fileKinds, visibilities } from '#src/lib/file-facts.ts'
import { baseColumns, instant, searchGrams, sortedText } from './columns.server.ts'

/** The directory of files that belongs to this database: one row. */
export const fileStore = pgTable('file_store', { id: smallint().primaryKey(), storeId: text().notNull() })

/** What is stored: each content once among the public files, and once among the private ones. */
export const fileBlob = pgTable(
  'file_blob',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    area: varchar({ length: 7, enum: visibilities }).notNull(),
    /** Of the stored bytes. */
    sha256: varchar({ length: 64 }).notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Of a text. */
    charset: varchar({ length: 20 }).notNull().default(''),
    /** It has the small sizes of a picture. */
    small: boolean().notNull(),
    createTime: instant().notNull().default(sql`now()`),
    /** Since when no attachment has it. Its bytes stay for a while, so that a deletion can be undone. */
    goneTime: instant(),
  },
  (t) => [unique('file_blob_content_key').on(t.area, t.sha256), index('file_blob_gone_idx').on(t.goneTime)],
)

/** The addresses that were given, each to one content. */
export const fileAddress = pgTable('file_address', {
  url: text().primaryKey(),
  sha256: varchar({ length: 64 }).notNull(),
})

/** Every upload, with its owner. Several may have the same content, and the same address then. */
export const attachmentTable = pgTable(
  'attachment',
  {
    ...baseColumns,
    blobId: bigint({ mode: 'number' })
      .notNull()
      .references(() => fileBlob.id),
    url: text()
      .notNull()
      .references(() => fileAddress.url),
    topic: varchar({ length: 20 }).notNull(),
    /** The account that sent it. It has no foreign key: files outlive accounts. */
    uploaderId: bigint({ mode: 'number' }).notNull(),
    uploaderKind: varchar({ length: 5, enum: accountKinds }).notNull(),
    /** The organization of the uploader at that time. It has no foreign key: files outlive organizations. */
    organizationId: bigint({ mode: 'number' }),
    visibility: varchar({ length: 7, enum: visibilities }).notNull(),
    width: integer(),
    height: integer(),
    name: sortedText().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    mimetype: varchar({ length: 100 }).notNull(),
    suffix: varchar({ length: 20 }).notNull(),
    kind: varchar({ length: 8, enum: fileKinds }).notNull(),
    /** How often the owner has sent it. */
    quote: integer().notNull().default(1),
    storage: varchar({ length: 50 }).notNull(),
    sha1: varchar({ length: 40 }).notNull(),
    lastUploadTime: instant().notNull().default(sql`now()`),
    searchGrams: searchGrams('name'),
  },
  (t) => [
    index('attachment_url_idx').on(t.url),
    index('attachment_blob_idx').on(t.blobId),
    index('attachment_owner_idx').on(t.uploaderId, t.lastUploadTime),
    index('attachment_organization_idx').on(t.organizationId),
    index('attachment_name_idx').on(t.name, t.id),
    index('attachment_size_idx').on(t.size, t.id),
    index('attachment_last_upload_time_idx').on(t.lastUploadTime.desc().nullsFirst(), t.id),
    index('attachment_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('attachment_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
    index('attachment_search_idx').using('gin', t.searchGrams),
  ],
)

/**
 * Where an address of a file stands: in which field of which row. The trigger `track_files` keeps it. The attachment
 * that is meant cannot be deleted.
 */
export const fileUse = pgTable(
  'file_use',
  {
    tableName: text().notNull(),
    rowId: bigint({ mode: 'number' }).notNull(),
    field: text().notNull(),
    url: text().notNull(),
    attachmentId: bigint({ mode: 'number' }).references(() => attachmentTable.id),
  },
  (t) => [
    primaryKey({ columns: [t.tableName, t.rowId, t.field, t.url] }),
    index('file_use_url_idx').on(t.url),
    index('file_use_attachment_idx').on(t.attachmentId),
  ],
)

/** Attachments that nothing uses, and since when that is known. */
export const fileIdle = pgTable(
  'file_idle',
  {
    attachmentId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => attachmentTable.id, { onDelete: 'cascade' }),
    since: instant().notNull().default(sql`now()`),
  },
  (t) => [index('file_idle_since_idx').on(t.since)],
)

/** What each account has sent on a day of the site's time zone. */
export const fileDay = pgTable(
  'file_day',
  {
    accountId: bigint({ mode: 'number' }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    files: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day] })],
)
