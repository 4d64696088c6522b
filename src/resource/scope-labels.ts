import { m } from '#src/i18n/paraglide/messages.js'
import type { RoleScope } from '#src/lib/role-scope.ts'

/** The name of a kind of data scope in the language of the user. */
export const scopeLabels: Record<RoleScope, () => string> = {
  all: m.scopeKind_all,
  orgBelow: m.scopeKind_orgBelow,
  org: m.scopeKind_org,
  chosen: m.scopeKind_chosen,
  teaching: m.scopeKind_teaching,
  own: m.scopeKind_own,
}
