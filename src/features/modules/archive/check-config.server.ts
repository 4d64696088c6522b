import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { addressesIn, isSecret, optionsOf, relationTarget } from '#src/resource/field-traits.ts'
import { ownField } from '#src/resource/own-setting.ts'
import { isRegistered } from '#src/resource/registry.ts'
import type { ModuleManifest } from '../manifest.schema.ts'
import type { Complain } from './complain.ts'
import { shownName } from './module-limits.ts'

/** What is wrong with the items of the configuration. @param own the keys of the module's resources */
export function configProblems({ config }: ModuleManifest, own: readonly string[], complain: Complain) {
  config?.items.forEach((item, at) => {
    const place = `config.items.${at}`
    const field = ownField(item.name, { ...item, weight: 0 })
    const target = relationTarget(field)?.resource
    if (target !== undefined && !own.includes(target) && !isRegistered(target))
      complain(`${place}.resource`, m.module_noResource({ resource: shownName(target) }))
    if (optionsOf(field)?.length === 0) complain(`${place}.options`, m.rule_required())
    if (item.public && isSecret(field)) complain(`${place}.public`, m.module_badValue({ name: item.name }))
    if (item.value === undefined) return
    // Secrets, files and rows are those of a site. No module knows them.
    const isOfSite = isSecret(field) || addressesIn(field) !== undefined || target !== undefined
    if (isOfSite || !v.is(fieldSchema(field), item.value))
      complain(`${place}.value`, m.module_badValue({ name: item.name }))
  })
}
