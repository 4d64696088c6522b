import { Link, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { listRoute } from '#app/list-route.ts'
import type { Route as OrganizationRoute } from '#app/routes/admin/_shell/baseInfo/organization.tsx'
import { getting, kitGetting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { OrganizationRow } from '#src/db/organization.table.server.ts'
import { examSchemes } from '#src/features/exam-scheme/exam-scheme.queries.ts'
import type { examSchemeEndpoints } from '#src/features/exam-scheme/revisions.api.server.ts'
import { organizations } from '#src/features/org/organization.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Can } from '#src/layout/can.tsx'
import type { PageTitle } from '#src/layout/page-title.ts'
import type { TabPage } from '#src/layout/tabs/tab-page-context.ts'
import { id } from '#src/lib/number-rules.ts'
import type {
  Description,
  FieldKind,
  FieldOf,
  FieldType,
  FormSettings,
  ListSettings,
  Option,
} from '#src/resource/description.ts'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'
import { type Node, nodesOf } from '#src/resource/registry.ts'
import type { historyCall } from '#src/server/crud/history-calls.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import '#app/routeTree.gen.ts'

// Each wrong line below must fail the type check. The check reports an error here when a wrong line passes.

export const link = (
  <>
    <Link to="/admin/dashboard">right</Link>
    {/* @ts-expect-error a misspelt link */}
    <Link to="/admin/dashbord">wrong</Link>
    <Link to="/admin/baseInfo/organization" search={{ quickSearch: 'x' }}>
      right
    </Link>
    {/* @ts-expect-error a misspelt search key */}
    <Link to="/admin/baseInfo/organization" search={{ quikSearch: 'x' }}>
      wrong
    </Link>
    <Can node="baseInfo/organization/add">right</Can>
    {/* @ts-expect-error a misspelt node on a button */}
    <Can node="baseInfo/organisation/add">wrong</Can>
    <Can node="baseInfo/exam-scheme/publish">right</Can>
    {/* @ts-expect-error a verb that the resource does not have */}
    <Can node="baseInfo/subject/publish">wrong</Can>
  </>
)

export async function inTab({ search, navigate }: TabPage<typeof OrganizationRoute>) {
  await navigate({ search: (old) => ({ ...old, quickSearch: search.quickSearch }) })
  // @ts-expect-error a misspelt search key in a tab's page
  const wrong = search.quikSearch
  // @ts-expect-error a misspelt search key in a navigation from a tab's page
  await navigate({ search: { quikSearch: wrong } })
}

export const node: Node = 'baseInfo/organization/del'
// @ts-expect-error a misspelt node
export const noSuchNode: Node = 'baseInfo/organization/delete'
// @ts-expect-error a node that not every resource has
export const perhaps: Node = nodesOf({ key: 'subject', menu: 'baseInfo/subject' }).add

export const route = listRoute('exam-scheme')
// @ts-expect-error a misspelt resource on a route
export const wrongRoute = listRoute('exam-schem')

export const away = () => redirect({ to: '/admin/login' })
// @ts-expect-error a misspelt redirect
export const wrongAway = () => redirect({ to: '/admin/logon' })

export const sentence = m.rule_account()
// @ts-expect-error a misspelt message key
export const wrongSentence = m.rule_acount()

export const title: PageTitle = 'pagesTitle_home'
// @ts-expect-error a misspelt page title
export const wrongTitle: PageTitle = 'pagesTitle_hom'

const described = {
  key: 'x',
  menu: 'x',
  title: m.organization_title,
  rowTitle: 'name',
  quickSearch: [],
  sorts: [],
  defaultOrder: 'id,asc',
} as const
export const description: Description<OrganizationRow> = {
  ...described,
  fields: [{ name: 'code', type: 'text', label: m.organization_code }],
}
export const wrongDescription: Description<OrganizationRow> = {
  ...described,
  // @ts-expect-error a misspelt column
  fields: [{ name: 'kode', type: 'text', label: m.organization_code }],
}
export const wrongSetting: Description<OrganizationRow> = {
  ...described,
  // @ts-expect-error a misspelt setting of a field
  fields: [{ name: 'code', type: 'text', label: m.organization_code, requird: true }],
}
export const wrongListSetting: Description<OrganizationRow> = {
  ...described,
  // @ts-expect-error a misspelt setting of a field's column
  fields: [{ name: 'code', type: 'text', label: m.organization_code, list: { widht: 128 } }],
}

export const wrongSynonyms: Description<OrganizationRow> = {
  ...described,
  fields: [],
  // @ts-expect-error synonyms of a misspelt column
  synonyms: { kode: ['学校代码'] },
}

export const wrongOperation: Operation = {
  method: 'get',
  path: '/api/x',
  tag: 'site',
  security: 'none',
  answer: v.null(),
  summary: m.organization_title,
  // @ts-expect-error a misspelt key of an operation
  idempotnt: true,
}

const common = { method: 'post', tag: 'site', security: 'admin', summary: m.organization_title } as const
const counted = v.strictObject({ count: v.number() })
export const call = endpoint({
  ...common,
  path: '/adminApi/x/y',
  body: v.strictObject({ id }),
  answer: counted,
  run: async ({ body }) => ({ count: body.id }),
})
export const wrongCall = endpoint({
  ...common,
  path: '/adminApi/x/y',
  body: v.strictObject({ id }),
  answer: counted,
  // @ts-expect-error a misspelt key of the answer
  run: async ({ body }) => ({ cuont: body.id }),
})
export const wrongBody = endpoint({
  ...common,
  path: '/adminApi/x/y',
  body: v.strictObject({ id }),
  answer: counted,
  // @ts-expect-error a misspelt key of the body
  run: async ({ body }) => ({ count: body.ib }),
})
export const wrongNode = endpoint({
  ...common,
  path: '/adminApi/x/y',
  // @ts-expect-error a misspelt node of a call
  node: 'baseInfo/organization/delete',
  answer: v.null(),
  run: async () => null,
})
export const wrongWrite = endpoint({
  ...common,
  path: '/adminApi/x/y',
  answer: v.null(),
  write: 'save',
  // @ts-expect-error a write works in its transaction, not beside it
  run: async ({ db }) => db && null,
})

export const published = () => examSchemes.publish({ id: 1 }, 'key').then(({ data }) => data.number)
// @ts-expect-error a misspelt call
export const wrongName = () => examSchemes.publsih({ id: 1 }, 'key')
// @ts-expect-error a misspelt key of what a call sends
export const wrongSent = () => examSchemes.publish({ id: 1, versoin: 2 }, 'key')
// @ts-expect-error a text that is no id
export const wrongId = () => examSchemes.publish({ id: 'one' }, 'key')
// @ts-expect-error a misspelt parameter
export const wrongParameter = () => examSchemes.revisions({ ib: 1 })
// @ts-expect-error a misspelt key of what a call answers
export const wrongAnswer = () => examSchemes.publish({ id: 1 }, 'key').then(({ data }) => data.nubmer)
// @ts-expect-error a misspelt path
export const wrongPath = posting<typeof examSchemeEndpoints.publish>('/adminApi/exam-scheme/publsih')
// @ts-expect-error a call that writes is not read
export const wrongMethod = getting<typeof examSchemeEndpoints.publish>('/adminApi/exam-scheme/publish')

const history = kitGetting<typeof historyCall>('history')
export const changes = () => history('subject', { id: 1 }).then(({ list }) => list[0]?.fields)
// @ts-expect-error a misspelt call of the kit
export const wrongKit = kitGetting<typeof historyCall>('histroy')
// @ts-expect-error a misspelt parameter of a call of the kit
export const wrongKitParameter = () => history('subject', { id: 1, befor: 2 })

export const options = organizations.choices('pid')
// @ts-expect-error a misspelt field of a form
export const wrongOptions = organizations.choices('parent')

// The schema of stored descriptions and the type agree: the output of the schema is a description, and every key of a
// description can be stored.
export const fromDatabase = (stored: RuntimeDescription): Description => stored
type Text = Readonly<{ 'zh-cn': string; en: string }>
type Stored<T> = T extends () => string
  ? Text
  : T extends readonly (infer TItem)[]
    ? Stored<TItem>[]
    : T extends object
      ? { -readonly [K in keyof T]: Stored<T[K]> }
      : T
export const intoDatabase = (described: Stored<Description>): RuntimeDescription => described

// The schema contains every key of the type.
type Gaps<TFull, TStored> = Exclude<keyof TFull, keyof TStored>
type StoredField = RuntimeDescription['fields'][number]
type KindGaps = {
  [T in FieldType]: Gaps<Extract<FieldKind, { type: T }>, Extract<StoredField, { type: T }>>
}[FieldType]
type AllGaps =
  | KindGaps
  | Gaps<Omit<FieldOf<'switch'>, 'node' | 'omittable'>, Extract<StoredField, { type: 'switch' }>>
  // Tables made at run time have no defaults of their own.
  // The table of a runtime resource has all base columns. It has no import writer, siblings lie by hand, and
  // its indexes are of one field.
  | Gaps<Omit<Description, 'base' | 'lines' | 'importNode' | 'sortFirst' | 'sortTail'>, RuntimeDescription>
  | Gaps<ListSettings, NonNullable<StoredField['list']>>
  | Gaps<FormSettings, NonNullable<RuntimeDescription['form']>>
  | Gaps<Option, Extract<StoredField, { type: 'select' }>['options'][number]>
export const noGaps: [AllGaps] extends [never] ? true : AllGaps = true
