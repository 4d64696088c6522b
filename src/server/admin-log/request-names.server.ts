import type { Field } from '#src/resource/description.ts'
import { isSecret, isTable } from '#src/resource/field-traits.ts'
import { ownField } from '#src/resource/own-setting.ts'
import type { ApiContext } from '../context.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { registeredResource } from '../crud/resource-registry.server.ts'
import { storedRows } from '../settings/own-items.server.ts'
import { settings } from '../settings/registry.server.ts'
import { type KnownNames, noNames } from './secret-names.ts'

const ofResource = new WeakMap<Resource, KnownNames>()
const ofSettings = new WeakMap<object, KnownNames>()

const builtIn = Object.entries(settings).flatMap(([name, { field }]) =>
  field && isSecret({ type: field.type }) ? [name] : [],
)

/** What a call's own names mean: the fields of its resource, or the items of the configuration. */
export async function requestNames(c: ApiContext): Promise<KnownNames> {
  const [, area, key = ''] = c.req.path.split('/')
  if (area !== 'adminApi') return noNames
  if (key === 'config') return settingNames(await storedRows(c.get('deps').db))
  const resource = (registeredResource(key) ?? c.get('runtimeResource'))?.resource
  return resource ? resourceNames(resource) : noNames
}

function resourceNames(resource: Resource): KnownNames {
  const kept = ofResource.get(resource)
  if (kept) return kept
  const fields = resource.description.fields.flatMap((field): readonly Pick<Field, 'name' | 'type'>[] =>
    isTable(field) ? [field, ...field.fields] : [field],
  )
  const names = {
    secret: new Set(fields.filter(isSecret).map(({ name }) => name)),
    plain: new Set(fields.filter((field) => !isSecret(field)).map(({ name }) => name)),
  }
  ofResource.set(resource, names)
  return names
}

/** While nothing changes, the stored settings are the same map. */
function settingNames(rows: Awaited<ReturnType<typeof storedRows>>): KnownNames {
  const kept = ofSettings.get(rows)
  if (kept) return kept
  const own = [...rows.values()].flatMap(({ name, own }) => (own && isSecret(ownField(name, own)) ? [name] : []))
  const names = { secret: new Set([...builtIn, ...own]), plain: new Set<string>() }
  ofSettings.set(rows, names)
  return names
}
