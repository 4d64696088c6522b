import * as v from 'valibot'
import { env, isGiven } from '#src/lib/env.ts'
import type { Field, Label } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { blankValue } from '#src/resource/form-values.ts'
import { labelText } from '#src/resource/label.ts'
import { type OwnDefinition, ownBlank, ownField } from '#src/resource/own-setting.ts'
import { settingValue } from '#src/server/config.server.ts'
import type { StoredSetting } from '#src/server/settings/own-items.server.ts'
import { isSettingName, type SettingName, settings } from '#src/server/settings/registry.server.ts'

/** An item of the configuration: a built-in setting with a form, or an own item of the site. */
export type Item = {
  name: string
  group: string
  /** The fields that edit it: one, or one per language. Their names begin with the name of the item. */
  fields: Field[]
  secret: boolean
  own: OwnDefinition | undefined
  /** The environment variable that fixes it. */
  fixed: string | undefined
  row: StoredSetting | undefined
}

export const LANGUAGES = ['zh-cn', 'en'] as const

const languageNames = { 'zh-cn': '中文', en: 'English' } as const

/** Every item that can be edited, in the order of the screen. */
export function itemsOf(rows: ReadonlyMap<string, StoredSetting>): Item[] {
  // Seam: Object.keys returns plain strings, but the keys of the registry are its names.
  const builtIn = (Object.keys(settings) as SettingName[]).flatMap((name) => builtInItem(name, rows.get(name)) ?? [])
  const own = [...rows.values()].flatMap((row) => (row.own && !isSettingName(row.name) ? ownItem(row, row.own) : []))
  own.sort(
    (one, other) => (other.own?.weight ?? 0) - (one.own?.weight ?? 0) || (one.row?.id ?? 0) - (other.row?.id ?? 0),
  )
  return [...builtIn, ...own]
}

function builtInItem(name: SettingName, row: StoredSetting | undefined): Item | undefined {
  const { group, field, title = { 'zh-cn': name, en: name }, tip, perLanguage, env: fixing, offered } = settings[name]
  if (!field || offered?.(env()) === false) return undefined
  const common = tip ? { help: tip } : {}
  const fields: Field[] = perLanguage
    ? LANGUAGES.map((language) => ({
        ...field,
        ...common,
        name: `${name}@${language}`,
        label: inLanguage(title, language),
      }))
    : [{ ...field, ...common, name: fieldName(name), label: title }]
  const fixed = fixing && isGiven(fixing.name) ? fixing.name : undefined
  return { name, group, fields, secret: fields.some(isSecret), own: undefined, fixed, row }
}

function ownItem(row: StoredSetting, own: OwnDefinition): Item {
  const field = ownField(fieldName(row.name), own)
  return { name: row.name, group: row.group, fields: [field], secret: isSecret(field), own, fixed: undefined, row }
}

/** The answer to a conflict has an id and a version of its own, so no field has these names. */
function fieldName(name: string): string {
  return name === 'version' || name === 'id' ? `${name}@` : name
}

/** Values as a client may send them: an item with one field also by its own name. */
export function byFields(items: readonly Item[], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Map(
    items.flatMap(({ name, fields: [one, ...more] }) => (one && more.length === 0 ? [[name, one.name]] : [])),
  )
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]))
}

/** The title of a text in one language: `Site name (中文)`. */
function inLanguage(title: Label, language: (typeof LANGUAGES)[number]): Label {
  const text = (locale: 'zh-cn' | 'en') => `${labelText(title, locale)} (${languageNames[language]})`
  return { 'zh-cn': text('zh-cn'), en: text('en') }
}

/** The values of an item's fields, as forms have them. A secret has none. */
export function formValuesOf(item: Item, stored: unknown): Record<string, FieldValue> {
  const [first] = item.fields
  if (!first) return {}
  if (item.secret) return { [first.name]: '' }
  if (item.own) return { [first.name]: fieldValue(first, stored) }
  // Seam: an item without a definition of its own is a built-in setting.
  const name = item.name as SettingName
  const value = item.fixed ? settings[name].env?.read(env()) : settingValue(name, stored)
  if (settings[name].perLanguage) {
    const texts = typeof value === 'string' ? { 'zh-cn': value, en: value } : value
    return Object.fromEntries(
      LANGUAGES.map((language) => [`${name}@${language}`, String(Reflect.get(Object(texts), language) ?? '')]),
    )
  }
  return { [first.name]: fieldValue(first, toForm(name, value)) }
}

/** The values of an item's fields when nobody has set it. */
export function defaultsOf(item: Item): Record<string, FieldValue> {
  const { own } = item
  if (own) return Object.fromEntries(item.fields.map((field) => [field.name, ownBlank(item.name, own)]))
  return formValuesOf({ ...item, fixed: undefined }, undefined)
}

function toForm(name: SettingName, value: unknown): unknown {
  const { scale } = settings[name]
  if (typeof value === 'boolean') return value ? 1 : 0
  if (scale && typeof value === 'number') return Math.round((value / scale) * 100) / 100
  return value
}

function fieldValue(field: Field, value: unknown): FieldValue {
  // Seam: what is stored was checked by the field's own schema when it was saved.
  return value === undefined ? blankValue(field) : (value as FieldValue)
}

/** What is stored for checked values of an item's fields. */
export function storedValueOf(item: Item, values: Readonly<Record<string, unknown>>): unknown {
  const [first] = item.fields
  if (item.own || !isSettingName(item.name)) return values[first?.name ?? ''] ?? null
  const { perLanguage, scale, schema } = settings[item.name]
  if (perLanguage)
    return Object.fromEntries(LANGUAGES.map((language) => [language, values[`${item.name}@${language}`] ?? '']))
  const value = values[first?.name ?? '']
  const usual: unknown = v.parse(schema, undefined)
  if (typeof usual === 'boolean') return value === 1
  return scale && typeof value === 'number' ? Math.round(value * scale) : value
}

/** A field as plain data, with its texts in both languages. */
export function plainField(field: Field): Field {
  // Seam: only functions are replaced, by what a description from the database has in their place.
  return plain(field) as Field
}

function plain(value: unknown): unknown {
  if (typeof value === 'function') {
    // Seam: the only functions in a description are messages.
    const label = value as Extract<Label, (...args: never[]) => string>
    return { 'zh-cn': labelText(label, 'zh-cn'), en: labelText(label, 'en') }
  }
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]))
}
