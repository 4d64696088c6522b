import type * as v from 'valibot'
import { accessSettings } from './access-settings.schema.ts'
import { fileSettings } from './file-settings.schema.ts'
import { logSettings } from './log-settings.schema.ts'
import { messageSettings } from './message-settings.schema.ts'
import type { SiteSetting } from './setting.ts'
import { siteSettings } from './site-settings.schema.ts'

/**
 * Every built-in setting. Schema, defaults, seed, form, checks, history and export follow from it, so a new one is one
 * entry here and its texts.
 */
const all = { ...siteSettings, ...accessSettings, ...fileSettings, ...messageSettings, ...logSettings }

type All = typeof all
export type SettingName = keyof All

/** The type of each setting. */
export type SettingValues = { [K in SettingName]: v.InferOutput<All[K]['schema']> }

/** The built-in settings by name. */
export const settings: Readonly<Record<SettingName, SiteSetting>> & All = all

/** Whether a built-in setting has this name. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(all, name)
}

/** The schema of each setting's stored value. */
export type SettingSchemas = { [K in SettingName]: All[K]['schema'] }
