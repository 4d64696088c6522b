import type { Db } from '#src/db/client.server.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { AppError } from '#src/server/errors.server.ts'
import { descriptionOf, resourceKeyOf } from './apply/apply-resources.server.ts'
import { type Catalog, cardOfModule, cardsOf, type Listed, partCard, pictureAddress } from './catalog.server.ts'
import type { ModuleManifest } from './manifest.schema.ts'
import { modulesHere, needsOf } from './needs.server.ts'
import { parts } from './parts.server.ts'
import { type ModuleDetails, moduleStates } from './store.schema.ts'

/** Everything about a module, in the language of the request. @throws AppError 404 */
export async function detailsOf(db: Db, catalog: Catalog, uid: string): Promise<ModuleDetails> {
  const part = parts.find((one) => one.uid === uid)
  if (part) {
    const nothing = { pictures: [], changes: [], website: null, product: null, needs: [], excludes: [], nodes: [] }
    const about = { card: await partCard(db, part), description: part.description() }
    return { ...nothing, ...about, adds: null, signer: null, previous: null, others: [] }
  }
  const one = catalog.listed.find((listed) => listed.uid === uid)
  if (!one) throw new AppError(404)
  const card = cardOfModule(one)
  const manifest = one.waiting?.manifest ?? one.installed?.manifest ?? one.product
  const shown = manifest ?? one.entry
  if (!shown) throw new AppError(404)
  const { needs, excludes, description, changes = [], pictures = [] } = shown
  return {
    card,
    description: description ? labelText(description) : '',
    pictures: pictures.flatMap((path) => pictureAddress(uid, shown, path) ?? []),
    // The index knows of versions that are not here yet.
    changes: (one.entry?.changes ?? changes).map(({ version, date, text }) => ({
      version,
      date: date ?? null,
      text: labelText(text),
    })),
    website: shown.website ?? null,
    product: shown.product ?? null,
    needs: needsOf(await modulesHere(db), needs ? { needs } : {}),
    excludes: Object.entries(excludes ?? {}).map(([other, range]) => ({ uid: other, range })),
    nodes: manifest?.nodes ?? [],
    adds: manifest ? addedBy(manifest, one) : null,
    signer: (one.waiting ?? one.installed)?.signer || null,
    previous: one.row?.previous ?? null,
    others: (await cardsOf(db, catalog)).filter(
      (other) => other.origin !== 'part' && other.uid !== uid && other.author === card.author,
    ),
  }
}

function addedBy(manifest: ModuleManifest, { row, installed }: Listed): ModuleDetails['adds'] {
  const on = row?.state === moduleStates.installed
  const there = new Set(installed?.manifest.resources?.map(resourceKeyOf))
  const { resources = [], pages = [], roles = [], panels = [], reminders = [], config, seeds = [] } = manifest
  return {
    resources: resources.map((resource) => {
      const description = descriptionOf(resource)
      const { key, menu } = description
      return { key, title: labelText(pluralLabel(description)), path: on && there.has(key) ? `/admin/${menu}` : null }
    }),
    pages: pages.map(({ name, title }) => ({ name, title: labelText(title), path: on ? `/admin/${name}` : null })),
    roles: roles.map(({ name }) => labelText(name)),
    panels: panels.map(({ title }) => labelText(title)),
    reminders: reminders.map(({ title }) => labelText(title)),
    settings: config?.items.map(({ title, titleEn }) => labelText({ 'zh-cn': title, en: titleEn || title })) ?? [],
    seeds: seeds.reduce((sum, { rows }) => sum + rows.length, 0),
  }
}
