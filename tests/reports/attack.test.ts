import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plants } from '../support/attack/exam.ts'
import { type Fact, leaksOf, type Unknown } from '../support/attack/leaks.ts'
import { startAttack } from '../support/attack/start.ts'
import type { Pupil } from '../support/attack/world.ts'
import { random } from '../support/random.ts'
import { partsOf, temporaryFile } from '../support/workbook.ts'
import type { Report } from './report-api.ts'

// A reader puts together all figures of two publications and computes what follows from them about pupils of others:
// tests/support/attack. The seeds have found something once, and have each plant.

const SEEDS = [5, 6, 82, 89]

test('nothing about a few pupils follows from all figures of two publications', { timeout: 240_000 }, async () => {
  const { attack, readers } = await startAttack()
  const names = [...readers.keys(), 'principal then other principal']
  for (const seed of SEEDS) {
    const planted = plants.filter((_, at) => at === seed % plants.length || at === (seed * 3 + 1) % plants.length)
    const found = await attack(seed, planted, names)
    const texts = found.map(({ reader, leak }) => `${reader}: ${leak.kind} ${leak.pupils} by ${leak.where.join('; ')}`)
    expect(texts, `seed ${seed}, ${planted.join()}`).toEqual([])
  }
})

const marksOf = (first: number, count: number, mark: number): Unknown[] =>
  Array.from({ length: count }, (_, at) => ({
    pupil: first + at,
    key: `${first + at}`,
    value: mark + 50 * at,
    full: 10_000,
  }))
const factOf = (where: string, unknowns: readonly Unknown[], more: Partial<Fact> = {}): Fact => ({
  where,
  about: 'marks',
  unknowns,
  error: 0,
  spread: false,
  ...more,
})

test('the attacker finds the few who are left between figures, and marks that are all the same', () => {
  const [many, others, few] = [marksOf(1, 20, 3000), marksOf(101, 15, 4000), marksOf(201, 4, 5000)]
  const found = (...facts: Fact[]) => leaksOf(facts, random(1)).map(({ kind, pupils }) => `${kind} ${pupils}`)
  const all = factOf('all', [...many, ...others, ...few])
  expect(found(all, factOf('many', many))).toEqual([])
  expect(found(all, factOf('many', many), factOf('others', others))).toContain('few 4')
  // Three figures of which no two tell anything.
  const pairs = [
    factOf('one', [...many, ...few]),
    factOf('two', [...others, ...few]),
    factOf('three', [...many, ...others]),
  ]
  expect(found(...pairs)).toContain('few 4')
  // A figure that is rounded leaves it open, unless the few are nearly known all the same.
  expect(found({ ...all, error: 300 }, factOf('many', many), factOf('others', others))).toEqual([])
  expect(found({ ...all, error: 199 }, factOf('many', many), factOf('others', others))).toContain('few 4')
  const none = marksOf(301, 12, 0).map((one) => ({ ...one, value: 0 }))
  expect(found(factOf('none', none))).toEqual(['extreme 12'])
  expect(
    found(
      factOf(
        'same',
        none.map((one) => ({ ...one, value: 60 })),
        { spread: true },
      ),
    ),
  ).toEqual(['same 12'])
})

test('the figures of a usual district are shown, in workbooks as on the screen', async () => {
  const { api, exam, classes, publish, readerOf, signIn, chinese, maths } = await startAttack()
  const places = [...classes.east, ...classes.west, ...classes.small, ...classes.far]
  const pupils = places.flatMap((place, at) =>
    Array.from({ length: 40 }, (_, own): Omit<Pupil, 'id'> => {
      // Four of each class are absent, in one subject or the other.
      const marks = [3000 + 200 * own + 100 * at, 2000 + 150 * own + 50 * at]
      return { ...place, marks: marks.map((mark, subject) => (own < 4 && own % 2 === subject ? -1 : mark)) }
    }),
  )
  await publish(pupils.map((one, at) => ({ ...one, id: at + 1 })))
  const { caller, read } = readerOf(await signIn('admin', 'principal'))
  for (const subject of ['total', `raw-${chinese}`, `raw-${maths}`]) {
    for (const other of ['all', `district-${classes.east[0].district}`]) {
      const query = `report=comparison&subject=${subject}&with=${other}`
      const report = await read(query)
      const row = report.blocks[0]?.table?.rows.find(({ key }) => key === other)
      const number = expect.any(Number)
      expect([row?.cells[2], row?.cells[4]], query).toEqual([number, number])
      // Four of the far district are absent in a subject, so only the number of all is told.
      const absent = places.length * (subject === 'total' ? 4 : 2)
      expect(row?.cells[1], query).toEqual(other === 'all' ? 40 * places.length - absent : null)
      expect(report.blocks.map(({ title }) => title)).toContain('Means of other schools')
      expect(await sheetNumbers(query)).toEqual(numbersOf(report))
    }
  }
  const lines = await read('report=lines')
  expect(lines.blocks.filter(({ title }) => title?.includes('double line'))).toHaveLength(3)
  expect(await sheetNumbers('report=lines')).toEqual(numbersOf(lines))

  async function sheetNumbers(query: string): Promise<number[]> {
    const { tokens } = caller
    const response = await api.request(`/adminApi/report/sheet?exam=${exam}&${query}`, {
      headers: { authorization: `Bearer ${tokens.access_token}`, 'accept-language': 'en' },
    })
    const file = temporaryFile('report.xlsx', Buffer.from(await response.arrayBuffer()))
    const parts = await partsOf(readFileSync(file))
    const sheets = [...parts].filter(([name]) => name.startsWith('xl/worksheets/'))
    return sheets
      .flatMap(([, xml]) => [...xml.matchAll(/<v>([^<]+)<\/v>/g)].map(([, own]) => Number(own)))
      .sort(byValue)
  }
})

const byValue = (one: number, other: number) => one - other

function numbersOf({ blocks }: Report): number[] {
  const cells = blocks.flatMap(({ table }) => table?.rows.flatMap((row) => row.cells) ?? [])
  return cells.flatMap((cell) => (typeof cell === 'number' ? [Number(cell.toPrecision(15))] : [])).sort(byValue)
}
