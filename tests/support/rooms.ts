import { sql } from 'drizzle-orm'
import { addOrganizations, startApi, type TestApi } from './api.ts'
import { description, table } from './exam-room.ts'

/** Starts the API with the table of exam rooms. `store` stores the description, which makes the table a resource. */
export async function rooms(made?: TestApi) {
  const api = made ?? (await startApi())
  for (const statement of table.split(';\n')) await api.db.execute(sql.raw(statement))
  const admin = await api.signIn()
  const ids = await addOrganizations(admin)
  const store = (change: object = {}, given: object = {}) =>
    admin('POST', '/adminApi/resource/add', {
      tableName: 'res_exam_room',
      scopeField: 'orgId',
      description: { ...description, ...change },
      ...given,
    })
  return { ...api, admin, ids, store }
}
