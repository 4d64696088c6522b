import type { Db } from '#src/db/client.server.ts'
import { relationsIn } from '#src/features/resources/runtime-resource.server.ts'
import { ACCOUNTS } from '#src/features/resources/runtime-table.server.ts'
import type { Description } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import { keyInTable } from '#src/server/crud/column-name.server.ts'
import { columnsOf, type Resource } from '#src/server/crud/resource.server.ts'
import { registeredResource } from '#src/server/crud/resource-registry.server.ts'
import type { Design } from '../design.schema.ts'
import { storedDesign } from '../stored-design.server.ts'
import type { CodeFacts } from './code-of.server.ts'
import type { CodeTarget } from './code-target.server.ts'
import { resourceNames } from './names.server.ts'
import { tableShape } from './table-shape.server.ts'
import { type CodePlaces, writtenCode } from './written-code.server.ts'

/** What the code of a design depends on. Undefined when its table is gone. */
export async function codeFacts(db: Db, { tableName, description }: Design): Promise<CodeFacts | undefined> {
  const shape = await tableShape(db, tableName)
  if (!shape) return undefined
  const targets = new Map<string, CodeTarget>()
  // Seam: a checked description has the shape of the type; only its optional properties are declared differently.
  await addTargets(db, description as Description, targets)
  return { shape, targets }
}

/** Adds what a description points to, and what this points to: a test has to make rows of all of them. */
async function addTargets(db: Db, description: Description, targets: Map<string, CodeTarget>): Promise<void> {
  for (const { field } of relationsIn(description)) {
    const key = relationTarget(field)?.resource
    if (key === undefined || targets.has(key)) continue
    const target = writtenTarget(key) ?? (await storedTarget(db, key))
    if (!target) continue
    targets.set(key, target)
    await addTargets(db, target.description, targets)
  }
}

function writtenTarget(key: string): CodeTarget | undefined {
  const resource = registeredResource(key)?.resource
  if (!resource) return undefined
  const { description, tableName } = resource
  const columns = new Set(Object.keys(columnsOf(resource.table)))
  return { key, tableName, description, columns, scope: scopeOf(resource), stored: false, places: placesOf(key) }
}

async function storedTarget(db: Db, key: string): Promise<CodeTarget | undefined> {
  const design = key === ACCOUNTS.resource ? undefined : (await storedDesign(db, key))?.design
  if (!design) return undefined
  const { tableName, scopeField } = design
  return {
    key,
    tableName,
    // Seam: a checked description has the shape of the type; only its optional properties are declared differently.
    description: design.description as Description,
    columns: new Set(design.description.fields.map(({ name }) => name)),
    scope: scopeField === null ? 'unscoped' : { organization: scopeField },
    stored: true,
    places: placesOf(key),
  }
}

/** Generated code is where `npm run new:resource` puts it. */
function placesOf(key: string): CodePlaces {
  const written = writtenCode[key]
  if (written) return written
  const { table, camel } = resourceNames({ key, menu: '', icon: '' })
  const folder = `#src/features/${key}/${key}`
  return {
    table: { name: table, from: `${folder}.table.server.ts` },
    resource: { name: `${camel}Resource`, from: `${folder}.api.server.ts` },
  }
}

function scopeOf({ scopeRule, only, table }: Resource): CodeTarget['scope'] {
  if (only || typeof scopeRule === 'function') return 'own'
  if (typeof scopeRule === 'string') return scopeRule
  const { organization, of } = scopeRule
  return of || organization.table !== table ? 'own' : { organization: keyInTable(organization) }
}
