import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { jsonNull } from '#src/db/columns.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { legalVersion } from '#src/db/legal.table.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { fieldSchema } from '#src/resource/field-schema.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { assertProven } from '#src/server/access/proof.server.ts'
import { AppError, invalid, stale } from '#src/server/errors.server.ts'
import { seal } from '#src/server/seal.server.ts'
import { loadRows } from '#src/server/settings/own-items.server.ts'
import { isSettingName, settings } from '#src/server/settings/registry.server.ts'
import { refuseHiddenFiles } from './config-files.server.ts'
import { byFields, formValuesOf, type Item, itemsOf, storedValueOf } from './config-items.server.ts'
import { refuseMissingRelation } from './config-relation.server.ts'

/** What a change of the configuration needs to know of its request. */
export type ConfigWriter = { tx: Db; actor: Actor; author: Author; address: string; secret: string }

export type ConfigChange = {
  /** By field: only what the user has changed. */
  values: Readonly<Record<string, unknown>>
  /** Secrets to forget, by the name of the item. */
  remove?: readonly string[]
  /** What the screen was made from. Without it, the change is made whatever has changed since. */
  version?: number | undefined
}

/** Changes of the configuration wait for one another, so that the version and the check of conflicts are exact. */
export async function lockConfig(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('config'))`)
}

/** The configuration concerns everybody, so only those change it whose data scope has no limit. @throws AppError 403 */
export function assertUnlimited(actor: Actor): void {
  if (!mayChange(actor)) throw new AppError(403, m.config_scopeNeeded())
}

export function mayChange({ super: all, scopes }: Actor): boolean {
  return all || scopes.has('all')
}

/** The id of the last recorded change of a setting. It grows with every change. One look into `change_config_idx`. */
export async function configVersion(db: Db): Promise<number> {
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select id::text as last from change where table_name = 'config' order by id desc limit 1`,
  )
  return Number(rows[0]?.last ?? 0)
}

/** The items that were changed after a version. */
async function changedSince(tx: Db, version: number): Promise<ReadonlySet<number>> {
  const { rows } = await tx.execute<{ row: string }>(
    sql`select distinct row_id::text as row from change where table_name = 'config' and id > ${version}`,
  )
  return new Set(rows.map(({ row }) => Number(row)))
}

/**
 * Saves changed items. What somebody else has changed meanwhile stays as it is, unless this change has it too.
 * @throws AppError 422 with messages by field, 409 when somebody else has changed the same item, 403 for a secret
 *   without a fresh proof
 */
export async function saveConfig(writer: ConfigWriter, change: ConfigChange): Promise<{ changed: string[] }> {
  const { tx, secret } = writer
  await lockConfig(tx)
  const items = itemsOf(await loadRows(tx))
  const errors: FieldErrors = {}
  const wanted = await wantedValues(writer, items, change, errors)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  refuseMovedSecrets(items, wanted, change)
  // A key lets the product speak to others in the name of its owner.
  if ([...wanted.keys()].some(({ secret }) => secret)) await assertProven(tx, writer.author)
  if (change.version !== undefined) await refuseCollisions(tx, items, wanted, change.version)
  const changed: string[] = []
  for (const [item, value] of wanted) {
    if (!item.secret && item.row && isDeepStrictEqual(item.row.value, value)) continue
    await storeItem(tx, item, item.secret ? sealed(secret, item.name, String(value)) : value)
    if (item.name === 'termsText' || item.name === 'privacyText') await publishLegal(tx, item.name, value)
    changed.push(item.name)
  }
  return { changed }
}

function sealed(secret: string, name: string, text: string): string {
  return text === '' ? '' : seal(secret, name, text)
}

async function storeItem(tx: Db, { name, group, row }: Item, value: unknown): Promise<void> {
  if (row)
    await tx
      .update(config)
      .set({ value: value ?? jsonNull })
      .where(eq(config.id, row.id))
  else await tx.insert(config).values({ name, group, value: value ?? jsonNull })
}

/** What is saved is what people agree to from now on, so each text stays as it was. */
async function publishLegal(tx: Db, name: 'termsText' | 'privacyText', value: unknown): Promise<void> {
  const text = v.parse(settings[name].schema, value)
  await tx.insert(legalVersion).values({ kind: name === 'termsText' ? 'terms' : 'privacy', text })
}

