import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Call } from './demo-client.ts'
import { ScriptError } from './main.ts'

const areas = v.array(v.object({ value: v.string(), label: v.string() }))
const page = v.object({ list: v.array(v.object({ id: v.number(), code: v.string() })), total: v.number() })
const levels = v.object({ list: v.array(v.object({ value: v.number() })) })
const added = v.object({ id: v.number() })

type Area = v.InferOutput<typeof areas>[number]
type Organization = {
  code: string
  name: string
  shortName: string
  type: 'province' | 'bureau' | 'district'
  area: string
  pid: number | null
}

/** Headings of the register, for example "Districts of the city". They are not places with an authority. */
const heading = /^(市辖区|县|(省|自治区)直辖县级行政区划)$/
const municipality = /^(北京|天津|上海|重庆)市$/

/**
 * Loads the education authorities of a province: the province's own, its cities' and its districts'. An organization
 * whose code already exists is not changed.
 */
export async function loadProvince(call: Call, code: string, say: (line: string) => void) {
  const below = (query?: Record<string, string>) => call(areas, { path: '/admin/ajax/area', query })
  const province = (await below()).find((area) => area.value === code)
  if (!province) throw new ScriptError(`There is no province with the code ${code}.`)
  const known = await knownCodes(call, `DEMO-${code}`)
  const { list } = await call(levels, { path: '/adminApi/organization/select', query: { field: 'levelIds' } })
  const levelIds = list.map((level) => level.value)
  const run = randomUUID()
  let count = 0

  const ensure = async ({ area, ...organization }: Organization): Promise<number> => {
    const there = known.get(organization.code)
    if (there !== undefined) return there
    const body = { ...organization, areaCode: area, levelIds, status: 1 }
    const { id } = await call(added, {
      method: 'POST',
      path: '/adminApi/organization/add',
      body,
      key: `${run}-${organization.code}`,
    })
    count++
    return id
  }

  say(`Loading the education authorities of ${province.label}.`)
  const top = await ensure(authority(province, 'province', null))
  for (const city of await below({ province: code })) {
    const counties = (await below({ city: city.value })).filter(
      ({ label }) => !heading.test(label) && label !== city.label,
    )
    const parent = heading.test(city.label) ? top : await ensure(authority(city, 'bureau', top))
    const before = count
    for (const county of counties) await ensure(authority(county, 'district', parent))
    say(`  ${city.label}: ${counties.length} districts, ${count - before} new`)
  }
  return { added: count, found: known.size }
}

/** The education authority of a place. Its name differs between municipalities and provinces. */
function authority({ value, label }: Area, type: Organization['type'], pid: number | null): Organization {
  const office = value.length > 2 ? '教育局' : municipality.test(label) ? '教育委员会' : '教育厅'
  return { code: `DEMO-${value}`, name: `${label}${office}`, shortName: label, type, area: value, pid }
}

async function knownCodes(call: Call, prefix: string): Promise<Map<string, number>> {
  const known = new Map<string, number>()
  for (let number = 1; ; number++) {
    const query = { quickSearch: prefix, limit: '200', page: String(number) }
    const { list } = await call(page, { path: '/adminApi/organization/index', query })
    for (const row of list) if (row.code.startsWith(prefix)) known.set(row.code, row.id)
    if (list.length < 200) return known
  }
}
