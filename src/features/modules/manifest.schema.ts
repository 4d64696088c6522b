import * as v from 'valibot'
import { designSchema } from '#src/features/generator/design.schema.ts'
import { ownDefinition } from '#src/resource/own-setting.ts'

/** What the categories of the store are called: `store_category_…`. */
export const categories = ['office', 'teaching', 'exams', 'members', 'data', 'system', 'other'] as const
export type ModuleCategory = (typeof categories)[number]

/** The name of a module: everything that it adds begins with it. */
export const UID = /^[a-z][a-z0-9]{2,19}$/
/** A file of a module. Folders are one deep. */
export const FILE_PATH = /^(pictures|icons)\/[a-z0-9][a-z0-9-]{0,59}\.(png|jpg|webp|svg)$/
const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(-[0-9A-Za-z.-]{1,30})?$/

export const uid = v.pipe(v.string(), v.regex(UID))
export const moduleVersion = v.pipe(v.string(), v.maxLength(40), v.regex(VERSION))
const range = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60))
const short = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60))
const node = v.pipe(v.string(), v.regex(/^[\w-]+(\/[\w-]+)*$/), v.maxLength(100))
const name = v.pipe(v.string(), v.regex(/^[a-z][a-zA-Z0-9]{0,19}$/))
/** Never an address: cards would ask for it. */
const icon = v.pipe(v.string(), v.maxLength(100), v.regex(/^(?!\/)/))

/** A text in each language. */
const texts = (most: number) => {
  const one = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))
  return v.strictObject({ 'zh-cn': one, en: one })
}

/** A directory of the menu. Its name is the uid, or begins with it: `asset/lists`. */
const directory = v.strictObject({ name: node, title: texts(40), icon: v.exactOptional(icon) })

/** A page with a text, as a menu: `asset/guide`. The text is HTML, and is cleaned like that of an editor. */
const page = v.strictObject({ name: node, title: texts(40), icon: v.exactOptional(icon), content: texts(50_000) })

/** A role that is given to nobody. `key` names it within the module. */
const role = v.strictObject({
  key: name,
  name: texts(40),
  /** A role of chosen organizations has none that a module could know. */
  scope: v.picklist(['all', 'orgBelow', 'org', 'teaching', 'own']),
  nodes: v.pipe(v.array(node), v.maxLength(200)),
})

/** An item of the configuration. The site knows it as `<uid>_<name>`. */
const configItem = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-zA-Z][a-zA-Z0-9]{0,8}$/)),
  ...v.omit(ownDefinition, ['weight']).entries,
  /** The value of a new installation. */
  value: v.exactOptional(v.union([v.string(), v.number(), v.array(v.string())])),
})

const field = v.pipe(v.string(), v.regex(/^[a-z][a-zA-Z0-9]{0,39}$/))
const filter = v.pipe(v.string(), v.maxLength(2000))

/**
 * A panel of the dashboard about one of the module's resources. `number`: how many rows a search finds. `list`: the
 * first ones. `groups`: how many rows have each value of a field with options.
 */
const panel = v.variant('kind', [
  v.strictObject({
    kind: v.literal('number'),
    key: name,
    title: texts(40),
    resource: v.string(),
    filter: v.exactOptional(filter),
  }),
  v.strictObject({
    kind: v.literal('list'),
    key: name,
    title: texts(40),
    resource: v.string(),
    filter: v.exactOptional(filter),
    order: v.exactOptional(v.pipe(v.string(), v.regex(/^\w+,(asc|desc)$/))),
    fields: v.pipe(v.array(field), v.minLength(1), v.maxLength(3)),
    rows: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)), 5),
  }),
  v.strictObject({
    kind: v.literal('groups'),
    key: name,
    title: texts(40),
    resource: v.string(),
    filter: v.exactOptional(filter),
    by: field,
  }),
])
export type ModulePanel = v.InferOutput<typeof panel>

/**
 * Whom a row of the module's resource tells of its day: the account in `to`, from `before` days ahead until the day
 * itself. The site can edit both texts of its e-mail as a message template.
 */
const reminder = v.strictObject({
  key: name,
  title: texts(40),
  resource: v.string(),
  day: field,
  to: field,
  before: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)),
  /** The rows that still count. */
  filter: v.exactOptional(filter),
  subject: texts(200),
  text: texts(5000),
})
export type ModuleReminder = v.InferOutput<typeof reminder>

const seedValue = v.union([
  v.string(),
  v.number(),
  v.null(),
  v.array(v.union([v.string(), v.number()])),
  /** In the language of whoever installs it. */
  v.strictObject({ 'zh-cn': v.string(), en: v.string() }),
  /** The row of these seeds with this name. */
  v.strictObject({ seed: v.string() }),
])

/** Rows of a new installation. `seed` is the name by which other rows of the seeds point to one. */
const seeds = v.strictObject({
  resource: v.string(),
  rows: v.pipe(
    v.array(
      v.strictObject({
        seed: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
        values: v.record(field, seedValue),
      }),
    ),
    v.maxLength(1000),
  ),
})

const change = v.strictObject({
  version: moduleVersion,
  date: v.exactOptional(v.pipe(v.string(), v.isoDate())),
  text: texts(2000),
})

/**
 * `module.json` of a module, with its texts put in: what it is, what it needs, and all that it adds. Everything in it
 * is data. `check-manifest.server.ts` checks what this schema cannot: that every name begins with the uid, and that
 * every name in it exists.
 */
export const manifestSchema = v.strictObject({
  format: v.literal(1),
  uid,
  title: texts(40),
  intro: texts(200),
  /** HTML of the details. */
  description: v.exactOptional(texts(20_000)),
  author: short,
  website: v.exactOptional(v.pipe(v.string(), v.url(), v.startsWith('https://'), v.maxLength(200))),
  version: moduleVersion,
  category: v.picklist(categories),
  /** Versions of the product that it works with, as a range of semver. */
  product: v.exactOptional(range),
  /** By uid: which versions of other modules it needs, and which it cannot stand beside. */
  needs: v.exactOptional(v.record(uid, range)),
  excludes: v.exactOptional(v.record(uid, range)),
  /** Permissions that whoever installs it must hold. */
  nodes: v.exactOptional(v.pipe(v.array(node), v.maxLength(100))),
  /** The name of an icon, or a drawing of the module: `icons/box.svg`. */
  icon: v.exactOptional(icon),
  pictures: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.regex(FILE_PATH))), v.maxLength(10))),
  changes: v.exactOptional(v.pipe(v.array(change), v.maxLength(100))),
  menus: v.exactOptional(v.pipe(v.array(directory), v.maxLength(20))),
  /** In the order in which they are made: what one points to comes before it. */
  resources: v.exactOptional(v.pipe(v.array(designSchema), v.maxLength(30))),
  pages: v.exactOptional(v.pipe(v.array(page), v.maxLength(20))),
  roles: v.exactOptional(v.pipe(v.array(role), v.maxLength(20))),
  config: v.exactOptional(v.strictObject({ title: texts(40), items: v.pipe(v.array(configItem), v.maxLength(50)) })),
  panels: v.exactOptional(v.pipe(v.array(panel), v.maxLength(10))),
  reminders: v.exactOptional(v.pipe(v.array(reminder), v.maxLength(10))),
  seeds: v.exactOptional(v.pipe(v.array(seeds), v.maxLength(30))),
})

export type ModuleManifest = v.InferOutput<typeof manifestSchema>
export type ModuleRole = NonNullable<ModuleManifest['roles']>[number]
export type ModulePage = NonNullable<ModuleManifest['pages']>[number]
