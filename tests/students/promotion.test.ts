import { expect, test, vi } from 'vitest'
import type { PromotionPlan } from '#src/features/students/promotion.server.ts'
import { studentResource } from '#src/features/students/student.api.server.ts'
import { ownedReader } from '#src/server/history/undo-owned.server.ts'
import { type Call, idOf, rowsBy } from '../support/base-info.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { placesOf, startStudents } from '../support/students.ts'

const SINCE = '2025-09-01'

async function start() {
  const api = await startStudents()
  const { call, east, west, levels } = api
  const add = async (pid: number, code: string, name: string) =>
    idOf(
      await call('POST', '/adminApi/organization/add', {
        pid,
        code,
        name,
        type: 'class',
        status: 1,
        levelIds: [levels.junior?.id],
      }),
    )
  const classes = {
    seven: await add(east.id, 'E7', '七年级（1）班'),
    eight: await add(east.id, 'E8', '八年级(1)班'),
    other: await add(east.id, 'E82', '八年级2班'),
    west: await add(west.id, 'W7', '七年级1班'),
  }
  const plan = async (caller: Call = call, since = SINCE) => {
    const answer = await caller('GET', `/adminApi/student/promotion?yearId=${api.year}&since=${since}`)
    expect(answer.code).toBe(200)
    return answer.data as PromotionPlan
  }
  const promote = async (body: object, caller: Call = call) => {
    const answer = await caller('POST', '/adminApi/student/promote', { yearId: api.year, since: SINCE, ...body })
    if (answer.code !== 200) return answer
    expect(answer.msg).toBe('The promotion has begun. You will be told when it is done')
    return importer(api, caller, 'student').until((answer.data as { job: number }).job)
  }
  return { ...api, classes, plan, promote }
}

test('a whole year moves up in one step: to the class above, to one that is added, and in classes named after the year nobody moves', async () => {
  const api = await start()
  const { pupil, classes, west, plan, promote, call } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: classes.seven })
  await pupil({ number: 'S2', name: 'Han Mei', orgId: classes.west })
  await pupil({ number: 'S3', name: 'Wang Yi', orgId: west.one })
  await pupil({ number: 'S4', name: 'Wang Er', orgId: classes.seven, status: 'suspended' })
  const proposed = await plan()
  expect(proposed).toMatchObject({ year: 'Junior 2024', graduates: false })
  expect(proposed.list).toMatchObject([
    { orgId: classes.seven, school: 'East School', count: 1, action: 'move', to: classes.eight, toName: '八年级(1)班' },
    { orgId: classes.west, school: 'West School', count: 1, action: 'create', to: null, toName: '八年级1班' },
    { orgId: west.one, count: 1, action: 'stay', to: null },
  ])
  const job = await promote({ digest: proposed.digest })
  expect(job).toMatchObject({
    state: 'done',
    title: 'Promotion: Junior 2024',
    message: 'Moved: 2. Graduated: 0. Stayed: 1. Classes added: 1',
    result: { moved: 2, graduated: 0, stayed: 1, added: 1 },
  })
  const { 八年级1班: added } = await rowsBy(call, 'organization', 'name')
  expect(added).toMatchObject({ pid: west.id, type: 'class', code: 'W7-2025' })
  expect(await placesOf(api, 'S1')).toEqual([
    `${classes.seven} 2024-09-01 2025-08-31 admitted`,
    `${classes.eight} 2025-09-01 promoted`,
  ])
  expect(await placesOf(api, 'S2')).toEqual([
    `${classes.west} 2024-09-01 2025-08-31 admitted`,
    `${added?.id} 2025-09-01 promoted`,
  ])
  expect(await placesOf(api, 'S3')).toHaveLength(1)
  expect(await placesOf(api, 'S4')).toEqual([`${classes.seven} 2024-09-01 admitted`])
  // Whoever has moved does not move twice.
  expect((await plan()).list.map(({ orgId }) => orgId)).toEqual([west.one])
})

test('a promotion is undone in one step, with the classes that it has added', async () => {
  const api = await start()
  const { pupil, classes, plan, promote, call } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: classes.seven })
  await pupil({ number: 'S2', name: 'Han Mei', orgId: classes.west })
  const { digest } = await plan()
  const job = await promote({ digest })
  if (!('id' in job)) throw new Error('no job')
  const undo = () => call('POST', '/adminApi/student/undoPromotion', { id: job.id })
  const begun = await undo()
  expect(await api.until((begun.data as { job: number }).job)).toMatchObject({
    state: 'done',
    title: 'Undo of promotion: Junior 2024',
    result: { left: 0 },
  })
  expect(await placesOf(api, 'S1')).toEqual([`${classes.seven} 2024-09-01 admitted`])
  expect(await placesOf(api, 'S2')).toEqual([`${classes.west} 2024-09-01 admitted`])
  expect(Object.keys(await rowsBy(call, 'organization', 'name'))).not.toContain('八年级1班')
  expect((await undo()).code).toBe(409)
  // Everything can be done again.
  expect(await promote({ digest: (await plan()).digest })).toMatchObject({ result: { moved: 2, added: 1 } })
})

