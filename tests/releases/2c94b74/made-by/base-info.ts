import * as v from 'valibot'
import { type Person, type Row, rowOf, rowsBy, rowsOf, want, wrote } from '../contract.ts'

/** Levels, subjects, student years and exam schemes: what the release brings changed, added to, and taken from. */
export async function arrangeBaseInfo(admin: Person) {
  const { call } = admin
  const post = async (path: string, body: object) => wrote(await call('POST', `/adminApi/${path}`, body))
  const del = async (resource: string, id: number) =>
    wrote(await call('DELETE', `/adminApi/${resource}/del?ids[]=${id}`))

  const levels = await rowsBy(admin, 'educate-level', 'code')
  const special = await post('educate-level/add', {
    ...{ code: 'special', name: '特殊教育', years: 2, gradeNames: ['启智一年级', '启智二年级'], status: 1 },
  })
  await post('educate-level/edit', {
    ...{ id: levels('junior').id, years: 4, gradeNames: ['六年级', '七年级', '八年级', '九年级'] },
  })
  await post('educate-level/sortable', { id: special.id, targetId: levels('preschool').id })
  await del('educate-level', levels('vocational').id)

  const subjects = await rowsBy(admin, 'subject', 'code')
  const subject = async (code: string, name: string) =>
    post('subject/add', {
      ...{ code, name, type: 'school', fullMark: 62.5, color: '#123abc', levelIds: [special.id, levels('primary').id] },
    })
  const made = { SF: (await subject('SF', '书法')).id, BC: (await subject('BC', '编程')).id }
  await post('subject/edit', { id: subjects('SX').id, version: 1, fullMark: 160, color: '#101010' })
  await post('subject/bulkEdit', {
    ids: [subjects('YL').id, subjects('MS').id],
    values: { type: 'required', status: 0 },
  })
  await post('subject/sortable', { id: subjects('YY').id, targetId: subjects('YW').id })
  await del('subject', subjects('LD').id)
  const edited = await post('subject/edit', { id: subjects('JS').id, name: '技术（选考）' })

  const years = await rowsBy(admin, 'student-year', 'name')
  const names = (await rowsOf(admin, 'student-year')).map(({ name }) => String(name))
  await post('student-year/add', { levelId: special.id, entryYear: 2025 })
  await post('student-year/add', { levelId: levels('preschool').id, entryYear: 2024, name: '二〇二四级幼儿' })
  await post('student-year/edit', { id: years(names[0] ?? '').id, name: '新的一级', graduationYear: 2031 })
  await post('student-year/bulkEdit', { ids: names.slice(1, 3).map((name) => years(name).id), values: { status: 0 } })
  await del('student-year', years(names.at(-1) ?? '').id)

  const schemes = await arrangeSchemes(admin, levels('junior').id, [subjects('YW').id, subjects('SX').id])
  return {
    special: special.id,
    subject: (code: string) => (code in made ? made[code === 'SF' ? 'SF' : 'BC'] : subjects(code).id),
    undoable: [
      { what: 'an edit', resource: 'subject', changeSetId: edited.changeSetId, undone: 1 },
      ...schemes.undoable,
    ],
    /** What the release had brought and somebody deleted: an upgrade must not bring it back. */
    deletedSeeds: [
      { resource: 'educate-level', field: 'code', value: 'vocational' },
      { resource: 'subject', field: 'code', value: 'LD' },
      { resource: 'student-year', field: 'name', value: names.at(-1) ?? '' },
      { resource: 'exam-scheme', field: 'name', value: schemes.deleted },
    ],
  }
}

