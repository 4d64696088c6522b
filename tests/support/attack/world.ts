import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { type MarkColumn, markColumns } from '#src/features/exam-engine/columns.ts'
import { type Frame, NO_MARK, NONE } from '#src/features/exam-engine/frame.ts'
import { defaultPolicy, paramsOfScheme } from '#src/features/exam-engine/params-of-scheme.ts'
import { storeAxes } from '#src/features/exam-run/axes-store.server.ts'
import { axisName } from '#src/features/exam-run/axis-name.ts'
import { type PublishedAxes, publishedAxes } from '#src/features/exam-run/published-axes.ts'
import { publication } from '#src/features/exam-run/run.table.server.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { columnKey } from '#src/features/reports/report.facts.ts'
import { openAudience, storeRun } from '../runs.ts'
import type { Unknown } from './leaks.ts'

// The truth behind the reports: who has which mark, and whose correction waits in which version.

export type Place = { district: number; school: number; own: number }
/** Somebody with a mark in each subject, `NO_MARK` for none, and the place of the combination. */
export type Pupil = Place & { id: number; marks: readonly number[]; combo?: number }

type Shown = Place & {
  id: number
  /** The marks that a figure of the column is made of: one, or those that a total adds up. */
  unknowns: readonly Unknown[]
}

export type Version = {
  number: number
  run: number
  pupils: readonly Pupil[]
  /** Whom a figure outside of a unit counts in a column, and where: by the name of the column. */
  columns: ReadonlyMap<string, { full: number; shown: readonly Shown[] }>
  /** The columns of marks as the run has them, by name, and the row of each pupil. */
  marks: ReadonlyMap<string, MarkColumn>
  rowOf: ReadonlyMap<number, number>
}

type Stored = { computed: Parameters<typeof publishedAxes>[1]; axes: PublishedAxes; version: Version }

/** Computes pupils, who are in the order of their ids, stores the run and publishes it after the version before. */
export async function publishVersion(
  db: Db,
  exam: number,
  content: SchemeContent,
  pupils: readonly Pupil[],
  { number, before }: { number: number; before?: Stored | undefined },
): Promise<Stored> {
  const frame = frameOf(content, pupils)
  const params = paramsOfScheme(content, defaultPolicy)
  const run = await storeRun(db, exam, frame, content, number)
  const computed = { frame, params, ids: Float64Array.from(pupils, ({ id }) => id) }
  const axes = publishedAxes(before ? { ...before.computed, axes: before.axes } : null, computed)
  await db.insert(publication).values({ examId: exam, number, run: number, audience: openAudience })
  await storeAxes(db, { examId: exam, number }, axes)
  await db.execute(sql`update exam set published = ${number} where id = ${exam}`)
  const { columns } = markColumns(frame, params)
  const names = run.facts.columns.map(columnKey)
  const marks = new Map(columns.map((column, at) => [names[at] ?? '', column]))
  const rowOf = new Map([...frame.candidates].map((one, row) => [pupils[one - 1]?.id ?? 0, row]))
  await storeResults(db, exam, number, pupils, (id) => columns.map((own) => own.marks[rowOf.get(id) ?? -1] ?? NO_MARK))
  const places = new Map([...(before?.version.pupils ?? []), ...pupils].map((one) => [one.own, one]))
  const version: Version = { number, run: number, pupils, marks, rowOf, columns: new Map() }
  const shown = run.facts.columns.map((column, at) => {
    const name = names[at] ?? ''
    const held = Map.groupBy(axes.axes.find((axis) => axis.name === axisName(column))?.waiting ?? [], ({ id }) => id)
    const now = pupils.filter(({ id }) => !held.has(id)).map((pupil) => ({ pupil, version }))
    const then = [...held].flatMap(([, own]) =>
      own.flatMap(({ id, unit, mark }) => {
        const place = mark < 0 ? undefined : places.get(axes.units.ids[unit] ?? -1)
        const source = [version, before?.version].find((one) => one && markIn(one, name, id) === mark)
        const pupil = source?.pupils.find((one) => one.id === id)
        return place && source && pupil ? [{ pupil: { ...pupil, ...placeOf(place) }, version: source }] : []
      }),
    )
    const all = [...now, ...then].flatMap(({ pupil, version: from }): Shown[] =>
      markIn(from, name, pupil.id) === NO_MARK
        ? []
        : [{ ...placeOf(pupil), id: pupil.id, unknowns: unknownsOf(from, name, pupil.id) }],
    )
    return [name, { full: column.fullMark, shown: all }] as const
  })
  return { computed, axes, version: { ...version, columns: new Map(shown) } }
}

const placeOf = ({ district, school, own }: Place): Place => ({ district, school, own })

/** The mark of a pupil in a column, `NO_MARK` for none. */
export function markIn({ marks, rowOf }: Version, name: string, id: number): number {
  return marks.get(name)?.marks[rowOf.get(id) ?? -1] ?? NO_MARK
}

/** The mark of a pupil in a column: a total is those of the subjects that count. */
export function unknownsOf(version: Version, name: string, id: number): Unknown[] {
  const isPart = (one: string) => isCounting(version, one) && markIn(version, one, id) !== NO_MARK
  const parts = name.startsWith('total') ? [...version.marks.keys()].filter(isPart) : [name]
  return parts.map((part) => {
    const value = markIn(version, part, id)
    return { pupil: id, key: `${id} ${part} ${value}`, value, full: version.marks.get(part)?.fullMark ?? 0 }
  })
}

/** Assigned scores come in place of raw marks. */
function isCounting({ marks }: Version, name: string): boolean {
  return name.startsWith('assigned') || (name.startsWith('raw') && !marks.has(name.replace('raw', 'assigned')))
}

function frameOf(content: SchemeContent, pupils: readonly Pupil[]): Frame {
  return buildFrame({
    candidates: Int32Array.from(pupils, (_, at) => at + 1),
    schools: Float64Array.from(pupils, ({ school }) => school),
    classes: Float64Array.from(pupils, ({ own }) => own),
    combos: Int16Array.from(pupils, ({ combo = NONE }) => combo),
    districts: new Map(pupils.map(({ school, district }) => [school, district])),
    subjects: content.subjects.map(({ subjectId }, at) => ({
      id: subjectId,
      marks: Int32Array.from(pupils, ({ marks }) => marks[at] ?? NO_MARK),
      flags: new Uint8Array(pupils.length),
    })),
  })
}

async function storeResults(
  db: Db,
  exam: number,
  run: number,
  pupils: readonly Pupil[],
  marksOf: (id: number) => number[],
): Promise<void> {
  const rows = pupils.map(
    ({ id, own, school }) =>
      sql`(${exam}, ${id}, ${run}, ${own}, ${school}, ${id}, ${sql.param(marksOf(id))}::int[], '')`,
  )
  for (let at = 0; at < rows.length; at += 200)
    await db.execute(sql`insert into exam_result (exam_id, candidate_id, run, org_id, school_id, student_id, marks, ranks)
      values ${sql.join(rows.slice(at, at + 200), sql`, `)}`)
}
