import { Link, redirect } from '@tanstack/react-router'
import { Can } from '#src/crud/can.tsx'
import type { Description } from '#src/crud/description.ts'
import type { OrganizationRow } from '#src/db/organization.table.server.ts'
import { organizations } from '#src/features/org/organization.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { PageTitle } from '#src/layout/page-title.ts'
import { can as canOnServer } from '#src/server/actor.server.ts'
import '#app/routeTree.gen.ts'

// Each line below must fail the type check; the check fails here when one of them no longer does.

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
  </>
)

export const onServer = canOnServer('baseInfo/organization/del')
// @ts-expect-error a misspelt node on an endpoint
export const wrongOnServer = canOnServer('baseInfo/organization/delete')

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

export const options = organizations.options('pid', '')
// @ts-expect-error a misspelt field of a form
export const wrongOptions = organizations.options('parent', '')