/** A scheme in each state that one can be in, and one that was published with everything that a scheme can hold. */
async function arrangeSchemes(admin: Person, levelId: number, subjectIds: number[]) {
  const { call } = admin
  const current = (id: number) => rowOf(admin, 'exam-scheme', id)
  const publish = async (id: number, note = '') => {
    const { version } = await current(id)
    const answer = await call('POST', '/adminApi/exam-scheme/publish', { id, version, note })
    return want(v.object({ number: v.number() }), answer).number
  }
  const edit = async (id: number, change: object) =>
    wrote(await call('POST', '/adminApi/exam-scheme/edit', { id, ...change }))
  const add = async (name: string, more: object = {}) => {
    const subjects = subjectIds.map((subjectId) => ({
      ...{ subjectId, kind: 'required', fullMark: 120, counts: 1, assigned: 0 },
    }))
    const body = { name, levelId, subjects, choice: 'none', assign: 'none', ...more }
    return wrote(await call('POST', '/adminApi/exam-scheme/add', body)).id
  }
  const bands = (percent: number) => [{ name: '及格', side: 'from', percent, color: '#2e8b57' }]

  await add('草稿方案', { note: 'Never published' })
  const twice = await add('发布过两次的方案')
  await publish(twice, '第一版')
  await edit(twice, { bands: bands(60) })
  await publish(twice, '第二版')
  const changed = await add('发布后改过的方案', { bands: bands(60) })
  await publish(changed)
  const undoable = await edit(changed, { bands: bands(70), note: 'Not published yet' })
  const reverted = await add('退回到第一版的方案')
  await publish(reverted, 'one')
  await edit(reverted, { name: '退回之前的方案', bands: bands(80) })
  await publish(reverted, 'two')
  const { version } = await current(reverted)
  wrote(await call('POST', '/adminApi/exam-scheme/revert', { id: reverted, version, number: 1 }))

  const seeds = await rowsBy(admin, 'exam-scheme', 'name')
  const whole = await current(seeds('高中 3+1+2（五等级赋分）').id)
  const copy = wrote(await call('POST', '/adminApi/exam-scheme/add', contentOf(whole, '抄来的 3+1+2 方案')))
  await publish(copy.id, 'With choices, bands and lines')
  const deleted = '小学期末质量监测'
  wrote(await call('DELETE', `/adminApi/exam-scheme/del?ids[]=${seeds(deleted).id}`))
  return {
    deleted,
    undoable: [
      { what: 'an edit after publishing', resource: 'exam-scheme', changeSetId: undoable.changeSetId, undone: 1 },
    ],
  }
}

const schemeFields = ['levelId', 'subjects', 'choice', 'combinations', 'assign', 'assignBands', 'assignFlat']
const moreFields = ['assignZero', 'bands', 'lines', 'note', 'status']

/** What the form of a scheme would send, under another name. */
function contentOf(scheme: Row, name: string): object {
  return { ...Object.fromEntries([...schemeFields, ...moreFields].map((field) => [field, scheme[field]])), name }
}

/** Levels, subjects, years and schemes as they are, without what depends on the day. */
export async function baseInfoFacts(admin: Person) {
  const pick = async (resource: string, order: string, fields: string[]) =>
    (await rowsOf(admin, resource, `&order=${order}`)).map((row) => ({
      ...{ id: row.id, version: row.version },
      ...Object.fromEntries(fields.map((field) => [field, row[field]])),
    }))
  const revision = v.object({ number: v.number(), publisher: v.nullable(v.string()), note: v.string() })
  const schemes = await pick('exam-scheme', 'name,asc', ['name', 'state', 'revision', 'choice', 'status', 'note'])
  const published = schemes.map(async (scheme) => {
    const path = `/adminApi/exam-scheme/revisions?id=${scheme.id}`
    return { ...scheme, revisions: want(v.object({ list: v.array(revision) }), await admin.call('GET', path)).list }
  })
  return {
    'educate-level': await pick('educate-level', 'code,asc', ['code', 'name', 'years', 'gradeNames', 'status']),
    subject: await pick('subject', 'code,asc', ['code', 'name', 'type', 'fullMark', 'color', 'levelIds', 'status']),
    'student-year': await pick('student-year', 'name,asc', [
      'name',
      'levelId',
      'entryYear',
      'graduationYear',
      'status',
    ]),
    'exam-scheme': await Promise.all(published),
  }
}
