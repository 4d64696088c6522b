import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { lockConfig } from '#src/features/config/config-save.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { settingValue } from '#src/server/config.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import type { SettingValues } from '#src/server/settings/registry.server.ts'
import { fingerprintOf } from './archive/signature.server.ts'
import { type Logging, logged } from './module-log.server.ts'
import type { TrustedKey } from './store.schema.ts'

/** The keys whose archives this site takes. */
export async function trustedKeys(db: Db): Promise<SettingValues['moduleKeys']> {
  const [row] = await db.select({ value: config.value }).from(config).where(eq(config.name, 'moduleKeys'))
  // Seam: the schema of the setting gives its type.
  return settingValue('moduleKeys', row?.value) as SettingValues['moduleKeys']
}

/** Trusts a key. @throws AppError 422 for one that is known, or whose name is */
export async function trustKey(storing: Logging, { name, key: given }: TrustedKey): Promise<void> {
  // The last sign in Base64 may be written in several ways.
  const key = Buffer.from(given, 'base64').toString('base64')
  await lockConfig(storing.tx)
  const known = await trustedKeys(storing.tx)
  if (known.some((one) => one.key === key)) throw invalid<TrustedKey>({ key: [m.modules_keyKnown()] })
  if (known.some((one) => one.name === name)) throw invalid<TrustedKey>({ name: [m.modules_keyNamed()] })
  await logged(storing, entryOf('trust', { name, key }), () => store(storing.tx, [...known, { name, key }]))
}

/** Trusts a key no longer. What is installed stays. @returns the name of the key. @throws AppError 404 */
export async function distrustKey(storing: Logging, key: string): Promise<string> {
  await lockConfig(storing.tx)
  const known = await trustedKeys(storing.tx)
  const found = known.find((one) => one.key === key)
  if (!found) throw new AppError(404, m.modules_keyMissing())
  await logged(storing, entryOf('distrust', found), () =>
    store(
      storing.tx,
      known.filter((one) => one !== found),
    ),
  )
  return found.name
}

function entryOf<K extends 'trust' | 'distrust'>(kind: K, { name, key }: TrustedKey) {
  const title = `${name} (${fingerprintOf(key)})`
  return { uid: '', title: { 'zh-cn': title, en: title }, kind }
}

async function store(tx: Db, value: readonly TrustedKey[]): Promise<void> {
  await tx
    .insert(config)
    .values({ name: 'moduleKeys', group: 'site', value })
    .onConflictDoUpdate({ target: config.name, set: { value: sql`excluded.value` } })
}
