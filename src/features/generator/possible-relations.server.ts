import { quoted, quotedTable } from '#src/db/statement.server.ts'
import type { Design } from './design.schema.ts'
import { type Follower, followersOf, following, holdsIds } from './follow-key.server.ts'
import { withCodeResources } from './propose-design.server.ts'
import { columnIn, type TableStep } from './steps.server.ts'
import { isOwnTable } from './table-origin.server.ts'
import type { ReadTable } from './table-read.server.ts'

/** A relation that a field can become, with its column. `follower`: what the field holds are keys, not ids. */
export type PossibleRelation = { field: string; resource: string; column: string; follower?: Follower }

/**
 * The relations that fields of a table of others can become: the database has the reference, and the table pointed to
 * has got a screen since the fields were designed.
 */
export function possibleRelations(read: ReadTable | undefined, design: Design): PossibleRelation[] {
  if (!read || isOwnTable(read.name)) return []
  const { key, fields } = design.description
  const followers = followersOf(read, key)
  const { references } = withCodeResources(read)
  return fields.flatMap(({ name: field, type }): PossibleRelation[] => {
    if (type === 'relation') return []
    const column = columnIn(design, field)
    const follower = followers.find((one) => one.column === column)
    if (follower?.resource) return [{ field, resource: follower.resource, column: follower.id, follower }]
    const reference = references.find(({ columns }) => columns.length === 1 && columns[0] === column)
    const isSelf = reference?.table === read.name && holdsIds(read, reference.targets[0] ?? '')
    const resource = isSelf ? key : reference?.resource
    return resource ? [{ field, resource, column }] : []
  })
}

/** The relation that a field becomes which was another kind of field under its old name. */
export function becoming(
  field: Design['description']['fields'][number],
  old: string | null,
  possible: readonly PossibleRelation[],
): PossibleRelation | undefined {
  if (field.type !== 'relation' || field.multiple) return undefined
  return possible.find((one) => one.field === old && one.resource === field.resource)
}

/** What the table needs so that a field becomes a relation: a column of ids where it holds keys and has none. */
export function relationStep(read: ReadTable, { follower }: PossibleRelation): TableStep {
  if (!follower || follower.made) return { up: [], down: [], again: [] }
  const [alter, id] = [`alter table ${quotedTable(read.name)}`, quoted(follower.id)]
  const { up, down } = following(read, [follower])
  const all = [`${alter} add column ${id} bigint`, ...up]
  return { up: all, down: [...down, `${alter} drop column ${id}`], again: all }
}
