import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { LevelKind } from '#src/features/exam-engine/frame.ts'
import { readPlanes, writePlanes } from '#src/features/exam-engine/planes.ts'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import type { PublishedAxes, PublishedAxis } from './published-axes.ts'
import type { PublishedUnits } from './published-units.ts'
import { publicationAxis } from './run.table.server.ts'

/** The axis that names the units: their ids, kinds and parents in place of counts, what is shown, and who waits. */
const UNITS = 'units'
/** Stands beside how much is shown of a unit whose mean is shown. */
const WITH_MEAN = 128
const kinds: readonly LevelKind[] = ['all', 'district', 'school', 'class']

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
const packed = async (cells: ArrayLike<number>) => compress(writePlanes(cells))
const unpacked = async (bytes: Uint8Array) => readPlanes(await decompress(bytes), (length) => new Float64Array(length))

type Publication = { examId: number; number: number }

/** Stores what a publication shows outside of its units. */
export async function storeAxes(tx: Db, publication: Publication, { units, axes }: PublishedAxes): Promise<void> {
  await tx.insert(publicationAxis).values({
    ...publication,
    axis: UNITS,
    cuts: [],
    counts: await packed(units.ids),
    shown: await packed(units.kinds.map((kind) => kinds.indexOf(kind))),
    waiting: await packed(units.parents),
  })
  for (const { name, cuts, counts, shown, means, waiting } of axes) {
    await tx.insert(publicationAxis).values({
      ...publication,
      axis: name,
      cuts: [...cuts],
      counts: await packed(counts),
      shown: await packed(shown.map((depth, unit) => depth + (means[unit] === 1 ? WITH_MEAN : 0))),
      // A mark may be -2, and planes begin at -1.
      waiting: await packed(waiting.flatMap(({ id, unit, mark }) => [id, unit, mark + 1])),
    })
  }
}

/** Bytes: the publications of about ten exams of five hundred schools with their classes. */
const ROOM = 24_000_000
const kept = sizedCache<PublishedAxes>(ROOM, sizeOf)

/** Stands for a publication that does not exist. */
const NONE: PublishedAxes = { units: { ids: new Float64Array(), kinds: [], parents: new Int32Array() }, axes: [] }

/** About the bytes of axes in memory. */
function sizeOf({ units, axes }: PublishedAxes): number {
  const ofAxes = axes.map(({ counts, shown, waiting }) => counts.byteLength + 2 * shown.length + 80 * waiting.length)
  return 20 * units.ids.length + ofAxes.reduce((sum, size) => sum + size, 1_000)
}

/**
 * What a publication shows; undefined for one that does not exist. It never changes, so it is kept while there is room.
 * @param names the axes that are wanted; all if left out
 */
export async function readAxes(
  db: Db,
  { examId, number }: Publication,
  names?: readonly string[],
): Promise<PublishedAxes | undefined> {
  const make = async () => (await everyAxis(db, { examId, number })) ?? NONE
  const read = await kept.read(db, `${examId} ${number}`, make, (one) => one !== NONE)
  if (read === NONE) return undefined
  return names ? { ...read, axes: read.axes.filter(({ name }) => names.includes(name)) } : read
}

async function everyAxis(db: Db, { examId, number }: Publication): Promise<PublishedAxes | undefined> {
  const rows = await db
    .select()
    .from(publicationAxis)
    .where(and(eq(publicationAxis.examId, examId), eq(publicationAxis.number, number)))
    .orderBy(publicationAxis.axis)
  const own = rows.find(({ axis }) => axis === UNITS)
  if (!own) return undefined
  const units: PublishedUnits = {
    ids: await unpacked(own.counts),
    kinds: Array.from(await unpacked(own.shown), (kind) => kinds[kind] ?? 'all'),
    parents: Int32Array.from(await unpacked(own.waiting)),
  }
  return { units, axes: await Promise.all(rows.filter(({ axis }) => axis !== UNITS).map(axisOf)) }
}

type StoredAxis = Pick<typeof publicationAxis.$inferSelect, 'axis' | 'cuts' | 'counts' | 'shown' | 'waiting'>

async function axisOf({ axis: name, cuts, counts, shown, waiting }: StoredAxis): Promise<PublishedAxis> {
  const places = await unpacked(waiting)
  const depths = await unpacked(shown)
  // Publications from before tell means where they tell the number of marks.
  const hasMeans = depths.some((depth) => depth >= WITH_MEAN)
  return {
    name,
    cuts,
    counts: Int32Array.from(await unpacked(counts)),
    shown: Uint8Array.from(depths, (depth) => depth % WITH_MEAN),
    means: Uint8Array.from(depths, (depth) => (depth >= (hasMeans ? WITH_MEAN : 2) ? 1 : 0)),
    waiting: Array.from({ length: places.length / 3 }, (_, at) => ({
      id: places[at * 3] ?? 0,
      unit: places[at * 3 + 1] ?? -1,
      mark: (places[at * 3 + 2] ?? 0) - 1,
    })),
  }
}
