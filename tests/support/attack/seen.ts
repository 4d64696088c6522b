import { NO_MARK } from '#src/features/exam-engine/frame.ts'
import { FLOOR } from '#src/features/exam-run/published-axes.ts'
import type { Block, BlockCell } from '#src/features/reports/blocks.ts'
import type { Fact, Unknown } from './leaks.ts'
import { markIn, unknownsOf, type Version } from './world.ts'

// Everything that a reader sees of pupils who are not the reader's own, as facts.

type Answer = {
  unit: string
  with: string
  subject: string
  subjects: { value: string }[]
  comparable: { value: string }[]
  path: { key: string }[]
  blocks: Block[]
}
/** Reads a report of the exam; undefined for one that is refused. */
export type Read = (query: Record<string, string>) => Promise<Answer | undefined>

export type Reader = {
  read: Read
  /** Whether the reader knows the mark of a pupil in a column, by the class. */
  knows(own: number, column: string): boolean
  /** Further units that the reader opens, besides the highest one. */
  units: readonly string[]
}

type Figure = { where: string; version: Version; unit: string; column: string }

/** Reads all pages of a version that show something of others. */
export async function factsSeen({ read, knows, units }: Reader, version: Version): Promise<Fact[]> {
  const facts = new Map<string, Fact>()
  const known = { version, knows }
  for (const unit of ['', ...units]) {
    const place: Record<string, string> = { version: String(version.number), ...(unit !== '' && { unit }) }
    const first = await read({ ...place, report: 'comparison' })
    // Own units above show what everybody there sees; nothing of them is hidden.
    const own = new Set(first?.path.map(({ key }) => key))
    const others = first?.comparable.filter(({ value }) => !own.has(value)) ?? []
    for (const other of others.length > 0 ? others : [{ value: 'none' }]) {
      for (const { value: subject } of first?.subjects ?? []) {
        const page = await read({ ...place, report: 'comparison', subject, with: other.value })
        if (page) keep(comparisonFacts(page, known))
      }
      const page = await read({ ...place, report: 'overview', with: other.value })
      if (page) keep(overviewFacts(page, known))
    }
    for (const report of ['lines', 'assigned'] as const) {
      const page = await read({ ...place, report })
      if (page) keep(report === 'lines' ? lineFacts(page, known) : assignedFacts(page, known))
    }
  }
  return [...facts.values()]

  function keep(some: readonly Fact[]): void {
    for (const fact of some) {
      const key = `${fact.where} ${fact.about}`
      const before = facts.get(key)
      facts.set(
        key,
        before ? { ...fact, error: Math.min(fact.error, before.error), spread: fact.spread || before.spread } : fact,
      )
    }
  }
}

type Known = { version: Version; knows: Reader['knows'] }

/** The pupils of others that a figure of a unit is made of. */
function unknownsIn({ version, knows }: Known, unit: string, column: string) {
  const isIn = unitFilter(unit)
  const found = version.columns.get(column)
  if (!found) throw new Error(`no column ${column} in ${[...version.columns.keys()].join()}`)
  const all = found.shown.filter(isIn)
  return { all, others: all.filter(({ own }) => !knows(own, column)) }
}

function unitFilter(unit: string) {
  const [kind = '', id] = unit.split('-')
  return ({ district, school, own }: { district: number; school: number; own: number }) =>
    kind === 'all' || { district, school, class: own }[kind] === Number(id)
}

/** How far a number may be from what it was rounded from. A number with more than two decimals is exact. */
function roundedBy(value: number): number {
  const decimals = String(value).split('.')[1]?.length ?? 0
  return decimals > 2 ? 0 : 0.5 / 10 ** decimals
}

/** A mean: whoever knows the number of pupils knows the sum. @param marks in marks */
function meanFacts(
  known: Known,
  { unit, column, where }: Omit<Figure, 'version'>,
  mean: number,
  spread: boolean,
): Fact[] {
  const { all, others } = unknownsIn(known, unit, column)
  const truth = all.reduce((sum, { unknowns }) => sum + unknowns.reduce((own, { value }) => own + value, 0), 0)
  const error = roundedBy(mean) * 100
  if (Math.abs(truth / all.length - mean * 100) > error + 0.01)
    throw new Error(`${where} is ${mean}, not ${truth / all.length / 100}`)
  const fact: Fact = {
    where,
    about: 'marks',
    unknowns: others.flatMap(({ unknowns }) => [...unknowns]),
    error: error * all.length,
    spread: spread && column !== 'total',
  }
  // A mean with all its decimals is a fraction that tells the number of pupils.
  return error === 0 ? [fact, countFact(`${where} as a fraction`, others)] : [fact]
}

function countFact(where: string, some: readonly { id: number }[], of = ''): Fact {
  const unknowns = some.map(({ id }): Unknown => ({ pupil: id, key: `${of} ${id}`, value: 1, full: 1 }))
  return { where, about: 'pupils', unknowns, error: 0, spread: false }
}

function tableOf(blocks: readonly Block[], wanted: (keys: string[], title: string) => boolean) {
  return blocks.flatMap((block) =>
    'table' in block &&
    wanted(
      block.table.columns.map(({ key }) => key),
      block.title,
    )
      ? [block.table]
      : [],
  )
}

const numberIn = (cell: BlockCell | undefined) => (typeof cell === 'number' ? cell : undefined)

