import { m } from '#src/i18n/paraglide/messages.js'
import type { RoleScope } from '#src/lib/role-scope.ts'

const helps: Record<RoleScope, () => string> = {
  all: m.role_scopeAllHelp,
  orgBelow: m.role_scopeOrgBelowHelp,
  org: m.role_scopeOrgHelp,
  chosen: m.role_scopeChosenHelp,
  teaching: m.role_scopeTeachingHelp,
  own: m.role_scopeOwnHelp,
}

/** What a data scope lets see, in a sentence. Undefined for anything else. */
export function scopeHelp(scope: unknown): string | undefined {
  return Object.entries(helps).find(([name]) => name === scope)?.[1]()
}
