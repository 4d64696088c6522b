import { queryOptions } from '@tanstack/react-query'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { LedgerForm, LedgerRow } from './ledger.schema.ts'
import type { moneyLogEndpoints, scoreLogEndpoints } from './ledger-calls.api.server.ts'

/** The typed client of the money log. */
export const moneyLogs = {
  ...crudClient<LedgerRow, LedgerForm>('money-log'),
  /** What a member has now. */
  balance: getting<typeof moneyLogEndpoints.balance>('/adminApi/money-log/balance'),
  /** Changes the balances of many members at once. */
  adjust: posting<typeof moneyLogEndpoints.adjust>('/adminApi/money-log/adjust'),
  /** Takes back an entry, or all that were added together. */
  reverse: posting<typeof moneyLogEndpoints.reverse>('/adminApi/money-log/reverse'),
}

/** The same of the points. */
export const scoreLogs = {
  ...crudClient<LedgerRow, LedgerForm>('score-log'),
  balance: getting<typeof scoreLogEndpoints.balance>('/adminApi/score-log/balance'),
  adjust: posting<typeof scoreLogEndpoints.adjust>('/adminApi/score-log/adjust'),
  reverse: posting<typeof scoreLogEndpoints.reverse>('/adminApi/score-log/reverse'),
}

export type LedgerCalls = typeof moneyLogs | typeof scoreLogs

/** What a member has now. It is asked again whenever it is shown. */
export const balanceQuery = (calls: LedgerCalls, accountId: number) =>
  queryOptions({
    queryKey: [calls.key, 'balance', accountId],
    queryFn: ({ signal }) => calls.balance({ accountId }, signal),
    staleTime: 0,
    retry: false,
  })
