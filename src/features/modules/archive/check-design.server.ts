import type { Design } from '#src/features/generator/design.schema.ts'
import { designErrors } from '#src/features/generator/design-errors.server.ts'
import { columnIn, fieldsOf } from '#src/features/generator/steps.server.ts'
import { relationsIn } from '#src/features/resources/runtime-resource.server.ts'
import { ACCOUNTS } from '#src/features/resources/runtime-table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { relationTarget } from '#src/resource/field-traits.ts'
import { isRegistered } from '#src/resource/registry.ts'
import type { ModuleManifest } from '../manifest.schema.ts'
import { type Complain, isOwn } from './complain.ts'
import { shownName } from './module-limits.ts'

/** What is wrong with a resource of a module. @param before the keys of the resources that are made before it */
export function designProblems(
  manifest: ModuleManifest,
  design: Design,
  before: readonly string[],
  complain: Complain,
) {
  const { uid, needs = {} } = manifest
  const { key, menu } = design.description
  if (!isOwn(key, uid, '-')) complain('description.key', m.module_notOwn({ name: key, start: `${uid}-` }))
  if (!isOwn(menu, uid, '/')) complain('description.menu', m.module_notOwn({ name: menu, start: `${uid}/` }))
  const { tableName } = design
  const isTable = isOwn(tableName, `res_${uid}`, '_') && /^[a-z0-9]+(_[a-z0-9]+)*$/.test(tableName)
  if (!isTable || tableName.length > 54)
    complain('tableName', m.module_notOwn({ name: shownName(tableName), start: `res_${uid}_` }))
  for (const [name, { column }] of Object.entries(design.columns))
    if (column !== undefined) complain(`columns.${shownName(name)}`, m.module_columns())
  for (const [place, [text = '']] of Object.entries(designErrors(design))) complain(place, text)
  checkColumns(design, complain)
  for (const { name, field } of relationsIn({ fields: fieldsOf(design.description) })) {
    const target = relationTarget(field)?.resource
    if (target === undefined || target === key || before.includes(target)) continue
    const isKnown = isRegistered(target) || target === ACCOUNTS.resource
    if (!isKnown && !Object.keys(needs).some((other) => isOwn(target, other, '-')))
      complain(`description.fields.${name}`, m.module_noResource({ resource: shownName(target) }))
  }
}

function checkColumns(design: Design, complain: Complain) {
  const fields = fieldsOf(design.description)
  const columns = fields.map(({ name }) => columnIn(design, name))
  const reserved = columns.find((column) => column.startsWith('gone_') || column === 'search_grams')
  if (reserved !== undefined) complain('description.fields', m.generator_reserved({ name: reserved }))
  // Every object has these already.
  const hidden = fields.find(({ name }) => name in {})
  if (hidden) complain('description.fields', m.generator_reserved({ name: hidden.name }))
  const { scopeField } = design
  if (scopeField === null) return
  const owner = fields.find(({ name }) => name === scopeField)
  const target = owner && relationTarget(owner)
  if (target?.resource !== 'organization' || target.many)
    complain('scopeField', m.description_scope({ name: scopeField }))
}
