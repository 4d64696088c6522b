import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import { terminalRunStates } from '#src/lib/terminal-run-states.ts'
import { managerChoices } from './package-managers.ts'
import type { terminalEndpoints } from './terminal.api.server.ts'

type Calls = typeof terminalEndpoints

const uuid = v.string()

/** Whether a command may start now. Asks for a fresh proof. The contract validates the content. */
export const readyToRun = createServerFn({ method: 'POST' })
  .validator(v.object({ command: v.string(), extend: v.string() }))
  .handler(async ({ data: body }) => {
    const session = await requireSession('admin')
    await callEndpoint<Calls['ready']>(session, { method: 'POST', path: '/adminApi/terminal/ready', body })
  })

/** What has become of the runs of these tasks. A task that never reached the server is not among them. */
export const terminalStates = createServerFn()
  .validator(v.object({ uuids: v.array(uuid) }))
  .handler(async ({ data: { uuids } }) => {
    const session = await requireSession('admin')
    const call = { method: 'GET', path: '/adminApi/terminal/state', query: { 'uuids[]': uuids } } as const
    return (await callEndpoint<Calls['states']>(session, call)).data.list
  })

/** Ends a run. Returns the server's message. */
export const cancelRun = createServerFn({ method: 'POST' })
  .validator(v.object({ uuid }))
  .handler(async ({ data: body }) => {
    const session = await requireSession('admin')
    return (await callEndpoint<Calls['cancel']>(session, { method: 'POST', path: '/adminApi/terminal/cancel', body }))
      .msg
  })

/** The kept runs, the newest first. */
export const terminalRuns = createServerFn()
  .validator(v.object({ page: v.number(), quickSearch: v.string(), state: v.optional(v.picklist(terminalRunStates)) }))
  .handler(async ({ data: query }) => {
    const session = await requireSession('admin')
    return (await callEndpoint<Calls['index']>(session, { method: 'GET', path: '/adminApi/terminal/index', query }))
      .data
  })

/** Lines of the output of a run: those after a line, or those that hold a text. */
export const runOutput = createServerFn()
  .validator(v.object({ uuid, after: v.number(), limit: v.optional(v.number()), search: v.optional(v.string()) }))
  .handler(async ({ data: query }) => {
    const session = await requireSession('admin')
    return (await callEndpoint<Calls['output']>(session, { method: 'GET', path: '/adminApi/terminal/output', query }))
      .data
  })

/** The commands, and what the terminal is set to. */
export const terminalInfo = createServerFn().handler(async () => {
  const session = await requireSession('admin')
  return (await callEndpoint<Calls['info']>(session, { method: 'GET', path: '/adminApi/terminal/info' })).data
})

/** Sets the package manager or the port. Returns both as they are now. */
export const changeTerminalConfig = createServerFn({ method: 'POST' })
  .validator(
    v.object({
      manager: v.optional(v.picklist(managerChoices)),
      port: v.optional(v.number()),
      idempotencyKey: v.string(),
    }),
  )
  .handler(async ({ data: { idempotencyKey, ...body } }) => {
    const session = await requireSession('admin')
    const call = { method: 'POST', path: '/admin/ajax/changeTerminalConfig', body, idempotencyKey } as const
    return (await callEndpoint<Calls['config']>(session, call)).data
  })
