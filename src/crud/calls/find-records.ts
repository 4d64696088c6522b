import type { FindRecords } from '#src/layout/palette/use-records.ts'
import type { findCall } from '#src/server/crud/find.api.server.ts'
import { getting } from './endpoint-calls.ts'

const finding = getting<typeof findCall>('/adminApi/find/records')

/** Searches the records of all resources that the user may read. */
export const findRecords: FindRecords = (quickSearch, longer, signal) =>
  finding(longer ? { quickSearch, patience: 10_000 } : { quickSearch }, signal)
