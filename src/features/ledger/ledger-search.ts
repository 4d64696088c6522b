import * as v from 'valibot'
import { listSearch, NO_VIEW } from '#src/crud/query/list-search.ts'

/** The search of a ledger's list. `?user_id=12` leads to the entries of a member, as links of other systems do. */
export const ledgerSearch = v.pipe(v.unknown(), v.transform(ofMember), listSearch)

function ofMember(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('user_id' in input)) return input
  const { user_id: given, ...rest } = input
  const accountId = /^\d{1,15}$/.test(String(given)) ? Number(given) : 0
  return accountId > 0
    ? { view: NO_VIEW, ...rest, filter: { field: 'accountId', operator: 'eq', val: accountId } }
    : rest
}
