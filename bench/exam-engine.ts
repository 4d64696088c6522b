import { createHash } from 'node:crypto'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { markColumns } from '#src/features/exam-engine/columns.ts'
import { compute } from '#src/features/exam-engine/compute.ts'
import { digestOf } from '#src/features/exam-engine/digest.ts'
import { type Frame, unitCount, unitOfRows } from '#src/features/exam-engine/frame.ts'
import { decodeFrame, encodeFrame } from '#src/features/exam-engine/frame-bytes.ts'
import { movedLine } from '#src/features/exam-engine/line-result.ts'
import { tallyOf, tallySpec } from '#src/features/exam-engine/moments.ts'
import { roomForRanks, scratchFor, sortByMark, walkUnits } from '#src/features/exam-engine/order.ts'
import { percentilesOf } from '#src/features/exam-engine/percentile.ts'
import { nextRelease } from '#src/features/exam-engine/release.ts'
import { axisPartCounts, showable } from '#src/features/exam-engine/suppress.ts'
import { axisCounts, unitTree } from '#src/features/exam-engine/unit-tree.ts'
import { syntheticParams, syntheticRoster } from './lib/synthetic-exam.ts'

// `node bench/exam-engine.ts [candidates] [rounds]` measures the exam engine on an exam of nine subjects, by default of
// a million candidates. Each number is the fastest of some rounds, in milliseconds. The aims are 4 s for all figures
// of a million, 0.3 s for those of 50,000, and 400 MB.

const [candidates = '1000000', rounds = '3'] = process.argv.slice(2)
const megabytes = () => Math.round(process.resourceUsage().maxRSS / 1024)
const print = (name: string, value: string) => console.log(`${name.padEnd(52)} ${value}`)

const nothing = { ids: new Float64Array(), starts: new Int32Array(1), parents: new Int32Array() }
const noLevel = { kind: 'all', ...nothing } as const
const atStart = megabytes()
const frame = once('frame, sorted already', () => buildFrame(syntheticRoster(Number(candidates))))
print('peak memory, the frame alone', `${megabytes()} MB, ${atStart} MB at the start`)

const result = once('compute: all figures, the first time', () => compute(frame, syntheticParams))
print('peak memory, with the figures', `${megabytes()} MB`)
timed('compute: all figures', () => compute(frame, syntheticParams))

timed('  columns: policy, assigned scores, totals', () => markColumns(frame, syntheticParams))
const [first] = result.columns
const classes = frame.levels.at(-1)
if (first && classes) {
  const { marks } = first.column
  const [unitOf, units, scratch] = [unitOfRows(classes), unitCount(classes), scratchFor(frame.rows)]
  const order = timed('  one column: sorting', () => sortByMark(marks, scratch))
  const spec = tallySpec(0, [0], order.marks[0] ?? 0)
  const { counts } = timed('  one column: sums by class', () => tallyOf(marks, unitOf, units, spec))
  const ranks = roomForRanks(frame.rows, classes)
  timed('  one column: ranks by class', () => walkUnits(order, unitOf, counts, scratch.sorted, ranks))
  timed('  one column: percentiles by class', () => percentilesOf(scratch.sorted, counts))
}
const schools = frame.levels.at(-2)
if (schools) {
  const [unitOf, units] = [unitOfRows(schools), unitCount(schools)]
  const line = { by: 'percent', value: 3000, track: 3, effective: false } as const
  timed('a moved line: passers by school', () => movedLine(result.columns, line, unitOf, units))
}
const line = result.lines[1]
const population = line && result.columns[line.column]
if (line && population) {
  const { tree, firsts } = unitTree(frame.levels)
  const counts = population.levels.map(({ tally }) => tally.counts)
  const failed = counts.map((own, depth) => own.map((count, unit) => count - (line.passers[depth]?.[unit] ?? 0)))
  const missing = population.levels.map(({ attendance }, depth) =>
    attendance.enrolled.map((count, unit) => count - (counts[depth]?.[unit] ?? 0)),
  )
  const cells = axisCounts([missing, failed, line.passers])
  const axis = { cells: 3, cuts: [2, 1], floor: 10 }
  const shown = timed('counts of a line that may be shown', () => showable(tree, cells, axis))
  frame.levels.forEach(({ kind }, depth) => {
    const own = shown[1]?.subarray(firsts[depth], firsts[depth + 1]) ?? new Uint8Array()
    const few = [axisPartCounts(cells, 3, [[0, 2]]), axisPartCounts(cells, 3, [[2, 3]])]
    const isSafe = (unit: number) => few.every((part) => part[unit] === 0 || (part[unit] ?? 0) >= axis.floor)
    const safe = own.filter((_, unit) => isSafe((firsts[depth] ?? 0) + unit)).length
    const sum = own.reduce((all, is) => all + is, 0)
    print(`  ${kind}: units that show who passes`, `${sum} of ${safe} that are safe by themselves, of ${own.length}`)
  })
  // One in a hundred has moved above the line.
  const moved = Array.from({ length: frame.rows / 100 }, (_, at) => at * 100)
  const classOf = unitOfRows(frame.levels.at(-1) ?? noLevel)
  const moves = {
    units: Int32Array.from(moved, (row) => (firsts.at(-1) ?? 0) + (classOf[row] ?? 0)),
    from: new Int8Array(moved.length).fill(1),
    to: new Int8Array(moved.length).fill(2),
  }
  const before = { counts: cells, shown }
  timed('the next version of them', () => nextRelease(tree, axis, before, moves))
}
timed('digest of the result, SHA-256', () => {
  const hash = createHash('sha256')
  for (const part of digestOf(result, syntheticParams)) hash.update(part)
  return hash.digest('hex')
})
const encoded = timed('frame to bytes', () => [...encodeFrame(frame)])
print('bytes of the frame', `${(encoded.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6).toFixed(1)} MB`)
timed('frame from bytes', (): Frame => decodeFrame(encoded))
print('peak memory, with everything above', `${megabytes()} MB`)

function once<T>(name: string, work: () => T): T {
  const start = performance.now()
  const made = work()
  print(name, `${(performance.now() - start).toFixed(0)} ms`)
  return made
}

function timed<T>(name: string, work: () => T): T {
  let [best, made] = [Number.POSITIVE_INFINITY, work()]
  for (let round = 0; round < Number(rounds); round++) {
    const start = performance.now()
    made = work()
    best = Math.min(best, performance.now() - start)
  }
  print(name, `${best.toFixed(1)} ms`)
  return made
}
