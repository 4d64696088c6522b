import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { readConfig } from '#src/server/config.server.ts'
import type { DoubtRule, Doubts } from '#src/server/crud/doubts.server.ts'
import { organizationTypes } from './organization.schema.ts'
import { isMisplaced } from './placement.ts'

/** Doubts a type that does not belong below its parent, by the site's own setting. */
export const placementDoubts: DoubtRule = {
  fields: ['type'],
  async ask(db, cases) {
    const { organizationParents } = await readConfig(db, ['organizationParents'])
    return cases.map(({ values, parent }): Doubts => {
      const [type, above] = [String(values.type), parent && String(parent.type)]
      return isMisplaced(organizationParents, type, above) ? { type: () => sentence(type, above) } : {}
    })
  },
}

function sentence(type: string, above: string | null): string {
  if (above === null) return m.organization_unusualTop({ type: nameOf(type) })
  return m.organization_unusual({ type: nameOf(type), parent: nameOf(above) })
}

function nameOf(type: string): string {
  const found = organizationTypes.find(({ value }) => value === type)
  return found ? labelText(found.label) : type
}
