/** Maximum characters of a division with its city and province. Longer texts are none. */
const LONGEST = 60

const PEOPLES = '朝鲜|土家|布依|哈尼|景颇|傈僳|蒙古|柯尔克孜|哈萨克|维吾尔|苗|藏|羌|彝|侗|壮|傣|白|回'
const SUFFIX = [
  /(?:特别行政区|(?:(?:壮|回)族|维吾尔)?自治区|省|市)$/,
  new RegExp(`(?:(?:(?:${PEOPLES})族?)+自治州|地区|市|盟)$`),
  /(?:新区|林区|区|县|市|旗)$/,
] as const

/** Finds the codes of divisions by what people write. Several divisions may fit a text. */
export type AreaFinder = (text: string) => string[]

/**
 * Creates the finder for the divisions of China: by code (`440305`, `440300` for a city), or by name with or without
 * its city and province, in full or without the last word: `广东省深圳市南山区`, `深圳/南山`, `南山`. A full name counts before a
 * short one.
 * @param names the names by code; two digits for a province, four for a city, six for a county
 */
export function areaFinder(names: ReadonlyMap<string, string>): AreaFinder {
  const wayOf = (code: string) =>
    [2, 4, 6].map((length) => (length <= code.length ? (names.get(code.slice(0, length)) ?? '') : '')).join('')
  const ways = new Map(Array.from(names.keys(), (code) => [wayOf(code), code]))
  const isSame = (code: string, length: number) => names.get(code.slice(0, length)) === names.get(code)
  const full = new Map<string, string[]>()
  const short = new Map<string, string[]>()
  const add = (to: Map<string, string[]>, word: string, code: string) => to.set(word, [...(to.get(word) ?? []), code])
  for (const [code, name] of names) {
    add(full, name, code)
    const bare = shortName(name, code)
    if (bare !== name) add(short, bare, code)
  }
  const spellings = (code: string) => {
    const name = names.get(code)
    return name === undefined ? [''] : ['', name, shortName(name, code)]
  }
  /** Whether a text can stand before the name of a division: its province, its city, both or nothing. */
  const isAbove = (head: string, code: string) => {
    const provinces = code.length > 2 ? spellings(code.slice(0, 2)) : ['']
    const cities = code.length > 4 ? spellings(code.slice(0, 4)) : ['']
    return provinces.some((province) => head.startsWith(province) && cities.includes(head.slice(province.length)))
  }
  return (given) => {
    const text = given.normalize('NFKC').trim()
    if (/^\d{2,12}$/.test(text)) return byCode(names, text)
    if (text.length > LONGEST) return []
    const joined = text.replaceAll(/[\s/>|、,·-]/g, '').replace(/^(?:中华人民共和国|中国)/, '')
    const exact = ways.get(joined)
    if (exact !== undefined) return [exact]
    for (const words of [full, short]) {
      const found = new Set<string>()
      for (let at = 0; at < joined.length; at += 1) {
        const head = joined.slice(0, at)
        for (const code of words.get(joined.slice(at)) ?? []) if (isAbove(head, code)) found.add(code)
      }
      // 东莞市 is a city, and the only county in it has its name.
      const isOutermost = (code: string) =>
        ![2, 4].some((length) => length < code.length && found.has(code.slice(0, length)) && isSame(code, length))
      if (found.size > 0) return [...found].filter(isOutermost)
    }
    return []
  }
}

/** `440300` and `440305000000` are codes in the form of statistics: the places that say nothing are zeros. */
function byCode(names: ReadonlyMap<string, string>, text: string): string[] {
  if (names.has(text)) return [text]
  const bare = text.slice(0, 6).replace(/(?:00){1,2}$/, '')
  return /^0*$/.test(text.slice(6)) && names.has(bare) ? [bare] : []
}

function shortName(name: string, code: string): string {
  const bare = name.replace(SUFFIX[code.length / 2 - 1] ?? SUFFIX[2], '')
  // A single sign means nothing alone: 赵县, 城区.
  return bare.length > 1 ? bare : name
}
