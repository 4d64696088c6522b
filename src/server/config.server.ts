import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { env, isGiven } from '#src/lib/env.ts'
import { unseal } from './seal.server.ts'
import { storedRows } from './settings/own-items.server.ts'
import { type SettingName, type SettingSchemas, type SettingValues, settings } from './settings/registry.server.ts'

/** The type of each setting. */
export type Config = SettingValues

/** Every setting of the site, with its schema and its default. */
export const configSchema = v.object(
  // Seam: the type of Object.fromEntries does not keep the names.
  Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as SettingSchemas,
)

/** The settings that are stored sealed and never delivered. */
export const secretSettings = ['smtpPassword', 'smsSecret', 'sealSecret'] as const satisfies readonly SettingName[]

/**
 * A secret setting in plain text; an empty text when it is not set, or sealed with another `SESSION_SECRET`.
 * @param siteSecret `deps.secret`, or that of a job
 */
export async function readSecret(db: Db, siteSecret: string, name: (typeof secretSettings)[number]): Promise<string> {
  const sealed = (await readConfig(db, [name]))[name]
  return (sealed && unseal(siteSecret, name, sealed)) || ''
}

/** A text per language in the language of the request. */
export function textIn(text: string | { 'zh-cn': string; en: string }): string {
  return typeof text === 'string' ? text : text[getLocale()]
}

/** The site's name in the language of the request. */
export function siteNameIn(name: Config['siteName']): string {
  return textIn(name)
}

const mapOf = new WeakMap<object, ReadonlyMap<string, unknown>>()

/** The stored settings by name. While they are cached and unchanged, every call returns the same map. */
export async function readSettings(db: Db): Promise<ReadonlyMap<string, unknown>> {
  const rows = await storedRows(db)
  const known = mapOf.get(rows)
  if (known) return known
  const map = new Map([...rows.values()].map(({ name, value }) => [name, value] as const))
  mapOf.set(rows, map)
  return map
}

/**
 * The named settings. A setting that is not stored, or stored wrongly, has its default. What an environment variable
 * fixes is not read from the database at all.
 */
export async function readConfig<K extends keyof Config>(db: Db, names: readonly K[]): Promise<Pick<Config, K>> {
  const stored = await readSettings(db)
  const values = names.map((name) => [name, settingValue(name, stored.get(name))])
  // Seam: the type of Object.fromEntries does not keep the names.
  return Object.fromEntries(values) as Pick<Config, K>
}

/** The value in force of a setting, from what is stored of it. */
export function settingValue(name: SettingName, stored: unknown): unknown {
  const { schema, env: fixing } = settings[name]
  if (fixing && isGiven(fixing.name)) return fixing.read(env())
  // One invalid setting must not affect the others.
  const result = v.safeParse(schema, stored)
  return result.success ? result.output : v.parse(schema, undefined)
}
