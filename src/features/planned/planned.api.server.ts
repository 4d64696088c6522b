import { Hono } from 'hono'
import { signedIn } from '#src/server/access/guards.server.ts'
import type { ApiEnv } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { plannedOperations } from './planned.openapi.server.ts'

/** Answers every planned operation with 501. An operation of one side checks that side's token first. */
export const plannedApi = new Hono<ApiEnv>()

for (const { method, path, security } of plannedOperations) {
  const guards = security === 'admin' || security === 'user' ? [signedIn(security)] : []
  plannedApi.on([method.toUpperCase()], [path], ...guards, () => {
    throw new AppError(501)
  })
}
