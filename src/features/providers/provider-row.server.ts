import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { provider } from '#src/db/provider.table.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { iconOf } from '#src/layout/icons/icon.server.ts'
import type { Icon } from '#src/lib/icon.ts'
import type { Side } from '#src/lib/side.ts'
import { fromTable } from '#src/server/cache/table-cache.server.ts'
import { readConfig, textIn } from '#src/server/config.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { ProviderRow } from './provider.schema.ts'

/** A provider as login pages and profiles show it. */
export type ShownProvider = { id: number; side: Side; name: string; icon: Icon | null }

const enabled = fromTable('provider', (db) =>
  db.select().from(provider).where(eq(provider.status, 1)).orderBy(asc(provider.sortKey)),
)

/** The providers that are switched on, in their order. While nothing changes, a process answers the same list. */
export function enabledProviders(db: Db): Promise<ProviderRow[]> {
  return enabled(db)
}

/** The providers of both sides in the language of the request. */
export async function shownProviders(db: Db): Promise<ShownProvider[]> {
  const rows = await enabledProviders(db)
  return rows.map((row) => ({ id: row.id, side: row.side, name: nameOf(row), icon: iconOf(row.icon) }))
}

/** The name of a provider in the language of the request. */
export function nameOf({ name, nameEn }: Pick<ProviderRow, 'name' | 'nameEn'>): string {
  return getLocale() === 'en' ? nameEn || name : name
}

/**
 * A provider that people may sign in with now.
 * @throws AppError 403 when it is switched off, or the member center is closed; 404 when there is none
 */
export async function openProvider(db: Db, id: number): Promise<ProviderRow> {
  const [row] = await db.select().from(provider).where(eq(provider.id, id))
  if (!row) throw new AppError(404, m.provider_missing())
  if (row.status !== 1) throw new AppError(403, m.provider_off({ name: nameOf(row) }))
  const { centerOpen, centerSentence } = await readConfig(db, ['centerOpen', 'centerSentence'])
  if (row.side === 'user' && !centerOpen) throw new AppError(403, textIn(centerSentence))
  return row
}

/** The enabled providers of an issuer and a client, for what a provider sends of its own accord. */
export function providersOf(db: Db, issuer: string, clientId: string): Promise<ProviderRow[]> {
  return db
    .select()
    .from(provider)
    .where(and(eq(provider.issuer, issuer), eq(provider.clientId, clientId), eq(provider.status, 1)))
}

/** The author of what a provider's claims change. */
export function authorFor(c: ApiContext, row: ProviderRow): Author {
  return { ...authorOf(c), id: null, name: m.provider_author({ name: row.name }) }
}
