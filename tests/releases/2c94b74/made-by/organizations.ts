import * as v from 'valibot'
import { type Person, refused, rowOf, rowsBy, rowsOf, want, wrote } from '../contract.ts'

type Place = { code: string; name: string; type: string; more?: object; below?: Place[] }

const school = (code: string, name: string, below: Place[] = [], more: object = {}): Place => ({
  ...{ code, name, type: 'school', below, more },
})
const classes = (school: string, names: string[]): Place[] =>
  names.map((name, at) => ({ code: `${school}-C${at + 1}`, name, type: 'class' }))
const campuses = (school: string): Place[] => [
  { code: `${school}-E`, name: '东校区', type: 'campus' },
  { code: `${school}-W`, name: '西校区', type: 'campus' },
]

/** A city with four districts, and a county of its own. Names hold what texts may stumble over. */
const tree: Place[] = [
  {
    ...{ code: 'YC', name: '云川市教育局', type: 'bureau' },
    more: {
      shortName: '云川',
      contact: '王 “主任”',
      phone: '13800000000',
      address: '人民路 1 号\n三楼',
      areaCode: '4403',
    },
    below: [
      {
        ...{ code: 'YC-LH', name: '临河区教育局', type: 'district', more: { areaCode: '440305' } },
        below: [
          school('YC-LH-S1', '临河第一小学', campuses('YC-LH-S1')),
          school('YC-LH-S2', '临河第二小学'),
          school('YC-LH-S3', '临河中学', classes('YC-LH-S3', ['七年级（1）班', '七年级（2）班', '八年级（1）班'])),
        ],
      },
      {
        ...{ code: 'YC-BS', name: '白石区教育局', type: 'district' },
        below: [
          school('YC-BS-S1', '白石小学', campuses('YC-BS-S1')),
          school('YC-BS-S2', 'St. Mary’s & “Sons” <School>'),
          school('YC-BS-S3', '白石高级中学', classes('YC-BS-S3', ['高一（1）班', '高一（2）班', '高二（1）班'])),
        ],
      },
      {
        ...{ code: 'YC-NP', name: '南坪区教育局', type: 'district' },
        below: [school('YC-NP-S1', '南坪小学'), school('YC-NP-S2', '南坪初级中学'), school('YC-NP-S3', '南坪中学')],
      },
      {
        ...{ code: 'YC-GX', name: '高新区教育局', type: 'district' },
        below: [
          school('YC-GX-S1', '高新第一小学'),
          school('YC-GX-S2', '高新实验学校'),
          school('YC-GX-S3', '高新外国语学校', [], { status: 0 }),
        ],
      },
    ],
  },
  {
    ...{ code: 'QS', name: '青山县教育局', type: 'bureau' },
    below: [school('QS-S1', '青山中学'), school('QS-S2', '青山小学'), school('QS-S3', '𠮷田小学 😀')],
  },
]

/**
 * The tree of organizations with its history: rows added, moved, sorted, edited one by one and together, deleted,
 * restored, undone, and one undoing undone.
 */
