/** An administrative division of China. */
export type Division = { code: string; name: string }

/** An education authority that a province brings along. `parent` is the code of the organization above it. */
export type Authority = {
  code: string
  name: string
  shortName: string
  type: 'province' | 'bureau' | 'district'
  areaCode: string
  parent: string | null
}

/** Headings of the register, for example "Districts of the city". They are not places with an authority. */
const heading = /^(市辖区|县|(省|自治区)直辖县级行政区划)$/
const municipality = /^(北京|天津|上海|重庆)市$/

/** Whether a division is a heading of the register and no place. */
export function isHeading(name: string): boolean {
  return heading.test(name)
}

/** The code of the organization for a place. Its beginning keeps it apart from the codes that people give. */
export function authorityCode(areaCode: string): string {
  return `DEMO-${areaCode}`
}

/**
 * The education authorities of a province: the province's own, its cities' and its districts'. Parents come before
 * their children.
 * @param divisions the province and all divisions below it
 */
export function authoritiesOf(divisions: readonly Division[]): Authority[] {
  const sorted = divisions.toSorted((one, other) => (one.code < other.code ? -1 : 1))
  const ofLength = (length: number, start = '') =>
    sorted.filter(({ code }) => code.length === length && code.startsWith(start))
  return ofLength(2).flatMap((province) => {
    const top = authorityCode(province.code)
    const below = ofLength(4, province.code).flatMap((city) => {
      const counties = ofLength(6, city.code).filter(({ name }) => !isHeading(name) && name !== city.name)
      const own = isHeading(city.name) ? [] : [authority(city, 'bureau', top)]
      const parent = own[0]?.code ?? top
      return [...own, ...counties.map((county) => authority(county, 'district', parent))]
    })
    return [authority(province, 'province', null), ...below]
  })
}

/** The education authority of a place. Its name differs between municipalities and provinces. */
function authority({ code, name }: Division, type: Authority['type'], parent: string | null): Authority {
  const office = code.length > 2 ? '教育局' : municipality.test(name) ? '教育委员会' : '教育厅'
  return { code: authorityCode(code), name: `${name}${office}`, shortName: name, type, areaCode: code, parent }
}
