import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { permissionEpoch } from '#src/db/identity.table.server.ts'
import { lockConfig } from '#src/features/config/config-save.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readConfig } from '#src/server/config.server.ts'
import { settings } from '#src/server/settings/registry.server.ts'
import type { ModuleCategory } from './manifest.schema.ts'

/** A part of the product that the store switches on and off like a module. Texts are in the language of the request. */
export type ProductPart = {
  uid: string
  title(): string
  intro(): string
  /** HTML. */
  description(): string
  category: ModuleCategory
  icon: string
  isOn(db: Db): Promise<boolean>
  /** Nothing that the part has stored is changed. The caller then tells that the table `config` has changed. */
  switchOn(tx: Db, on: boolean): Promise<void>
}

/** The parts of the product, in the order of the store. */
export const parts: readonly ProductPart[] = [
  {
    uid: 'richtext',
    title: m.part_richtext,
    intro: m.part_richtextIntro,
    description: () => paragraphs(m.part_richtextText()),
    category: 'office',
    icon: 'fa fa-file-text-o',
    isOn: async (db) => (await readConfig(db, ['richText'])).richText,
    switchOn: (tx, on) => storeSwitch(tx, 'richText', on),
  },
  {
    uid: 'announcements',
    title: m.menu_announcement,
    intro: m.part_announcementsIntro,
    description: () => paragraphs(m.part_announcementsText()),
    category: 'office',
    icon: 'fa fa-bullhorn',
    isOn: async (db) => (await readConfig(db, ['announcements'])).announcements,
    switchOn: async (tx, on) => {
      await storeSwitch(tx, 'announcements', on)
      // Open pages load menus and permissions again when the epoch changes.
      await tx.update(permissionEpoch).set({ epoch: sql`pg_current_xact_id()::text` })
    },
  },
]

async function storeSwitch(tx: Db, name: 'richText' | 'announcements', on: boolean): Promise<void> {
  await lockConfig(tx)
  await tx
    .insert(config)
    .values({ name, group: settings[name].group, value: on })
    .onConflictDoUpdate({
      target: config.name,
      set: { value: sql`excluded.value` },
      // What stays the same is no change.
      setWhere: sql`${config.value} is distinct from excluded.value`,
    })
}

/** The lines of a text as HTML. The texts are those of the product, without signs of HTML. */
function paragraphs(text: string): string {
  return text
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('')
}
