import * as v from 'valibot'
import { type Call, rowsOf, signIn } from '../demo-client.ts'
import { loadDistrict, schoolYearOf } from '../demo-district.ts'
import { loadExams } from '../demo-exams.ts'
import { loadProvince } from '../demo-province.ts'
import { ScriptError } from '../main.ts'
import type { OwnProduct } from './own-product.ts'

const rows = v.object({ list: v.array(v.object({ id: v.number(), name: v.string() })) })

/** The district that two people edit in a picture. */
export const district = '南山区教育局'

/** Invented contacts, so that the columns are not empty. The numbers are in no one's range. */
const contacts = ['陈静', '李明', '王芳', '赵磊', '黄丽', '周强', '吴敏', '郑洁', '孙浩']

export type SampleData = {
  /** Another person saves the district that is open in a form. */
  editElsewhere(round: number): Promise<void>
  /** The id of a published exam of the invented district, which is loaded when somebody asks first. */
  exam(): Promise<number>
}

/** Loads the demo province and adds contacts to the districts of a city. */
export async function sampleData({ url, password }: OwnProduct): Promise<SampleData> {
  const call = await signIn({ url, client: 'admin:admin', username: 'admin', password })
  await loadProvince(call, '44', () => undefined)
  const query = { quickSearch: 'DEMO-4403', limit: '50' }
  const { list } = await call(rows, { path: '/adminApi/organization/index', query })
  const edit = (body: object) => call(v.unknown(), { method: 'POST', path: '/adminApi/organization/edit', body })
  for (const [at, { id }] of list.entries()) {
    await edit({ id, contact: contacts[at % contacts.length], phone: `0755-555501${String(at).padStart(2, '0')}` })
  }
  const found = list.find(({ name }) => name === district)
  if (!found) throw new ScriptError(`The demo data has no ${district}.`)
  let exam: Promise<number> | undefined
  return {
    exam: () => (exam ??= syntheticExam(call)),
    async editElsewhere(round) {
      await edit({
        id: found.id,
        contact: '林悦',
        phone: `0755-555502${round % 10}0`,
        address: '深圳市南山区示例路 1 号',
      })
    },
  }
}

/** The last exam of the juniors who have been there longest: the effects of their schools have added up. */
async function syntheticExam(call: Call): Promise<number> {
  const today = new Date()
  const quiet = () => undefined
  await loadDistrict(call, today, quiet)
  let name = ''
  const entry = schoolYearOf(today) - 2
  await loadExams(call, today, quiet, {
    wanted: (exam) => {
      if (exam.level !== 'junior' || exam.entry !== entry || exam.years < 2) return false
      name = exam.name
      return true
    },
  })
  const [found] = await rowsOf(call, 'exam', v.object({ id: v.number() }), { field: 'name', operator: 'eq', val: name })
  if (!found) throw new ScriptError('The demo has no exam.')
  return found.id
}
