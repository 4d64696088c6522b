import { signedIn } from '#src/server/access/guards.server.ts'
import type { Mount } from '#src/server/api.server.ts'
import { importCheckJob, importJob, importUndoJob } from '#src/server/import/import-jobs.server.ts'
import { jobApi } from '#src/server/jobs/job.api.server.ts'
import type { JobKind } from '#src/server/jobs/job-kind.server.ts'
import { adminAreaApi, publicAreaApi } from './area/area.api.server.ts'
import { captchaApi } from './auth/captcha.api.server.ts'
import { adminSessionApi, memberSessionApi } from './auth/session.api.server.ts'
import { adminSessionsApi, memberSessionsApi } from './auth/sessions.api.server.ts'
import { tokenApi } from './auth/token.api.server.ts'
import { cacheApi } from './cache/cache.api.server.ts'
import { historyApi } from './history/history.api.server.ts'
import { plannedApi } from './planned/planned.api.server.ts'
import { referenceApi } from './reference/reference.api.server.ts'
import { resourceApi, runtimeResourceApi } from './resources/resource.api.server.ts'
import { resources } from './resources.server.ts'
import { faultApi } from './site/fault.api.server.ts'
import { siteApi } from './site/site.api.server.ts'
import { viewApi } from './views/view.api.server.ts'

/** The only list of the endpoints that the features add to the API. */
export const mounts: readonly Mount[] = [
  (api) => api.route('/auth', tokenApi),
  (api) => api.route('/adminApi', adminSessionApi),
  (api) => api.route('/admin/ajax', adminAreaApi),
  (api) => api.route('/api/ajax', publicAreaApi),
  (api) => api.route('/admin/ajax', cacheApi),
  (api) => api.route('/api', memberSessionApi),
  (api) => api.route('/api', siteApi),
  (api) => api.route('/api', faultApi),
  (api) => api.route('/api', captchaApi),
  (api) => api.route('/adminApi/session', adminSessionsApi),
  (api) => api.route('/api/session', memberSessionsApi),
  (api) => api.route('/api', referenceApi),
  (api) => api.route('/', plannedApi),
  (api) => api.use('/adminApi/*', signedIn('admin')),
  (api) => api.route('/adminApi/job', jobApi),
  (api) => api.route('/adminApi/history', historyApi),
  (api) => api.route('/adminApi/view', viewApi),
  (api) => api.route('/adminApi/resource', resourceApi),
  ...resources.map(
    ({ resource, api: controller }): Mount =>
      (api) =>
        api.route(`/adminApi/${resource.description.key}`, controller),
  ),
  // Mounted last, so that resources in code are found first.
  (api) => api.route('/adminApi/:key', runtimeResourceApi),
]

/** All kinds of background jobs. */
export const jobKinds: readonly JobKind[] = [importCheckJob, importJob, importUndoJob]
