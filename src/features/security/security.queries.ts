import { queryOptions } from '@tanstack/react-query'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { keepingEndpoints } from './keeping.api.server.ts'
import type { recycleLogEndpoints } from './recycle-log.api.server.ts'
import type { RecycleLogRow } from './recycle-log.schema.ts'
import type { sensitiveLogEndpoints } from './sensitive-log.api.server.ts'
import type { SensitiveLogRow } from './sensitive-log.schema.ts'
import type { watchEndpoints } from './watch-rules.api.server.ts'
import type {
  LegalHoldForm,
  LegalHoldRow,
  RecycleRuleForm,
  RecycleRuleRow,
  SensitiveRuleForm,
  SensitiveRuleRow,
} from './watch-rules.schema.ts'

/** The typed client of the log of deletions. */
export const recycleLog = {
  ...crudClient<RecycleLogRow>('data-recycle-log'),
  info: getting<typeof recycleLogEndpoints.info>('/adminApi/data-recycle-log/info'),
  /** What a restoration would do. */
  preview: posting<typeof recycleLogEndpoints.preview>('/adminApi/data-recycle-log/preview'),
  restore: posting<typeof recycleLogEndpoints.restore>('/adminApi/data-recycle-log/restore'),
}

/** The typed client of the log of sensitive data. */
export const sensitiveLog = {
  ...crudClient<SensitiveLogRow>('sensitive-data-log'),
  info: getting<typeof sensitiveLogEndpoints.info>('/adminApi/sensitive-data-log/info'),
  rollback: posting<typeof sensitiveLogEndpoints.rollback>('/adminApi/sensitive-data-log/rollback'),
}

export const recycleRules = crudClient<RecycleRuleRow, RecycleRuleForm>('data-recycle')
export const sensitiveRules = crudClient<SensitiveRuleRow, SensitiveRuleForm>('sensitive-data')
export const legalHolds = crudClient<LegalHoldRow, LegalHoldForm>('legal-hold')

export type RestoreOutcome = AnswerOf<typeof recycleLogEndpoints.preview>['list'][number]
export type DeletionInfo = AnswerOf<typeof recycleLogEndpoints.info>
export type ChangeInfo = AnswerOf<typeof sensitiveLogEndpoints.info>
export type KeptMonth = AnswerOf<typeof keepingEndpoints.keeping>['list'][number]

const resources = getting<typeof watchEndpoints.resources>('/adminApi/data-recycle/resources')
const keeping = getting<typeof keepingEndpoints.keeping>('/adminApi/data-recycle/keeping')

/** What rules can watch. */
export const watchedQuery = queryOptions({
  queryKey: [recycleRules.key, 'resources'],
  queryFn: ({ signal }) => resources({}, signal),
  staleTime: 60_000,
})

/** Which months of the history would go. @param months undefined: what the setting says */
export function keepingQuery(months: number | undefined) {
  return queryOptions({
    queryKey: [recycleRules.key, 'keeping', months],
    queryFn: ({ signal }) => keeping({ months }, signal),
    staleTime: 0,
  })
}
