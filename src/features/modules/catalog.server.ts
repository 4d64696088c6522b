import { asc } from 'drizzle-orm'
import { gt, rcompare } from 'semver'
import type { Db } from '#src/db/client.server.ts'
import { reasonFor } from '#src/features/generator/entry-log.server.ts'
import { labelText } from '#src/resource/label.ts'
import { readConfig } from '#src/server/config.server.ts'
import { iconName } from './apply/applying.server.ts'
import type { IndexEntry } from './index/index-entry.schema.ts'
import type { IndexDeps } from './index/index-place.server.ts'
import { readIndex } from './index/read-index.server.ts'
import type { ModuleManifest } from './manifest.schema.ts'
import { type ModuleRelease, type ModuleRow, moduleTable } from './module.table.server.ts'
import { type ProductPart, parts } from './parts.server.ts'
import { productModules } from './product-modules.server.ts'
import { productVersion } from './product-version.server.ts'
import { releasesOf } from './releases.server.ts'
import { type ModuleCard, type ModuleState, moduleStates, type StoreAnswer } from './store.schema.ts'

/** What is known of a module: what is here, and where it can be had from. */
export type Listed = {
  uid: string
  row: ModuleRow | undefined
  /** The version that is installed. */
  installed: ModuleRelease | undefined
  /** The archive that waits. */
  waiting: ModuleRelease | undefined
  product: ModuleManifest | undefined
  /** The newest version of the index. */
  entry: IndexEntry | undefined
}

/** All that the store shows. */
export type Catalog = { listed: Listed[]; index: SiteIndex }

/** The index of the configuration. */
export type SiteIndex = {
  /** Empty without one. */
  address: string
  entries: readonly IndexEntry[]
  entryOf(uid: string, version: string): IndexEntry | undefined
  /** What the page says of it. */
  answer: StoreAnswer['index']
}

/** Reads what is here, what comes with the product, and the index. An index that cannot be read takes nothing along. */
export async function readCatalog(db: Db, deps: IndexDeps): Promise<Catalog> {
  const rows = await db.select().from(moduleTable).orderBy(asc(moduleTable.uid))
  const releases = await releasesOf(db, rows)
  const own = new Map((await productModules()).map(({ manifest }) => [manifest.uid, manifest]))
  const index = await siteIndex(db, deps)
  const newest = new Map<string, IndexEntry>()
  for (const entry of index.entries) {
    const known = newest.get(entry.uid)
    // What comes with the product is not replaced by others.
    if (!own.has(entry.uid) && (!known || gt(entry.version, known.version))) newest.set(entry.uid, entry)
  }
  const here = new Map(rows.map((row) => [row.uid, row]))
  const uids = new Set([...own.keys(), ...newest.keys(), ...here.keys()])
  const listed = [...uids].map((uid): Listed => {
    const row = here.get(uid)
    const release = (version: string | null | undefined) =>
      version == null ? undefined : releases.get(`${uid} ${version}`)
    return {
      uid,
      row,
      installed: release(row?.version),
      waiting: release(row?.waiting),
      product: own.get(uid),
      entry: newest.get(uid),
    }
  })
  // What was removed and is nowhere to be had is no card.
  return { listed: listed.filter((one) => one.installed || one.waiting || one.product || one.entry), index }
}

/** Reads the index of the configuration. One that cannot be read has no entries, and says why. */
export async function siteIndex(db: Db, deps: IndexDeps): Promise<SiteIndex> {
  const { moduleIndex: address } = await readConfig(db, ['moduleIndex'])
  const indexWith = (entries: readonly IndexEntry[], answer: SiteIndex['answer']): SiteIndex => ({
    address,
    entries,
    entryOf: (uid, version) => entries.find((one) => one.uid === uid && one.version === version),
    answer,
  })
  if (address === '') return indexWith([], null)
  try {
    const { modules, name } = await readIndex(address, deps)
    return indexWith(modules, { address, name: name && labelText(name), error: null })
  } catch (error) {
    return indexWith([], { address, name: null, error: reasonFor(error) })
  }
}

/** The cards of the store: the parts of the product, what comes with it, and the rest by their titles. */
export async function cardsOf(db: Db, { listed }: Catalog): Promise<ModuleCard[]> {
  const cards = listed
    .map(cardOfModule)
    .toSorted((one, other) => rank(one) - rank(other) || (one.title < other.title ? -1 : 1))
  return [...(await Promise.all(parts.map((part) => partCard(db, part)))), ...cards]
}

function rank({ origin }: ModuleCard): number {
  return origin === 'product' ? 0 : 1
}

/** A part of the product as a card. */
export async function partCard(db: Db, part: ProductPart): Promise<ModuleCard> {
  const version = productVersion()
  const on = await part.isOn(db)
  return {
    uid: part.uid,
    title: part.title(),
    intro: part.intro(),
    author: 'Yardstick',
    category: part.category,
    icon: part.icon,
    picture: null,
    origin: 'part',
    state: on ? moduleStates.installed : moduleStates.none,
    version,
    installed: on ? version : null,
    update: false,
    waiting: null,
    price: null,
    downloads: null,
    updateTime: null,
  }
}

/** A module as a card: with the words of the newest version that is known. */
export function cardOfModule(one: Listed): ModuleCard {
  const { uid, row, installed, waiting, product, entry } = one
  const offered = [product, entry, waiting?.manifest, installed?.manifest].filter((other) => other !== undefined)
  const [newest] = offered.toSorted((a, b) => rcompare(a.version, b.version))
  if (!newest) throw new Error(`Nothing is known of the module ${uid}`)
  const shown = installed?.manifest ?? newest
  return {
    uid,
    title: labelText(shown.title),
    intro: labelText(shown.intro),
    author: shown.author,
    category: shown.category,
    icon: iconOf(uid, shown),
    picture: pictureAddress(uid, shown, shown.pictures?.[0]),
    origin: product ? 'product' : (installed?.origin ?? waiting?.origin ?? 'index'),
    state: stateOf(row),
    version: newest.version,
    installed: installed?.version ?? null,
    update: installed !== undefined && gt(newest.version, installed.version),
    waiting: waiting?.version ?? null,
    price: entry?.price ?? null,
    downloads: entry?.downloads ?? null,
    updateTime: row?.version ? row.updateTime : (entry?.updateTime ?? null),
  }
}

/** The state of a module: an archive that waits for its first installation says what it waits for. */
function stateOf(row: ModuleRow | undefined): ModuleState {
  const states = Object.values(moduleStates)
  const known = (state: number) => states.find((one) => one === state) ?? moduleStates.none
  if (!row) return moduleStates.none
  if (row.version !== null || row.waiting === null) return known(row.version === null ? 0 : row.state)
  return known(row.waitState)
}

function iconOf(uid: string, { icon = '', version }: Pick<ModuleManifest, 'icon' | 'version'>): string {
  return icon.includes('.') ? addressOf(uid, version, icon) : iconName(uid, icon)
}

/** The address of a picture of a version of a module. */
export function pictureAddress(
  uid: string,
  { version }: Pick<ModuleManifest, 'version'>,
  path: string | undefined,
): string | null {
  return path === undefined ? null : addressOf(uid, version, path)
}

function addressOf(uid: string, version: string, path: string): string {
  return `/adminApi/moduleStore/picture?${new URLSearchParams({ uid, version, path })}`
}