function comparisonFacts({ blocks, with: other, subject }: Answer, known: Known): Fact[] {
  const facts: Fact[] = []
  const { number } = known.version
  for (const { columns, rows } of tableOf(blocks, (keys) => keys.includes('half'))) {
    const cells = rows.find(({ key }) => key === other)?.cells ?? []
    const at = (key: string) => numberIn(cells[columns.findIndex((one) => one.key === key)])
    const [mean, counted, half, deviation] = [at('mean'), at('counted'), at('half'), at('deviation')]
    const where = `${other} ${subject} in ${number}`
    if (mean !== undefined)
      facts.push(...meanFacts(known, { unit: other, column: subject, where }, mean, deviation !== undefined))
    const isFraction = half !== undefined && deviation !== undefined && roundedBy(half) === 0
    if (counted !== undefined || isFraction) facts.push(countFact(where, unknownsIn(known, other, subject).others))
  }
  for (const block of blocks) {
    if (block.kind !== 'figure' || block.chart.kind !== 'strip') continue
    for (const { value } of block.chart.dots) facts.push(...dotFacts(known, subject, value))
  }
  return facts
}

/** A mean of a school without a name: the reader finds out which. */
function dotFacts(known: Known, subject: string, mean: number): Fact[] {
  const schools = [...new Set(known.version.pupils.map(({ school }) => school))]
  const found = schools.filter((school) => {
    const { all } = unknownsIn(known, `school-${school}`, subject)
    const sum = all.reduce((own, { unknowns }) => own + unknowns.reduce((more, { value }) => more + value, 0), 0)
    return Math.abs(sum / all.length / 100 - mean) <= roundedBy(mean) + 0.0001
  })
  if (found.length === 0) throw new Error(`no school has a mean of ${mean}`)
  // Of two schools with the same mean, nobody knows which it is.
  return found.length > 1
    ? []
    : found.flatMap((school) => {
        const where = `school-${school} ${subject} in ${known.version.number}`
        return meanFacts(known, { unit: `school-${school}`, column: subject, where }, mean, false)
      })
}

function overviewFacts({ blocks, with: other }: Answer, known: Known): Fact[] {
  return tableOf(blocks, (keys) => keys.includes('reference')).flatMap(({ columns, rows }) =>
    rows.flatMap(({ key: column, cells }) => {
      const mean = numberIn(cells[columns.findIndex(({ key }) => key === 'reference')])
      const where = `${other} ${column} in ${known.version.number}`
      return mean === undefined ? [] : meanFacts(known, { unit: other, column, where }, mean, false)
    }),
  )
}

/** Lines by place or share say how many pass. Lines of subjects say what those who pass have. */
function lineFacts({ blocks }: Answer, known: Known): Fact[] {
  const { version } = known
  const facts: Fact[] = []
  // Lines are those of the run, also of pupils whose corrections wait.
  const totals = version.pupils
    .filter(({ id, own }) => !known.knows(own, 'total') && markIn(version, 'total', id) !== NO_MARK)
    .map(({ id }) => ({ id, unknowns: unknownsOf(version, 'total', id) }))
  let line: { name: string; mark: number } | undefined
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const [, name = '', mark] = /^(.*): ([\d.]+) marks$/.exec(block.text) ?? []
      // Lines among the candidates of a first-choice subject are left out.
      line = mark === undefined || name.includes(', ') ? undefined : { name, mark: Math.round(Number(mark) * 100) }
    }
    if (line === undefined) continue
    const { name, mark } = line
    const passing = totals.filter(({ unknowns }) => unknowns.reduce((sum, { value }) => sum + value, 0) >= mark)
    if (block.kind === 'heading' && !name.startsWith('Score')) {
      // Lines of two versions are among other marks: only those of one can be compared.
      const of = `v${version.number}`
      facts.push(countFact(`those above ${name} ${mark} in ${version.number}`, passing, of))
      const below = totals.filter((one) => !passing.includes(one))
      facts.push(countFact(`those below ${name} ${mark} in ${version.number}`, below, of))
    }
    if (block.kind !== 'figure' || !block.table.columns.some(({ key }) => key === 'mark')) continue
    for (const { cells, key } of block.table.rows) {
      if (numberIn(cells[1]) === undefined) continue
      const column = [...version.columns.keys()].find((one) => one === `assigned-${key}`) ?? `raw-${key}`
      const unknowns = passing.flatMap((one) => one.unknowns.filter((own) => own.key.includes(` ${column} `)))
      const where = `line of ${column} under ${name} in ${version.number}`
      facts.push({ where, about: 'shares', unknowns, error: 5 * passing.length, spread: false })
    }
  }
  return facts
}

/** Bands of assigned scores with how many they have. */
function assignedFacts({ blocks, subject }: Answer, known: Known): Fact[] {
  if (!subject.startsWith('assigned')) return []
  const { others } = unknownsIn(known, 'all', subject)
  // Nobody knows in which band another unit is.
  const of = `bands ${known.version.number}`
  return tableOf(blocks, (keys) => keys.includes('quota')).flatMap(({ columns, rows }) => {
    const at = (key: string) => columns.findIndex((one) => one.key === key)
    const bands = rows.flatMap(({ key, cells }) => {
      if (numberIn(cells[at('takers')]) === undefined) return []
      const [high, low] = [Number(cells[at('high')]) * 100, Number(cells[at('low')]) * 100]
      const within = others.filter(({ unknowns }) => unknowns.every(({ value }) => value <= high && value >= low))
      return within.length === 0 ? [] : [countFact(`band ${key} of ${subject} in ${known.version.number}`, within, of)]
    })
    const all = rows.some(({ cells }) => numberIn(cells[at('quota')]) !== undefined)
    return [...bands, ...(all ? [countFact(`all ${subject} in ${known.version.number}`, others, of)] : [])]
  })
}

/** That the number of all candidates is known. */
export function everybody(known: Known): Fact {
  const others = known.version.pupils.filter(({ own }) => !known.knows(own, 'total'))
  if (others.length > 0 && others.length < FLOOR) throw new Error('the exam has too few others')
  return countFact(`all candidates in ${known.version.number}`, others)
}
