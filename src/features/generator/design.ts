import type { Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import type { Design } from './design.schema.ts'

/** A field as a design has it: its labels are texts. */
export type DesignField = Design['description']['fields'][number]
export type DesignLabel = DesignField['label']
export type DesignType = DesignField['type']
/** A field of one type. */
export type DesignFieldOf<TType extends DesignType> = Extract<DesignField, { type: TType }>

/** Base columns by which every list can be sorted. */
export const baseSorts = ['id', 'createTime', 'updateTime'] as const

/** Names that the base columns have. */
const taken = new Set([
  'id',
  'version',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
  'path',
  'sortKey',
  'childCount',
])

/** Whether a field can have this name. */
export function isFieldName(name: string): boolean {
  return /^[a-z][a-zA-Z0-9]{0,39}$/.test(name) && !taken.has(name)
}

/** A name like the wanted one that no field of the design has. Without any Latin letter, it is a number of `field`. */
export function freeName(names: readonly string[], wanted: string): string {
  const words = wanted.match(/[A-Za-z0-9]+/g) ?? []
  const joined = words.map((word, at) => (at === 0 ? lower(word) : upper(word))).join('')
  const base = joined
    .replace(/^\d+/, '')
    .replace(/^./, (first) => first.toLowerCase())
    .slice(0, 36)
  const known = new Set(names)
  const free = (name: string) => isFieldName(name) && !known.has(name)
  if (base !== '' && free(base)) return base
  for (let number = base === '' ? 1 : 2; ; number += 1) {
    const name = `${base === '' ? 'field' : base}${number}`
    if (free(name)) return name
  }
}

const lower = (word: string) => (/^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word)
const upper = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** A name in kebab case, for the key of a resource: `Exam room` as `exam-room`. */
export function keyOfTitle(title: string): string {
  const words = title.match(/[A-Za-z0-9]+/g) ?? []
  return words
    .join('-')
    .toLowerCase()
    .replace(/^[\d-]+/, '')
    .slice(0, 41)
}

/** The table that a resource with this key gets. */
export function tableOfKey(key: string): string {
  return `res_${key.replaceAll('-', '_')}`
}

/** Whether lists can be searched and sorted by a field, or rows be named by it. */
export function isReadable(field: DesignField): boolean {
  return !isSecret(plain(field))
}

/** Whether a list can be sorted by a field: it has one value. */
export function isSortable(field: DesignField): boolean {
  if (!isReadable(field) || ('multiple' in field && field.multiple)) return false
  return !['texts', 'pairs', 'rows', 'editor', 'image', 'file', 'json'].includes(field.type)
}

/** Whether words are looked for in a field. */
export function isWordField(field: DesignField): boolean {
  return field.type === 'text'
}

/** A field of a design as the kit knows fields. */
export function plain(field: DesignField): Field {
  return field
}

/** A label in the language of the user, else in the other one. */
export function shownLabel(label: DesignLabel, otherwise = ''): string {
  return labelText(label) || label.en || label['zh-cn'] || otherwise
}

/** Whether a text says something in any language. */
export function hasWords(label: DesignLabel): boolean {
  return label.en !== '' || label['zh-cn'] !== ''
}
