import { expect, test } from 'vitest'
import { resources } from '#src/features/resources.server.ts'
import { locales } from '#src/i18n/paraglide/runtime.js'
import { labelText } from '#src/resource/label.ts'
import { offersOf } from '#src/resource/offers.ts'

test('no two fields of a resource that can be imported have one label, which tells the columns of a file apart', () => {
  for (const { resource } of resources) {
    if (!offersOf(resource.description).import) continue
    for (const locale of locales) {
      const labels = resource.description.fields.map(({ label }) => labelText(label, locale))
      expect(labels, `${resource.key} ${locale}`).toEqual([...new Set(labels)])
    }
  }
})
