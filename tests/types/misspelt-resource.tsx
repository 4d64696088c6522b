import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { TreeResourcePage } from '#src/crud/list/tree-resource-page.tsx'
import { account, roleRule } from '#src/db/identity.table.server.ts'
import { organizations } from '#src/features/org/organization.queries.ts'
import { type OrganizationListRow, organizationDescription } from '#src/features/org/organization.schema.ts'
import { ruleRelation } from '#src/features/rules/rule.relation.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { through } from '#src/server/crud/computed.server.ts'
import { ownedIds } from '#src/server/crud/owns.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'
import type { Writers } from '#src/server/crud/resource.server.ts'
import { invalid } from '#src/server/errors.server.ts'

// Each wrong line below must fail the type check, as in `misspelt.tsx`: what is special about a log, a ledger, and a
// resource with a table of its own.

const common = { title: m.organization_title, quickSearch: [], sorts: [], defaultOrder: 'id,desc' } as const

type Visit = { id: number; createTime: string; place: string }
const visitDescription = {
  ...common,
  key: 'visit',
  menu: 'baseInfo/visit',
  rowTitle: 'place',
  base: ['createTime'],
  fields: [],
} as const satisfies Description<Visit>
const visits = crudClient<Visit>('rule')
// The rows of a log have no version.
export const log = (props: ListPageProps) => (
  <ResourcePage {...props} resource={visits} description={visitDescription} />
)
// @ts-expect-error a log is not written
export const wrongLog = () => visits.add({ place: 'x' }, 'key')

type Entry = { purseId: number; amount: number }
export const writers: Writers = { add: async (_writing, { amount }: Entry) => amount }
// @ts-expect-error a misspelt field of what a writer gets
export const wrongWriters: Writers = { add: async (_writing, { amuont }: Entry) => amuont }

const club = pgTable('club', { id: integer().notNull(), clubName: text(), accountId: integer() })
type Club = typeof club.$inferSelect & { ruleIds: number[]; username: string }
const description = {
  ...common,
  key: 'role',
  menu: 'user-role/role',
  rowTitle: 'clubName',
  fields: [
    { name: 'clubName', type: 'text', label: m.organization_name },
    { name: 'username', type: 'text', label: m.organization_name, readOnly: true },
    { name: 'ruleIds', type: 'relation', resource: 'rule', label: m.organization_name, multiple: true },
  ],
} as const satisfies Description<Club>
const relations = { ruleIds: ruleRelation }
const right = { description, table: club, scope: 'unscoped', relations } as const
export const definition = () =>
  compileResource({
    ...right,
    computed: { username: through('accountId', account.username) },
    owns: [ownedIds('ruleIds', roleRule.roleId, roleRule.ruleId)],
    uniqueFields: { club_name_key: 'clubName' },
  })
