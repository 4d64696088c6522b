import { createHash } from 'node:crypto'
import { literal, quoted, quotedTable } from '#src/db/statement.server.ts'
import type { Design } from './design.schema.ts'
import { columnIn } from './steps.server.ts'
import { holdsIdValues, type ReadReference, type ReadTable, rowIdIn } from './table-read.server.ts'

/**
 * A column of keys that point to rows of a resource and are no ids, with the column of ids that stands beside it. The
 * trigger `follow_key` keeps both in step.
 */
export type Follower = {
  column: string
  /** The column of ids. `made`: the table has it already. */
  id: string
  made: boolean
  /** The table pointed to, and its column of keys. */
  table: string
  target: string
  /** The resource on that table. Null when it has none any more. */
  resource: string | null
  reference: ReadReference | undefined
}

/** What is done to rows when the row goes that they point to: the same as with the keys. */
const ON_DELETE: Readonly<Record<string, string>> = {
  a: '',
  r: ' on delete restrict',
  c: ' on delete cascade',
  n: ' on delete set null',
}

/**
 * The followers that a table has, and those that it can get.
 * @param own the key of the resource that the table will have
 */
export function followersOf(table: ReadTable, own: string): Follower[] {
  const made = table.triggers.flatMap(({ name, run, args }): Follower[] => {
    const [column, id, there, target] = args
    if (!name.startsWith('a_') || run !== 'follow_key' || !column || !id || !there || !target) return []
    const reference = table.references.find(({ columns }) => columns.length === 1 && columns[0] === id)
    const resource = there === table.name ? own : (reference?.resource ?? null)
    return [{ column, id, made: true, table: there, target, resource, reference }]
  })
  const known = new Set(made.map(({ column }) => column))
  const possible = table.references.flatMap((reference): Follower[] => {
    const [[column = '', ...more], [target = '']] = [reference.columns, reference.targets]
    const resource = keyedResource(table, reference, own)
    if (more.length > 0 || known.has(column) || resource === null || reference.table === null) return []
    if (!isWritten(table, column)) return []
    known.add(column)
    const id = idColumn(table, column)
    return [{ column, id, made: false, table: reference.table, target, resource, reference }]
  })
  return [...made, ...possible]
}

/** The resource whose rows a reference points to by keys, when its action on deletion can be followed. */
function keyedResource(table: ReadTable, reference: ReadReference, own: string): string | null {
  if (ON_DELETE[reference.onDelete] === undefined || reference.resource !== null) return null
  if (reference.table !== table.name) return reference.keyed
  const [target = ''] = reference.targets
  return table.partitioned || holdsIds(table, target) ? null : own
}

/** Whether the values of a column of a table are the ids that its rows have, or will have. */
export function holdsIds(table: ReadTable, name: string): boolean {
  const { columns, primary } = table
  const idName = rowIdIn(table)
  if (name === idName) return true
  const column = columns.find((one) => one.name === name)
  const id = columns.find((one) => one.name === idName)
  const isKey = primary.length === 1 && primary[0] === name && column !== undefined && holdsIdValues(column)
  return isKey && (!id || id.generated !== null)
}

/** Whether a trigger can give a column its value: neither the database computes it, nor does it say the part. */
function isWritten({ columns, parting }: ReadTable, name: string): boolean {
  const column = columns.find((one) => one.name === name)
  return column?.generated === null && column.identity === null && !parting.includes(name)
}

/** A free name of at most 63 bytes. */
function idColumn({ columns }: ReadTable, column: string): string {
  const plain = `${column}_ref`
  if (Buffer.byteLength(plain) <= 63 && !columns.some(({ name }) => name === plain)) return plain
  return `ref_${createHash('sha256').update(column).digest('hex').slice(0, 24)}`
}

/** The column of a field: that of ids for a relation to the rows that its keys point to, and that of keys otherwise. */
export function followedColumn(
  followers: readonly Follower[],
  field: Design['description']['fields'][number],
  column: string,
): string {
  const follower = followers.find((one) => column === one.column || column === one.id)
  if (!follower) return column
  return field.type === 'relation' && field.resource === follower.resource ? follower.id : follower.column
}

/** The followers that a design uses: it has relations in their columns of ids. */
export function followersIn(table: ReadTable, design: Pick<Design, 'columns' | 'description'>): Follower[] {
  const { description } = design
  return followersOf(table, description.key).filter(({ id, resource }) =>
    description.fields.some(
      (field) => field.type === 'relation' && field.resource === resource && columnIn(design, field.name) === id,
    ),
  )
}

/**
 * The statements that make followers of columns that have been added, with those that take them back. The second
 * trigger is for rows whose key had no row when it was written.
 */
export function following(table: ReadTable, followers: readonly Follower[]): { up: string[]; down: string[] } {
  const own = quotedTable(table.name)
  const ownId = quoted(rowIdIn(table))
  const all = followers.filter(({ made }) => !made)
  const hash = ({ id }: Follower) => createHash('sha256').update(id).digest('hex').slice(0, 16)
  if (all.length === 0) return { up: [], down: [] }
  const ids = all.map(({ id, column, target, table: there }) => {
    const value = `public.id_of_key(${literal(there)}, ${literal(target)}, ${quoted(column)})`
    return `alter column ${quoted(id)} type bigint using ${value}`
  })
  const made = all.flatMap((one) => {
    const { id, column, target, table: there, reference } = one
    const thereId = there === table.name ? ownId : quoted(reference?.ids ?? 'id')
    const action = ON_DELETE[reference?.onDelete ?? 'a'] ?? ''
    const when = reference?.deferrable ? ` deferrable${reference.deferred ? ' initially deferred' : ''}` : ''
    const isLate = reference?.deferrable === true && !table.partitioned
    const run = `execute function public.follow_key(${[column, id, there, target].map(literal).join(', ')})`
    return [
      `alter table ${own} add constraint follow_${hash(one)} foreign key (${quoted(id)}) references ${quotedTable(there)} (${thereId})${action}${when}`,
      `create index on ${own} (${quoted(id)}, ${ownId})`,
      `create trigger a_follow_${hash(one)} before insert or update on ${own} for each row ${run}`,
      `create ${isLate ? 'constraint ' : ''}trigger zz_follow_${hash(one)} after insert or update on ${own}${isLate ? ' deferrable initially deferred' : ''} for each row when (new.${quoted(column)} is not null and new.${quoted(id)} is null) ${run}`,
    ]
  })
  return {
    up: [`alter table ${own} ${ids.join(', ')}`, ...made],
    down: all.flatMap((one) => [
      `drop trigger zz_follow_${hash(one)} on ${own}`,
      `drop trigger a_follow_${hash(one)} on ${own}`,
      `alter table ${own} drop constraint follow_${hash(one)}`,
    ]),
  }
}
