import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { changeSetId } from '#src/server/endpoint/answer-parts.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { ruleResource } from './rule.api.server.ts'
import { addStandardButtons } from './standard-buttons.server.ts'

/** The buttons of a menu that shows a resource. */
export const ruleEndpoints = {
  addButtons: endpoint({
    method: 'post',
    path: '/adminApi/rule/addButtons',
    tag: 'resource',
    security: 'admin',
    node: 'user-role/rule/add',
    write: 'save',
    summary: m.call_addButtons,
    body: v.strictObject({ id }),
    answer: v.object({ count: v.number(), roles: v.number(), changeSetId }),
    errors: [404, 409],
    unique: () => ruleResource.constraintFields(),
    run: async ({ tx, actor, body, changeSetId: own }) => {
      const { count, roles } = await addStandardButtons(tx, actor, body.id)
      return { count, roles, changeSetId: count > 0 ? own : null }
    },
    msg: ({ count, roles }) => (count === 0 ? m.menuRule_buttonsThere() : m.menuRule_buttonsAdded({ count, roles })),
    committed: ({ db }) => tableChanged(db, ruleResource.tableName),
  }),
}
