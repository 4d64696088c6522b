import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, smallint, text, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, rawText, sortedText } from './columns.server.ts'
import { organization } from './organization.table.server.ts'

/** Identity providers (OpenID Connect) with which people sign in, each for one side. */
export const provider = pgTable(
  'provider',
  {
    ...baseColumns,
    name: sortedText().notNull(),
    nameEn: text().notNull().default(''),
    icon: varchar({ length: 100 }).notNull().default(''),
    side: varchar({ length: 5, enum: ['admin', 'user'] }).notNull(),
    /** As the provider writes it: it is compared byte by byte. */
    issuer: text().notNull(),
    clientId: text().notNull(),
    /** Sealed with the site's secret. The history leaves it out. */
    clientSecret: text().notNull().default(''),
    scopes: text().notNull().default('openid profile email'),
    /** Signing out here also ends the session at the provider. */
    signOut: smallint().notNull().default(0),
    /** The mail domains whose addresses the provider may speak for. */
    mailDomains: text().array().notNull().default(sql`'{}'`),
    createAccounts: smallint().notNull().default(0),
    /** The organization and the roles of accounts that a sign-in creates. */
    deptId: bigint({ mode: 'number' }).references(() => organization.id),
    roleIds: bigint({ mode: 'number' }).array().notNull().default(sql`'{}'`),
    usernameClaim: text().notNull().default('preferred_username'),
    nameClaim: text().notNull().default('name'),
    mailClaim: text().notNull().default('email'),
    /** Where the claims name groups or roles, as a path: `realm_access.roles`. */
    roleClaim: text().notNull().default(''),
    roleMap: jsonb().$type<{ value: string; roleId: number }[]>().notNull().default([]),
    /** Who has last said what the provider may grant. It never grants more than this account holds. */
    configuredBy: bigint({ mode: 'number' }),
    sortKey: rawText().notNull(),
    status: smallint().notNull().default(1),
  },
  (t) => [
    unique('provider_name_key').on(t.side, t.name),
    unique('provider_client_key').on(t.side, t.issuer, t.clientId),
    unique('provider_place_key').on(t.sortKey),
    index('provider_sorted_name_idx').on(t.name, t.id),
    index('provider_status_idx').on(t.status, t.id),
    index('provider_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('provider_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
    index('provider_dept_idx').on(t.deptId),
    index('provider_configured_by_idx').on(t.configuredBy),
    index('provider_role_ids_idx').using('gin', t.roleIds),
  ],
)
