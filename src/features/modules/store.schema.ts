import * as v from 'valibot'
import { categories } from './manifest.schema.ts'

/**
 * The states of a module in the store. 0: not here. 1: installed. 2: its archive is here and waits. 3: it waits, and
 * something of it needs a choice. 4: it waits for other modules. 5: somebody else has a name that it needs.
 * 6: disabled.
 */
export const moduleStates = {
  none: 0,
  installed: 1,
  waiting: 2,
  conflicts: 3,
  needs: 4,
  occupied: 5,
  disabled: 6,
} as const
const state = v.picklist(Object.values(moduleStates))
export type ModuleState = v.InferOutput<typeof state>

/** Where a module comes from. `part`: it is a part of the product. `product`: it comes with the product. */
export const origins = ['part', 'product', 'index', 'upload'] as const

const amount = v.strictObject({
  /** In cents. */
  money: v.nullable(v.number()),
  points: v.nullable(v.number()),
})

/** A module as a card of the store. Texts are in the language of the request. */
export const moduleCard = v.strictObject({
  uid: v.string(),
  title: v.string(),
  intro: v.string(),
  author: v.string(),
  category: v.picklist(categories),
  /** Name of an icon, or address of a drawing: it begins with a slash. */
  icon: v.string(),
  /** Address of the first picture. */
  picture: v.nullable(v.string()),
  origin: v.picklist(origins),
  state,
  /** The newest version that can be had. Of a part of the product: that of the product. */
  version: v.string(),
  /** The version that is installed, also while it is disabled. */
  installed: v.nullable(v.string()),
  /** Whether `version` is newer than what is installed. */
  update: v.boolean(),
  /** The version whose archive waits. */
  waiting: v.nullable(v.string()),
  /** Prices as the index gives them; null: it says none. Nothing is bought here. */
  price: v.nullable(v.strictObject({ now: amount, was: v.nullable(amount) })),
  downloads: v.nullable(v.number()),
  /** ISO 8601 */
  updateTime: v.nullable(v.string()),
})
export type ModuleCard = v.InferOutput<typeof moduleCard>

export const storeAnswer = v.strictObject({
  modules: v.array(moduleCard),
  /** The index of the configuration. `error`: why it could not be read. */
  index: v.nullable(
    v.strictObject({ address: v.string(), name: v.nullable(v.string()), error: v.nullable(v.string()) }),
  ),
})
export type StoreAnswer = v.InferOutput<typeof storeAnswer>

const need = v.strictObject({
  uid: v.string(),
  title: v.string(),
  range: v.string(),
  /** `other`: another version is installed. `disabled`: it is there and off. */
  state: v.picklist(['fits', 'missing', 'other', 'disabled']),
})

export const moduleDetails = v.strictObject({
  card: moduleCard,
  /** HTML of the allow-list, or empty. */
  description: v.string(),
  pictures: v.array(v.string()),
  changes: v.array(v.strictObject({ version: v.string(), date: v.nullable(v.string()), text: v.string() })),
  website: v.nullable(v.string()),
  /** The versions of the product, as a range, or null for all of them. */
  product: v.nullable(v.string()),
  needs: v.array(need),
  excludes: v.array(v.strictObject({ uid: v.string(), range: v.string() })),
  nodes: v.array(v.string()),
  /** What it adds; null while only the index knows it. */
  adds: v.nullable(
    v.strictObject({
      /** `path` is where it is in the back office, while it is installed. */
      resources: v.array(v.strictObject({ key: v.string(), title: v.string(), path: v.nullable(v.string()) })),
      pages: v.array(v.strictObject({ name: v.string(), title: v.string(), path: v.nullable(v.string()) })),
      roles: v.array(v.string()),
      panels: v.array(v.string()),
      reminders: v.array(v.string()),
      settings: v.array(v.string()),
      seeds: v.number(),
    }),
  ),
  /** Whose key has signed it; null: it comes with the product. */
  signer: v.nullable(v.string()),
  /** The version that an update left behind, and that can come back. */
  previous: v.nullable(v.string()),
  /** Other modules of its author. */
  others: v.array(moduleCard),
})
export type ModuleDetails = v.InferOutput<typeof moduleDetails>

/** What one choice of a conflict does. */
const choice = v.strictObject({ value: v.string(), label: v.string() })

const conflict = v.strictObject({
  /** What it is about: `table:res_asset`, `resource:asset`, `role:keeper`. */
  id: v.string(),
  text: v.string(),
  choices: v.array(choice),
  /** What was chosen; null: nothing yet. */
  chosen: v.nullable(v.string()),
})

const step = v.strictObject({
  kind: v.picklist(['resource', 'menu', 'page', 'role', 'config', 'panel', 'reminder', 'seed', 'part']),
  text: v.string(),
  /** What it does to what is there. */
  effect: v.exactOptional(v.string()),
  loss: v.boolean(),
})

/** What an installation or an update will do. */
export const modulePlan = v.strictObject({
  uid: v.string(),
  title: v.string(),
  version: v.string(),
  /** The version that an update replaces. */
  from: v.nullable(v.string()),
  state,
  steps: v.array(step),
  /** The statements that change the database. */
  sql: v.array(v.string()),
  conflicts: v.array(conflict),
  needs: v.array(need),
  /** Why it cannot be installed here, whatever is chosen. */
  problems: v.array(v.string()),
  /** Whose key has signed it; null: it comes with the product. */
  signer: v.nullable(v.string()),
  /** Sent back with the installation, so that what is done is what was shown. */
  plan: v.string(),
})
export type ModulePlan = v.InferOutput<typeof modulePlan>

export const choicesSchema = v.record(v.pipe(v.string(), v.maxLength(120)), v.pipe(v.string(), v.maxLength(20)))

/** A key that archives may be signed with. `key`: 32 bytes in Base64. */
export const trustedKey = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  key: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9+/]{43}=$/)),
})
export type TrustedKey = v.InferOutput<typeof trustedKey>
