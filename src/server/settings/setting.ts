import type * as v from 'valibot'
import type { Env } from '#src/lib/env.ts'
import type { Field, Label } from '#src/resource/description.ts'

/** The tabs of the configuration with built-in settings, in their order. Own groups follow. */
export const settingGroups = [
  'site',
  'brand',
  'access',
  'signIn',
  'password',
  'member',
  'upload',
  'mail',
  'sms',
  'retention',
  'log',
  'legal',
] as const
export type SiteSettingGroup = (typeof settingGroups)[number]

/** A field of the kit without what the setting says itself. */
type Bare<T> = T extends unknown ? Omit<T, 'name' | 'label' | 'help'> : never
export type SettingField = Bare<Field>

/** What a check of a new value may look at. */
export type SettingContext = {
  /** The address that the change comes from. */
  address: string
}

/** A built-in setting: what it is, how it is edited, who may see it. */
export type SiteSetting<S extends v.GenericSchema = v.GenericSchema> = {
  /** The schema of the stored value, with its default. */
  schema: S
  group: SiteSettingGroup
  /** Of a setting with a form. */
  title?: Label
  tip?: Label
  /** How the form edits it. Without it, the setting is not on the screen. */
  field?: SettingField
  /** Everybody may read it (`GET /api/site`). */
  public?: true
  /** The environment variable that fixes it, and its value as it is stored. */
  env?: { name: keyof Env; read(env: Env): unknown }
  /** The value is a text for each language, and the form has a field for each. */
  perLanguage?: true
  /** The form shows the stored number divided by this one: bytes as megabytes. */
  scale?: number
  /** Whether the configuration shows it, as the environment says. By default it does. */
  offered?(env: Env): boolean
  /** What is wrong with a value that fits the schema. */
  check?(value: v.InferOutput<S>, context: SettingContext): string | undefined
}

/** Defines a built-in setting. The schema gives its type. */
export function setting<S extends v.GenericSchema>(given: SiteSetting<S>): SiteSetting<S> {
  return given
}