export async function arrangeOrganizations(admin: Person) {
  const { call } = admin
  const post = async (action: string, body: object, key?: string) =>
    wrote(await call('POST', `/adminApi/organization/${action}`, body, { key }))
  const undo = async (changeSetId: number, more: object = {}) =>
    wrote(await call('POST', '/adminApi/history/undo', { changeSetId, ...more }))
  const levels = await rowsBy(admin, 'educate-level', 'code')

  const ids = new Map<string, number>()
  const add = async (place: Place, pid: number | null): Promise<void> => {
    const { code, name, type, below = [], more } = place
    const levelIds = type === 'school' ? [levels(name.includes('小学') ? 'primary' : 'senior').id] : []
    const { id } = await post('add', { code, name, type, pid, levelIds, ...more }, `add-organization-${code}`)
    ids.set(code, id)
    for (const child of below) await add(child, id)
  }
  for (const place of tree) await add(place, null)
  const id = (code: string) => ids.get(code) ?? 0

  // Moves: a school, a district with all below it, and one move that is taken back.
  await post('edit', { id: id('YC-LH-S2'), version: 1, pid: id('YC-BS') })
  await post('edit', { id: id('YC-GX'), pid: id('QS') })
  const moved = await post('edit', { id: id('YC-NP-S3'), pid: id('YC-GX'), name: '搬走的中学' })
  await undo(moved.changeSetId)
  await post('sortable', { id: id('YC-NP-S3'), targetId: id('YC-NP-S1') })
  await post('sortable', { id: id('YC-BS-S1'), targetId: id('YC-BS-S3') })

  // Edits: one after another, one that is undone and done again, a field that is restored.
  await post('edit', { id: id('YC-LH-S1'), name: '临河实验小学', contact: 'Li Lei' })
  const renamed = await post('edit', { id: id('QS-S1'), name: '青山第一中学', phone: '13900000000' })
  const undone = await undo(renamed.changeSetId)
  const again = await undo(undone.changeSetId)
  await post('edit', { id: id('QS-S2'), name: '青山中心小学', contact: 'Zhao', address: '山路 8 号' })
  const entry = v.object({ id: v.number(), operation: v.string() })
  const history = want(
    v.object({ list: v.array(entry) }),
    await call('GET', `/adminApi/organization/history?id=${id('QS-S2')}`),
  )
  const first = history.list.find(({ operation }) => operation === 'insert')
  await post('restore', { id: id('QS-S2'), changeId: first?.id, fields: ['name'] })

  // Deleted and brought back with the old id; deleted, undone, and that undone: gone.
  await call('DELETE', `/adminApi/organization/del?ids[]=${id('YC-BS-S3-C3')}`)
  const last = want(
    v.object({ list: v.array(entry) }),
    await call('GET', `/adminApi/organization/history?id=${id('YC-BS-S3-C3')}`),
  )
  await post('restore', { id: id('YC-BS-S3-C3'), changeId: last.list[0]?.id })
  const gone = wrote(
    await call('DELETE', `/adminApi/organization/del?ids[]=${id('YC-LH-S3-C3')}`, undefined, { key: 'delete-a-class' }),
  )
  await undo((await undo(gone.changeSetId)).changeSetId)

  // Many at once; a part of it cannot be undone any more, because one of the rows was changed since.
  const third = ['YC-NP-S1', 'YC-NP-S2', 'YC-NP-S3']
  const bulk = await post('bulkEdit', { ids: third.map(id), values: { contact: 'Qian', status: 0 } })
  await post('edit', { id: id('YC-NP-S2'), contact: 'Sun' })
  refused(await call('POST', '/adminApi/history/undo', { changeSetId: bulk.changeSetId }), 409)
  await undo(bulk.changeSetId, { partial: true })
  const left = await post('bulkEdit', {
    query: { quickSearch: '高新', filter: { field: 'type', operator: 'eq', val: 'school' } },
    values: { contact: 'Wu', areaCode: '440305' },
  })
  const bulkDeleted = await post('bulkDel', { ids: [id('YC-LH-S1-E'), id('YC-LH-S1-W')] })

  // What an upgrade must leave undoable.
  const edited = await post('edit', { id: id('YC-BS-S2'), version: 1, name: 'Renamed before the upgrade' })
  const stale = await post('edit', { id: id('QS-S3'), contact: 'First' })
  await post('edit', { id: id('QS-S3'), contact: 'Second' })

  return {
    id,
    undoable: [
      { what: 'an edit', resource: 'organization', changeSetId: edited.changeSetId, undone: 1 },
      { what: 'a bulk edit', resource: 'organization', changeSetId: left.changeSetId, undone: 3 },
      { what: 'a bulk delete', resource: 'organization', changeSetId: bulkDeleted.changeSetId, undone: 2 },
      { what: 'the undoing of an undoing', resource: 'organization', changeSetId: again.changeSetId, undone: 1 },
    ],
    /** Its rows were changed since: 409, and 409 for what has been undone already. */
    notUndoable: [
      { why: 'changed', changeSetId: stale.changeSetId },
      { why: 'undone', changeSetId: moved.changeSetId },
    ],
  }
}

/** The organizations as they are: who lies below whom, and the order of the schools of one district. */
export async function organizationFacts(admin: Person) {
  const rows = await rowsOf(admin, 'organization', '&order=code,asc')
  const storied = rows.find(({ code }) => code === 'QS-S2')?.id ?? 0
  const codes = new Map(rows.map((row) => [row.id, String(row.code)]))
  const named = rows.map(({ id, version, code, name, type, pid, contact, status }) => {
    return { id, version, code, name, type, parent: codes.get(Number(pid)) ?? null, contact, status }
  })
  const district = rows.find(({ code }) => code === 'YC-NP')
  const sorted = await rowsOf(admin, 'organization', `&tree=1&open=${[...codes.keys()].join(',')}`)
  const order = sorted.filter(({ pid }) => pid === district?.id).map(({ code }) => String(code))
  const one = await rowOf(admin, 'organization', rows.find(({ code }) => code === 'YC')?.id ?? 0)
  const { id, shortName, phone, address, areaCode } = one
  return {
    ...{ rows: named, order: { below: 'YC-NP', codes: order } },
    ...{ whole: { id, shortName, phone, address, areaCode }, history: await historyOf(admin, 'organization', storied) },
  }
}

/** The history of a row, as its screen gets it. */
async function historyOf({ call }: Person, resource: string, id: number) {
  const field = v.object({ field: v.string(), before: v.unknown(), after: v.unknown() })
  const entry = v.object({
    ...{ operation: v.string(), kind: v.string(), actor: v.looseObject({}), fields: v.array(field) },
  })
  const answer = await call('GET', `/adminApi/${resource}/history?id=${id}`)
  return { resource, id, entries: want(v.object({ list: v.array(entry) }), answer).list }
}
