import type * as v from 'valibot'
import { accessSettings } from './access-settings.server.ts'
import { fileSettings } from './file-settings.server.ts'
import { messageSettings } from './message-settings.server.ts'
import type { Setting } from './setting.server.ts'
import { siteSettings } from './site-settings.server.ts'

/**
 * Every built-in setting. Schema, defaults, seed, form, checks, history and export follow from it, so a new one is one
 * entry here and its texts.
 */
const all = { ...siteSettings, ...accessSettings, ...fileSettings, ...messageSettings }

type All = typeof all
export type SettingName = keyof All

/** The type of each setting. */
export type Config = { [K in SettingName]: v.InferOutput<All[K]['schema']> }

/** The built-in settings by name. */
export const settings: Readonly<Record<SettingName, Setting>> & All = all

/** Whether a built-in setting has this name. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(all, name)
}

/** The schema of each setting's stored value. */
export type SettingSchemas = { [K in SettingName]: All[K]['schema'] }
