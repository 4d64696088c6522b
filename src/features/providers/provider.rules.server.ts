import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { provider } from '#src/db/provider.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { isListedUrl } from '#src/lib/allowed-hosts.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { mayGrant, roleGrants } from '#src/server/access/authority.server.ts'
import { authorityOf } from '#src/server/access/rights.server.ts'
import { columnName } from '#src/server/crud/column-name.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { allowedMachines } from '#src/server/outgoing/allowed-machines.server.ts'
import type { ProviderRow } from './provider.schema.ts'

/** What decides whom a provider lets in, and what it gives them. */
const TRUST = ['issuer', 'mailDomains', 'createAccounts', 'deptId', 'roleIds', 'roleClaim', 'roleMap'] as const

/** Whether a write changes what a provider may grant. Then its author answers for all of it. */
export function changesTrust(values: Readonly<Record<string, unknown>>, row: Row | undefined): boolean {
  return TRUST.some((name) => name in values && JSON.stringify(values[name]) !== JSON.stringify(row?.[name]))
}

/** The same of the columns of a change that is taken back. */
export function undoesTrust(columns: Readonly<Record<string, unknown>>): boolean {
  return TRUST.some((name) => columnName(provider[name]) in columns)
}

/** Rules of a provider that the description cannot say, with messages at their fields. */
export async function providerErrors(
  db: Db,
  values: Record<string, unknown>,
  row: Row | undefined,
  actor: Actor,
): Promise<FieldErrors> {
  // Seam: a row of the table, with values that have passed the schema of the form.
  const one = { ...row, ...values } as ProviderRow
  const errors: FieldErrors = {}
  if (values.issuer !== undefined) {
    const wrong = issuerError(one.issuer)
    if (wrong) errors.issuer = [wrong]
    else if (row && row.issuer !== one.issuer && !values.clientSecret && (await hasSecret(db, row.id)))
      errors.clientSecret = [m.provider_secretAgain()]
  }
  if (values.scopes !== undefined && !one.scopes.split(/\s+/).includes('openid'))
    errors.scopes = [m.provider_scopesOpenid()]
  if (one.mailDomains?.some((domain) => !/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(domain)))
    errors.mailDomains = [m.provider_mailDomain()]
  if (changesTrust(values, row)) {
    if (one.side === 'admin' && one.createAccounts === 1 && !can(actor, 'user-role/user/add'))
      errors.createAccounts = [m.provider_createRight()]
    Object.assign(errors, await grantErrors(db, one, actor))
  }
  return errors
}

/** Somebody who changes what a provider grants answers for all of it, so they must hold all of it. */
async function grantErrors(db: Db, { roleIds, roleMap }: ProviderRow, actor: Actor): Promise<FieldErrors> {
  const lists = { roleIds: roleIds ?? [], roleMap: (roleMap ?? []).map(({ roleId }) => roleId) }
  const own = await authorityOf(db, actor)
  const grants = await roleGrants(db, [...lists.roleIds, ...lists.roleMap])
  return Object.fromEntries(
    Object.entries(lists).flatMap(([field, ids]) => {
      const beyond = [...new Set(ids)].flatMap((id) => grants.get(id) ?? []).filter((grant) => !mayGrant(own, grant))
      if (beyond.length === 0) return []
      return [[field, [m.provider_grantsMore({ names: beyond.map(({ name }) => name).join(', ') })]]]
    }),
  )
}

/** Why an address cannot be that of an issuer. Without TLS only machines that OUTGOING_ALLOW lists. */
export function issuerError(issuer: string): string | undefined {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.search || url.hash || url.username)
    return m.provider_issuerWrong()
  if (url.protocol === 'http:' && !isListedUrl(allowedMachines(), url)) return m.provider_issuerPlain()
  return undefined
}

async function hasSecret(db: Db, id: number): Promise<boolean> {
  const [found] = await db.select({ secret: provider.clientSecret }).from(provider).where(eq(provider.id, id))
  return Boolean(found?.secret)
}