// @ts-expect-error a misspelt computed field
export const wrongComputed = () => compileResource({ ...right, computed: { usrname: through('id', account.name) } })
// @ts-expect-error a misspelt column that leads to another row
export const wrongWay = () => compileResource({ ...right, computed: { username: through('acountId', account.name) } })
// @ts-expect-error a misspelt field in a table of its own
export const wrongOwned = () => compileResource({ ...right, owns: [ownedIds('rulIds', roleRule.id, roleRule.ruleId)] })
// @ts-expect-error a misspelt unique field
export const wrongUnique = () => compileResource({ ...right, uniqueFields: { club_name_key: 'clubNam' } })
// @ts-expect-error a relation of a misspelt cell
export const wrongCell = () => compileResource({ ...right, relations: { ...relations, 'ruleIds.id': ruleRelation } })
const target = { table: subject, scope: 'unscoped', search: ['name'], hint: 'code', order: [] } as const
export const relation = () => relationTo(target)
// @ts-expect-error a misspelt column that a relation searches
export const wrongSearch = () => relationTo({ ...target, search: ['nmae'] })
// @ts-expect-error a misspelt column that tells the rows of a relation apart
export const wrongHint = () => relationTo({ ...target, hint: 'cdoe' })
// @ts-expect-error a relation of a misspelt field
export const wrongRelated = () => compileResource({ ...right, relations: { rulIds: ruleRelation } })
// @ts-expect-error a relation is missing
export const unrelated = () => compileResource({ description, table: club, scope: 'unscoped' })
const seat = pgTable('seat', { id: integer().notNull(), seats: jsonb().$type<{ place: number }[]>() })
const place = { name: 'place', type: 'integer', label: m.organization_name } as const
const seats = { name: 'seats', type: 'rows', label: m.organization_name, maxItems: 5, fields: [place] } as const
const seating = { ...description, rowTitle: 'id', fields: [seats] } as const
export const seated = () => compileResource({ description: seating, table: seat, scope: 'unscoped' })
const wrongPlace = { ...seating, fields: [{ ...seats, fields: [{ ...place, name: 'palce' }] }] } as const
// @ts-expect-error a misspelt cell
export const wrongSeats = () => compileResource({ description: wrongPlace, table: seat, scope: 'unscoped' })
// @ts-expect-error a misspelt key
export const wrongKey = () => compileResource({ ...right, description: { ...description, key: 'rol' } })
// @ts-expect-error a misspelt menu path
export const wrongMenu = () => compileResource({ ...right, description: { ...description, menu: 'user-role/rol' } })
export const checks = () =>
  compileResource({
    ...right,
    check: async (_db, { clubName }, _row) => (clubName ? {} : { clubName: ['x'], 'ruleIds.1': ['y'] }),
  })
// @ts-expect-error a misspelt field of what a rule gets
export const wrongChecks = () => compileResource({ ...right, check: async (_db, { clubNaem }) => clubNaem && {} })
// @ts-expect-error a misspelt field of what a rule refuses
export const wrongErrors = () => compileResource({ ...right, check: async () => ({ clubNaem: ['x'] }) })
export const refusal = () => invalid<Entry>({ amount: ['x'] })
// @ts-expect-error a misspelt field of what a writer refuses
export const wrongRefusal = () => invalid<Entry>({ amuont: ['x'] })

const tree = { resource: organizations, description: organizationDescription }
const cells = { name: (row: OrganizationListRow) => row.name }
const controls = { type: (props: FieldProps) => <pre>{Object.keys(props).length}</pre> }
const start = ({ areaCode }: OrganizationListRow) => ({ values: { areaCode }, labels: { areaCode: {} } })
export const page = (props: ListPageProps) => (
  <TreeResourcePage {...props} {...tree} cells={cells} controls={controls} childValues={start} />
)
const wrongCells = { ...cells, nmae: cells.name }
export const wrongCellsPage = (props: ListPageProps) => (
  // @ts-expect-error a cell of a misspelt field
  <TreeResourcePage {...props} {...tree} cells={wrongCells} />
)
const wrongControls = { ...controls, tpye: controls.type }
export const wrongControlsPage = (props: ListPageProps) => (
  // @ts-expect-error a control of a misspelt field
  <TreeResourcePage {...props} {...tree} controls={wrongControls} />
)
const wrongStart = ({ areaCode }: OrganizationListRow) => ({ values: { areCaode: areaCode }, labels: {} })
export const wrongStartPage = (props: ListPageProps) => (
  // @ts-expect-error an initial value of a misspelt field
  <TreeResourcePage {...props} {...tree} childValues={wrongStart} />
)
const action = { key: 'x', label: m.organization_title, icon: null, run: async () => ({ msg: '' }) }
export const actionPage = (props: ListPageProps) => (
  <TreeResourcePage {...props} {...tree} bulkActions={[{ ...action, node: 'baseInfo/organization/edit' }]} />
)
export const wrongActionPage = (props: ListPageProps) => (
  // @ts-expect-error an action with a verb that there is not
  <TreeResourcePage {...props} {...tree} bulkActions={[{ ...action, node: 'baseInfo/organization/edti' }]} />
)
export const wrongFilterPage = (props: ListPageProps) => (
  // @ts-expect-error a condition on a misspelt field
  <TreeResourcePage {...props} {...tree} filters={({ set }) => set('nmae', undefined)} />
)