/** The new values by item, checked. A secret that is to stay is not among them. */
async function wantedValues(
  writer: ConfigWriter,
  items: readonly Item[],
  { values: given, remove = [] }: ConfigChange,
  errors: FieldErrors,
): Promise<Map<Item, unknown>> {
  const wanted = new Map<Item, unknown>()
  const values = byFields(items, given)
  const known = new Set(items.flatMap(({ fields }) => fields.map(({ name }) => name)))
  for (const name of Object.keys(values)) if (!known.has(name)) errors[name] = [m.config_unknown({ name })]
  for (const name of remove) {
    const item = items.find((one) => one.secret && one.name === name)
    if (item) wanted.set(item, '')
    else errors[name] = [m.config_unknown({ name })]
  }
  for (const item of items) {
    const changed = item.fields.filter(({ name }) => Object.hasOwn(values, name))
    if (changed.length === 0) continue
    if (item.fixed) {
      errors[changed[0]?.name ?? item.name] = [m.config_fixedBy({ variable: item.fixed })]
      continue
    }
    const all: Record<string, unknown> = { ...formValuesOf(item, item.row?.value) }
    let right = true
    for (const field of changed) {
      const parsed = v.safeParse(fieldSchema(item.secret ? { ...field, required: false } : field), values[field.name])
      if (parsed.success) all[field.name] = parsed.output
      else {
        errors[field.name] = [parsed.issues[0].message]
        right = false
      }
    }
    const [first] = changed
    // An empty secret stays as it is.
    if (!right || !first || (item.secret && !all[first.name])) continue
    const value = storedValueOf(item, all)
    const problem =
      checkValue(item, value, writer.address) ??
      (await refuseMissingRelation(writer.tx, writer.actor, item.own, value)) ??
      (await refuseHiddenFiles(writer, item, first, value))
    if (problem) errors[first.name] = [problem]
    else wanted.set(item, value)
  }
  return wanted
}

function checkValue({ name }: Item, value: unknown, address: string): string | undefined {
  if (!isSettingName(name)) return undefined
  const { schema, check } = settings[name]
  const parsed = v.safeParse(schema, value)
  return parsed.success ? check?.(parsed.output, { address }) : m.rule_type()
}

/** Where a secret is sent to. Whoever changes that must know the secret, or could have it sent elsewhere. */
const destinations = {
  smtpHost: 'smtpPassword',
  smsUrl: 'smsSecret',
} as const

function refuseMovedSecrets(items: readonly Item[], wanted: ReadonlyMap<Item, unknown>, change: ConfigChange): void {
  for (const [place, name] of Object.entries(destinations)) {
    const [at, secret] = [place, name].map((one) => items.find((item) => item.name === one))
    if (!at || !secret || !wanted.has(at) || wanted.has(secret) || !secret.row?.value) continue
    // From no machine to one is a move too: the one before may have been taken away first.
    const stays = at.row?.value === wanted.get(at) || wanted.get(at) === ''
    if (stays || change.remove?.includes(name)) continue
    throw invalid({ [name]: [m.config_secretMoves()] })
  }
}

/**
 * Refuses to bring a secret back that would be sent to another machine than the one it was for.
 * @param changeSetId the change set that took the secret away
 * @throws AppError 422
 */
export async function refuseReturnedSecret(
  tx: Db,
  items: readonly Item[],
  name: string,
  changeSetId: string,
): Promise<void> {
  const place = Object.entries(destinations).find(([, secret]) => secret === name)?.[0]
  const at = items.find((item) => item.name === place)
  if (!at?.row) return
  const { rows } = await tx.execute<{ value: unknown }>(sql`select before -> 'value' as value from change
    where table_name = 'config' and row_id = ${at.row.id} and change_set_id >= ${changeSetId}::bigint order by id limit 1`)
  if (rows.some(({ value }) => value !== at.row?.value)) throw invalid({ [name]: [m.config_secretMoves()] })
}

/** @throws AppError 409 with the items as they are now */
async function refuseCollisions(
  tx: Db,
  items: readonly Item[],
  wanted: ReadonlyMap<Item, unknown>,
  version: number,
): Promise<void> {
  const since = await changedSince(tx, version)
  const collides = [...wanted].some(
    ([{ row, secret }, value]) => row && since.has(row.id) && (secret || !isDeepStrictEqual(row.value, value)),
  )
  if (!collides) return
  const current = Object.assign({}, ...items.map((item) => formValuesOf(item, item.row?.value)))
  throw stale({ ...current, id: 0, version: await configVersion(tx) })
}
