import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { codeHolders, guardianKin, MOST_STUDENTS } from './kin.ts'
import { familyCodeRule } from './own-family.schema.ts'
import { bindFamilyCode, checkFamilyCode, leaveStudent, ownStudents } from './own-family.server.ts'

const common = { tag: 'session', security: 'user', node: 'account/family' } as const

const linked = v.strictObject({
  /** Of the link. */
  id: v.number(),
  name: v.string(),
  school: v.string(),
  /** Empty for a pupil who is at a school without classes. */
  class: v.string(),
  relation: v.string(),
  createTime: v.pipe(v.string(), v.isoTimestamp()),
})

/** What a member does about the pupils whose results the member sees. */
export const ownFamilyEndpoints = {
  index: endpoint({
    ...common,
    method: 'get',
    path: '/api/family/index',
    summary: m.call_ownFamily,
    answer: v.strictObject({
      list: v.array(linked),
      /** So many pupils at most. */
      most: v.number(),
    }),
    run: async ({ db, actor }) => ({ list: await ownStudents(db, actor.id), most: MOST_STUDENTS }),
  }),
  // No `write`: a wrong code must count even though nothing is written.
  check: endpoint({
    ...common,
    method: 'post',
    path: '/api/family/check',
    summary: m.call_familyCheck,
    body: v.strictObject({ code: familyCodeRule }),
    answer: v.strictObject({ name: v.string(), school: v.string(), holder: v.picklist(codeHolders) }),
    errors: [409, 429],
    run: ({ c, db, actor, body }) => checkFamilyCode(c, db, actor, body.code),
  }),
  bind: endpoint({
    ...common,
    method: 'post',
    path: '/api/family/bind',
    summary: m.call_familyBind,
    body: v.strictObject({ code: familyCodeRule, relation: v.optional(v.picklist(['self', ...guardianKin])) }),
    answer: linked,
    errors: [409, 429],
    idempotent: true,
    run: ({ c, db, actor, body }) => bindFamilyCode(c, db, actor, body),
    msg: ({ name }) => m.family_bound({ name }),
  }),
  revoke: endpoint({
    ...common,
    method: 'post',
    path: '/api/family/revoke',
    summary: m.call_familyRevoke,
    body: v.strictObject({ id }),
    answer: v.null(),
    errors: [404],
    write: 'save',
    run: async ({ tx, actor, body }) => {
      await leaveStudent(tx, actor, body.id)
      return null
    },
    msg: () => m.family_left(),
  }),
}
