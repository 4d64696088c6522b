import { m } from '#src/i18n/paraglide/messages.js'
import type { Json, JsonObject } from '#src/lib/json.ts'

/** How deep a sample goes. A tree of menus would have no end. */
const DEEPEST = 7

const WHEN = '2026-09-01T00:30:00.000Z'

/** Plausible texts by the name of their property. */
const texts: Record<string, () => string> = {
  code: () => 'NS-01',
  name: () => m.docs_sampleName(),
  shortName: () => m.docs_sampleShort(),
  title: () => m.docs_sampleName(),
  label: () => m.docs_sampleName(),
  nickname: () => m.docs_samplePerson(),
  contact: () => m.docs_samplePerson(),
  username: () => 'admin',
  password: () => '••••••••',
  phone: () => '0755-26123456',
  mobile: () => '13800000001',
  email: () => 'office@school.example',
  areaCode: () => '440305',
  color: () => '#409eff',
  ip: () => '203.0.113.7',
  last_login_ip: () => '203.0.113.7',
  access_token: () => 'at_5Yt0…',
  refresh_token: () => 'rt_9Qm2…',
  fileName: () => 'schools.xlsx',
  path: () => '/admin/baseInfo/organization',
  icon: () => 'fa fa-sitemap',
  order: () => 'updateTime,desc',
  resource: () => 'organization',
  msg: () => '',
  uuid: () => '6f1c2a9e-0b7d-4a55-9d0c-3a1f5b7c8e21',
}

const numbers: Record<string, number> = {
  time: 1_795_225_503,
  expires_in: 900,
  total: 144,
  years: 6,
  fullMark: 150,
  entryYear: 2026,
  graduationYear: 2032,
  size: 18_432,
}

/** Texts for patterns that no other rule meets. */
const patterns: [RegExp, string][] = [
  [/asc\|desc/, 'updateTime,desc'],
  [/\\d\{2\}/, '44'],
  [/\\d\{4\}/, '4403'],
  [/\\d\{/, '1'],
  [/^\^\\\//, '/admin'],
]

/**
 * A sample value of a JSON Schema, from its examples, enumerations, formats and the names of properties.
 * @param schemas the named schemas that it may refer to
 */
export function sampleOf(schema: Json | undefined, schemas: JsonObject, name = '', depth = 0): Json {
  if (!isObject(schema) || depth > DEEPEST) return null
  const { $ref, anyOf, oneOf, enum: options, examples, properties, items } = schema
  if (typeof $ref === 'string')
    return sampleOf(schemas[$ref.slice($ref.lastIndexOf('/') + 1)], schemas, name, depth + 2)
  if ('const' in schema) return schema.const ?? null
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0]
  // The samples are about a school.
  if (Array.isArray(options) && options[0] !== undefined) return options.includes('school') ? 'school' : options[0]
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined
  if (choices)
    return sampleOf(
      choices.find((one) => isObject(one) && one.type !== 'null'),
      schemas,
      name,
      depth,
    )
  const kind = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (kind === 'object' || isObject(properties)) {
    const entries = Object.entries(isObject(properties) ? properties : {})
    return Object.fromEntries(entries.map(([key, one]) => [key, sampleOf(one, schemas, key, depth + 1)]))
  }
  if (kind === 'array') {
    const one = sampleOf(items, schemas, name.replace(/s$/, ''), depth + 1)
    return one === null ? [] : [one]
  }
  if (kind === 'boolean') return true
  if (kind === 'integer' || kind === 'number') return sampleNumber(schema, name)
  return kind === 'string' ? sampleText(schema, name) : null
}

function sampleNumber({ minimum, default: usual }: JsonObject, name: string): number {
  const known = numbers[name] ?? (typeof usual === 'number' ? usual : 1)
  return typeof minimum === 'number' ? Math.max(minimum, known) : known
}

function sampleText({ format, pattern, maxLength, contentMediaType }: JsonObject, name: string): string {
  if (contentMediaType !== undefined) return '{"type":"and","items":[]}'
  if (format === 'date-time' || /Time$/.test(name)) return WHEN
  const byPattern = typeof pattern === 'string' ? patterns.find(([rule]) => rule.test(pattern))?.[1] : undefined
  const text = byPattern ?? texts[name]?.() ?? m.docs_sampleText()
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
