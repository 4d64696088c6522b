import { signedIn } from '#src/server/access/guards.server.ts'
import type { Mount } from '#src/server/api.server.ts'
import { mountEndpoints } from '#src/server/endpoint/mount-endpoints.server.ts'
import { importCheckJob, importJob, importUndoJob } from '#src/server/import/import-jobs.server.ts'
import type { JobKind } from '#src/server/jobs/job-kind.server.ts'
import type { Features } from '#src/server/runtime.server.ts'
import { ClosingRounds } from './closing/closing-rounds.server.ts'
import { endpoints } from './contract.server.ts'
import { examCompareJob, examRunJob } from './exam-run/run.jobs.server.ts'
import { tellFamiliesJob } from './exam-run/tell-families.jobs.server.ts'
import { rosterJob } from './exams/roster.jobs.server.ts'
import { purgeFamilyCodes } from './family/family-codes.server.ts'
import { purgeReminded, ReminderRounds } from './modules/reminder-rounds.server.ts'
import { provinceJob, provinceUndoJob } from './org/province.jobs.server.ts'
import { runtimeResourceApi } from './resources/resource.api.server.ts'
import { resources } from './resources.server.ts'
import { promotionJob, promotionUndoJob } from './students/promotion.jobs.server.ts'
import { terminalJob } from './terminal/terminal.jobs.server.ts'
import { TerminalRounds } from './terminal/terminal-rounds.server.ts'

/** What the features add to the API: their calls, and the controllers of the resources. */
export const mounts: readonly Mount[] = [
  (api) => mountEndpoints(api, endpoints),
  (api) => api.use('/adminApi/*', signedIn('admin')),
  ...resources.map(
    ({ resource, api: controller }): Mount =>
      (api) =>
        api.route(`/adminApi/${resource.description.key}`, controller),
  ),
  // Mounted last, so that resources in code are found first.
  (api) => api.route('/adminApi/:key', runtimeResourceApi),
]

/** All kinds of background jobs. */
export const jobKinds: readonly JobKind[] = [
  importCheckJob,
  importJob,
  importUndoJob,
  provinceJob,
  provinceUndoJob,
  promotionJob,
  promotionUndoJob,
  terminalJob,
  examRunJob,
  examCompareJob,
  tellFamiliesJob,
  rosterJob,
]

/** What each process repeats while it runs. */
export const rounds: Features['rounds'] = [
  (deps) => new ClosingRounds(deps),
  (deps) => new TerminalRounds(deps),
  (deps) => new ReminderRounds(deps),
]

/** What is deleted when it has expired. */
export const purges: Features['purges'] = { familyCodes: purgeFamilyCodes, reminded: purgeReminded }
