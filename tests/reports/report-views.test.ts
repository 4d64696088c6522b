import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, accountRole, role } from '#src/db/identity.table.server.ts'
import { reportAddress } from '#src/features/reports/report-address.ts'
import { REPORT_VIEWS } from '#src/features/reports/report-keys.ts'
import { reportDiffers, reportViewState, searchOfReportView } from '#src/features/reports/report-views.ts'
import type { SavedView } from '#src/server/views/view.schema.ts'
import { savedViewTable } from '#src/server/views/view.table.server.ts'
import type { Call } from '../support/base-info.ts'
import { publishRun } from '../support/runs.ts'
import { startReports } from './report-api.ts'

const viewsOf = async (call: Call) =>
  ((await call('GET', `/adminApi/view/index?resource=${REPORT_VIEWS}`)).data as { list: SavedView[] }).list
const add = (call: Call, body: object) => call('POST', '/adminApi/view/add', { resource: REPORT_VIEWS, ...body })

test('a report is kept under a name and shared with a role; whoever opens it sees the own data scope', async () => {
  const made = await startReports()
  const { db, exam, frame, content, reader, east, west, district, maths } = made
  await publishRun(db, exam, frame, content)
  const officer = await reader('officer', 'orgBelow', district, ['report/index', 'dashboard'])
  const principal = await reader('principal', 'orgBelow', east.id)
  const other = await reader('other', 'orgBelow', west.id)
  const [held] = await db
    .select({ roleId: accountRole.roleId, officer: account.id })
    .from(accountRole)
    .innerJoin(account, eq(account.id, accountRole.accountId))
    .where(eq(account.username, 'officer'))
  const roleId = held?.roleId ?? 0
  const [person] = await db.select({ id: account.id }).from(account).where(eq(account.username, 'principal'))
  await db.insert(accountRole).values({ accountId: person?.id ?? 0, roleId })

  const search = {
    report: 'comparison',
    subject: `raw-${maths}`,
    unit: `school-${east.id}`,
    with: `district-${district}`,
  }
  const added = await add(officer.caller, { name: 'Maths of East', roleIds: [roleId], state: { search } })
  expect(added).toMatchObject({ code: 200, data: { version: 1 } })
  const { id } = added.data as { id: number }
  const bound = { report: 'overview', exam, version: '1', unit: `school-${west.id}` }
  await add(officer.caller, { name: 'West', roleIds: [roleId], state: { search: bound } })
  expect(await viewsOf(officer.caller)).toMatchObject([
    { name: 'Maths of East', resource: REPORT_VIEWS, editable: true, state: { search } },
    { name: 'West', state: { search: bound } },
  ])
  // The view says what to show, never what is shown: each call checks its reader.
  const [ofEast, ofWest] = await viewsOf(principal.caller)
  if (!ofEast || !ofWest) throw new Error('not shared')
  expect(ofEast).toMatchObject({ id, editable: false, ownerName: 'officer' })
  const open = (view: SavedView) =>
    principal.caller('GET', reportAddress('/adminApi/report/show', searchOfReportView(view, { exam })))
  expect(await open(ofEast)).toMatchObject({ code: 200, data: { unit: `school-${east.id}`, with: search.with } })
  expect(await open(ofWest)).toMatchObject({ code: 404, msg: 'This unit is outside your data scope.', data: {} })
  expect(await open({ ...ofWest, state: { search: { ...bound, exam: 999_999 } } })).toMatchObject({ code: 404 })
  expect(await viewsOf(other.caller)).toEqual([])
  expect(await principal.caller('POST', '/adminApi/view/edit', { id, name: 'Mine' })).toMatchObject({ status: 404 })
  expect(await principal.caller('DELETE', `/adminApi/view/del?ids[]=${id}`)).toMatchObject({ status: 404 })

  // Two people of one account save over each other: the second is told.
  const edit = (state: object) => officer.caller('POST', '/adminApi/view/edit', { id, version: 1, state })
  expect(await edit({ search: { report: 'borderline', near: 20 } })).toMatchObject({ code: 200, data: { version: 2 } })
  expect(await edit({ search: { report: 'lines' } })).toMatchObject({ status: 409, data: { reason: 'stale' } })
  expect((await viewsOf(principal.caller))[0]?.state).toEqual({ search: { report: 'borderline', near: 20 } })
  const dashboard = await officer.caller('GET', '/adminApi/dashboard/views')
  expect(dashboard.data).toMatchObject({ list: [{ id, menu: 'report', title: 'Reports' }, { name: 'West' }] })

  await db.update(role).set({ status: 0 }).where(eq(role.id, roleId))
  expect(await viewsOf(principal.caller)).toEqual([])
})

test('what is no report is refused at its place, and a view of another release does no harm', async () => {
  const { call, db } = await startReports()
  const refused = async (body: object) => {
    const { status, data } = await add(call, { name: 'x', ...body })
    return [status, Object.keys((data as { errors: object }).errors)]
  }
  const with_ = (search: object) => refused({ state: { search: { report: 'overview', ...search } } })
  expect(await with_({ report: 'pupil' })).toEqual([422, ['state.search.report']])
  expect(await with_({ pupil: 3 })).toEqual([422, ['state.search.pupil']])
  expect(await with_({ near: 500 })).toEqual([422, ['state.search.near']])
  expect(await with_({ unit: 'school-1 or true' })).toEqual([422, ['state.search.unit']])
  expect(await with_({ subject: 'x'.repeat(200) })).toEqual([422, ['state.search.subject']])
  expect(await refused({ state: {} })).toEqual([422, ['state.search.report']])
  expect(await refused({ resource: 'page:none', state: {} })).toEqual([422, ['resource']])
  const ofList = { resource: 'organization', state: { search: { report: 'overview' } } }
  expect(await refused(ofList)).toEqual([422, ['state.search']])
  // Of a report, nothing else is kept.
  await add(call, { name: 'New', state: { search: { report: 'lines' }, quickSearch: 'x' } })
  const [own] = await db.select().from(savedViewTable)
  expect(own?.state).toEqual({ search: { report: 'lines' } })
  const search = { report: 'gone', unit: 'all' }
  await db.update(savedViewTable).set({ state: { search } })
  expect(await viewsOf(call)).toMatchObject([{ name: 'New', state: {} }])
})

test('a view without an exam is for the chosen one; with one, for that', () => {
  const search = { exam: 3, version: '2', report: 'lines', unit: 'school-4', near: 5, pupil: 9, view: 7 } as const
  const free = { id: 7, state: reportViewState(search, false) }
  const bound = { id: 7, state: reportViewState(search, true) }
  expect(free.state).toEqual({ search: { report: 'lines', unit: 'school-4', near: 5 } })
  expect(bound.state).toEqual({ search: { report: 'lines', unit: 'school-4', near: 5, exam: 3, version: '2' } })
  const chosen = { exam: 5, version: '1' }
  expect(searchOfReportView(free, chosen)).toMatchObject({ ...chosen, report: 'lines', pupil: undefined, view: 7 })
  expect(searchOfReportView(bound, chosen)).toMatchObject({ exam: 3, version: '2' })
  expect(reportDiffers(free, { ...search, ...chosen })).toBe(false)
  expect(reportDiffers(bound, { ...search, ...chosen })).toBe(true)
  expect(reportDiffers(bound, search)).toBe(false)
  expect(reportDiffers(free, { ...search, subject: 'total' })).toBe(true)
})