test('its author chooses otherwise for a class, among those of the same school', async () => {
  const api = await start()
  const { pupil, classes, west, plan, promote } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: classes.seven })
  const { digest } = await plan()
  const choose = (to: number | null, action = 'move') => ({ digest, changes: [{ orgId: classes.seven, action, to }] })
  expect(await promote(choose(west.one))).toMatchObject({
    code: 422,
    msg: 'A class is not in the plan, or the class to move to is not in the same school. Reload the plan',
  })
  expect(await promote(choose(classes.seven))).toMatchObject({ code: 422 })
  expect(await promote(choose(null, 'create'))).toMatchObject({ code: 422 })
  expect(await promote(choose(null, 'stay'))).toMatchObject({ code: 422, msg: 'There is nobody to promote' })
  expect(await promote({ digest, changes: [{ orgId: west.one, action: 'stay', to: null }] })).toMatchObject({
    code: 422,
  })
  expect(await promote(choose(classes.other))).toMatchObject({ result: { moved: 1 } })
  expect((await placesOf(api, 'S1')).at(-1)).toBe(`${classes.other} 2025-09-01 promoted`)
})

test('at the end of the level the year graduates, with a last day', async () => {
  const api = await start()
  const { pupil, classes, plan, promote } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: classes.eight })
  const { digest, graduates, list } = await plan(api.call, '2027-09-01')
  expect({ graduates, list }).toMatchObject({ graduates: true, list: [{ action: 'graduate' }] })
  const body = { digest, since: '2027-09-01' }
  expect(await promote(body)).toMatchObject({ code: 422, data: { errors: { until: ['Required'] } } })
  expect(await promote({ ...body, until: '2027-09-01' })).toMatchObject({
    data: { errors: { until: ['The last day of those who graduate must be before the first day in the new classes'] } },
  })
  expect(await promote({ ...body, until: '2027-06-20' })).toMatchObject({ result: { graduated: 1, moved: 0 } })
  expect(await placesOf(api, 'S1')).toEqual([`${classes.eight} 2024-09-01 2027-06-20 admitted`])
})

test('whoever has seen another plan is told, and nothing is written', async () => {
  const api = await start()
  const { pupil, classes, plan, promote } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: classes.seven })
  const { digest } = await plan()
  await pupil({ number: 'S2', name: 'Han Mei', orgId: classes.west })
  expect(await promote({ digest })).toMatchObject({
    code: 409,
    msg: 'Classes or students have changed since. Look at the plan again, then confirm',
    data: { reason: 'stale' },
  })
  expect(await placesOf(api, 'S1')).toHaveLength(1)
})

test('an officer promotes within the data scope, needs the node, and adds classes only with the right to', async () => {
  const api = await start()
  const { pupil, classes, east, plan, promote } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: classes.seven })
  await pupil({ number: 'S2', name: 'Han Mei', orgId: classes.west })
  const common = { scope: 'orgBelow', deptId: east.id } as const
  await addOfficer(api, { username: 'looks', nodes: ['baseInfo/student/index'], ...common })
  await addOfficer(api, {
    username: 'promotes',
    nodes: ['baseInfo/student/index', 'baseInfo/student/promote'],
    ...common,
  })
  const looks = await api.signIn('admin', 'looks')
  const path = `/adminApi/student/promotion?yearId=${api.year}&since=${SINCE}`
  expect((await looks('GET', path)).code).toBe(403)
  const promotes = await api.signIn('admin', 'promotes')
  const own = await plan(promotes)
  expect(own.list.map(({ orgId }) => orgId)).toEqual([classes.seven])
  expect(await promote({ digest: own.digest }, promotes)).toMatchObject({ result: { moved: 1 } })
  expect(await placesOf(api, 'S2')).toHaveLength(1)
  await addOfficer(api, {
    username: 'west',
    nodes: ['baseInfo/student/index', 'baseInfo/student/promote'],
    scope: 'orgBelow',
    deptId: api.west.id,
  })
  const west = await api.signIn('admin', 'west')
  expect((await plan(west)).list).toMatchObject([{ orgId: classes.west, action: 'stay', toName: '八年级1班' }])
})

test('an unknown year is refused', async () => {
  const { call } = await start()
  expect((await call('GET', `/adminApi/student/promotion?yearId=999999&since=${SINCE}`)).code).toBe(422)
  expect((await call('GET', '/adminApi/student/promotion?yearId=1&since=soon')).code).toBe(400)
})

test('an undo reads the earlier places of a whole year once, however many batches it has', async () => {
  const api = await start()
  const { pupil, classes, plan, promote, db } = api
  const one = idOf(await pupil({ number: 'S1', name: 'Li Lei', orgId: classes.seven }))
  const two = idOf(await pupil({ number: 'S2', name: 'Han Mei', orgId: classes.seven }))
  const job = await promote({ digest: (await plan()).digest })
  if (!('result' in job)) throw new Error(job.msg)
  const { changeSetId } = job.result as { changeSetId: number }
  const owned = ownedReader(db, changeSetId)
  const [first] = await owned(studentResource, [one])
  expect(first).toMatchObject({ owner: one, change: { table: 'enrolment', operation: 'insert' } })
  const asked = vi.spyOn(db, 'execute')
  expect((await owned(studentResource, [two])).map(({ owner }) => owner)).toEqual([two])
  expect(asked).not.toHaveBeenCalled()
})
