import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { idQuery } from '../list/crud-query.server.ts'
import type { Operation } from '../openapi/operation.server.ts'
import { dismissBody, jobIdBody } from './job.api.server.ts'
import { jobViewSchema } from './job-view.server.ts'

const common = { tag: 'job', security: 'admin' } as const
const json = (schema: v.GenericSchema) => ({ type: 'application/json', schema }) as const

/** The OpenAPI operations of the user's own background jobs. */
export const jobOperations: readonly Operation[] = [
  {
    ...common,
    method: 'get',
    path: '/adminApi/job/index',
    summary: m.call_jobs,
    answer: v.object({ list: v.array(jobViewSchema) }),
  },
  {
    ...common,
    method: 'get',
    path: '/adminApi/job/info',
    summary: m.call_job,
    query: idQuery.entries,
    answer: jobViewSchema,
    errors: [404],
  },
  {
    ...common,
    method: 'get',
    path: '/adminApi/job/events',
    summary: m.call_jobEvents,
    answer: v.string(),
    bare: 'text/event-stream',
    errors: [429],
  },
  {
    ...common,
    method: 'post',
    path: '/adminApi/job/cancel',
    summary: m.call_jobCancel,
    body: json(jobIdBody),
    answer: jobViewSchema,
    errors: [404, 422],
  },
  {
    ...common,
    method: 'post',
    path: '/adminApi/job/dismiss',
    summary: m.call_jobDismiss,
    body: json(dismissBody),
    answer: v.object({ count: v.number() }),
    errors: [422],
  },
]
