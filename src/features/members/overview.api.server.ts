import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { readConfig } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { ownWeek } from './own-week.server.ts'

/** What the first page of the member center shows besides the member. */
export const overviewEndpoints = {
  overview: endpoint({
    method: 'get',
    path: '/api/user/overview',
    tag: 'session',
    summary: m.call_ownOverview,
    security: 'user',
    node: 'account/overview',
    answer: v.strictObject({
      /** The last seven days in the site's time zone, today being the last one. Amounts in cents and points. */
      days: v.array(
        v.strictObject({
          day: v.pipe(v.string(), v.isoDate()),
          money: v.number(),
          moneyAfter: v.number(),
          score: v.number(),
          scoreAfter: v.number(),
        }),
      ),
      /** Whether the account has a second factor. */
      hasFactor: v.boolean(),
    }),
    run: async ({ db, actor }) => {
      const { timeZone } = await readConfig(db, ['timeZone'])
      return { days: await ownWeek(db, actor.id, timeZone), hasFactor: actor.hasFactor === true }
    },
  }),
}
