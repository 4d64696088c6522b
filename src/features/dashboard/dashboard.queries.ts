import { queryOptions } from '@tanstack/react-query'
import { getting } from '#src/crud/calls/endpoint-calls.ts'
import type { Node } from '#src/resource/registry.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { jobEndpoints } from '#src/server/jobs/job.api.server.ts'
import type { dashboardEndpoints } from './dashboard.api.server.ts'

type Calls = typeof dashboardEndpoints
export type Summary = AnswerOf<Calls['summary']>
export type CollectingExam = AnswerOf<Calls['collecting']>['list'][number]
export type WaitingExam = AnswerOf<Calls['waiting']>['list'][number]
export type PublishedExam = AnswerOf<Calls['published']>['list'][number]
export type PanelEntry = Summary['panels'][number]
export type ModulePanelData = AnswerOf<Calls['modulePanel']>
export type LatestChange = AnswerOf<Calls['changes']>['list'][number]

/** With this, the keys of all queries of the page begin. */
export const DASHBOARD = 'dashboard'

const summary = getting<Calls['summary']>('/adminApi/dashboard/summary')
const changes = getting<Calls['changes']>('/adminApi/dashboard/changes')
const collecting = getting<Calls['collecting']>('/adminApi/dashboard/collecting')
const waiting = getting<Calls['waiting']>('/adminApi/dashboard/waiting')
const published = getting<Calls['published']>('/adminApi/dashboard/published')
const modulePanel = getting<Calls['modulePanel']>('/adminApi/dashboard/modulePanel')
const views = getting<Calls['views']>('/adminApi/dashboard/views')

const jobs = getting<(typeof jobEndpoints)['index']>('/adminApi/job/index')

/** The page asks again when it is shown again, and every minute while it is on screen. */
const fresh = { staleTime: 3_000, refetchInterval: 60_000, refetchOnWindowFocus: true } as const

/** Everything that the page counts, in one call. */
export const summaryQuery = queryOptions({
  queryKey: [DASHBOARD, 'summary'],
  queryFn: ({ signal }) => summary({}, signal),
  ...fresh,
})

/** The user's background jobs, until the event stream has sent them. */
export const jobsQuery = queryOptions({
  queryKey: [DASHBOARD, 'jobs'],
  queryFn: async ({ signal }) => (await jobs({}, signal)).list,
  staleTime: fresh.staleTime,
})

/** The nodes of which one is enough for `changesQuery`. */
export const changesNodes: readonly Node[] = [
  'baseInfo/organization/index',
  'baseInfo/subject/index',
  'baseInfo/educate-level/index',
  'baseInfo/student-year/index',
  'baseInfo/exam-scheme/index',
]

/** The latest changes that the user may see. */
export const changesQuery = queryOptions({
  queryKey: [DASHBOARD, 'changes'],
  queryFn: async ({ signal }) => (await changes({}, signal)).list,
  ...fresh,
})

/** The user's own saved views of all lists. */
export const ownViewsQuery = queryOptions({
  queryKey: [DASHBOARD, 'views'],
  queryFn: async ({ signal }) => (await views({}, signal)).list,
  ...fresh,
})

/** Exams that collect marks. */
export const collectingQuery = queryOptions({
  queryKey: [DASHBOARD, 'collecting'],
  queryFn: async ({ signal }) => (await collecting({}, signal)).list,
  ...fresh,
})

/** Exams whose next step is the user's. */
export const waitingQuery = queryOptions({
  queryKey: [DASHBOARD, 'waiting'],
  queryFn: async ({ signal }) => (await waiting({}, signal)).list,
  ...fresh,
})

/** The exams that were published last, as the user may read them. */
export const publishedQuery = queryOptions({
  queryKey: [DASHBOARD, 'published'],
  queryFn: async ({ signal }) => (await published({}, signal)).list,
  ...fresh,
})

/** What a panel of a module shows. */
export const modulePanelQuery = ({ uid, key }: Pick<PanelEntry, 'uid' | 'key'>) =>
  queryOptions({
    queryKey: [DASHBOARD, 'module', uid, key],
    queryFn: ({ signal }) => modulePanel({ uid, key }, signal),
    // What is wrong with a panel stays wrong.
    retry: false,
    ...fresh,
  })
