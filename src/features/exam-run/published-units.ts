import { type Frame, type LevelKind, NONE } from '#src/features/exam-engine/frame.ts'

/** The units that publications of an exam show figures of, as a tree: level after level, parents before children. */
export type PublishedUnits = { kinds: readonly LevelKind[]; ids: Float64Array; parents: Int32Array }

const depths: readonly LevelKind[] = ['district', 'school', 'class']

/** The units of a publication and those of earlier ones, with the place of each class of a frame. */
export type UnitIndex = {
  units: PublishedUnits
  /** The unit of each class of the frame. */
  classUnits: Int32Array
  /** Where each unit of the former publication is now, -1 for a district that is no longer shown. */
  formerUnits: Int32Array
}

/**
 * Puts the units of a frame and those of the former publication into one tree. A unit is known by all ids above it, so
 * a class that has moved to another school is another one. Districts are there when both sides have them.
 */
export function unitIndex(frame: Frame, former: PublishedUnits | undefined): UnitIndex {
  const districts = hasDistricts(frame.levels.map(({ kind }) => kind)) && (!former || hasDistricts(former.kinds))
  const wanted = depths.filter((kind) => districts || kind !== 'district')
  const classes = pathsOfFrame(frame, wanted)
  const formerPaths = former ? pathsOfUnits(former, wanted) : []
  const leaves = [...classes, ...formerPaths.filter((path) => path.length === wanted.length)]
  const known = new Map<string, number>([['', 0]])
  const [kinds, ids, parents]: [LevelKind[], number[], number[]] = [['all'], [0], [NONE]]
  for (const [depth, kind] of wanted.entries()) {
    const level = new Map(leaves.map((path) => [path.slice(0, depth + 1).join('/'), path.slice(0, depth + 1)]))
    for (const [key, path] of [...level].sort(([, one], [, other]) => compare(one, other))) {
      known.set(key, ids.length)
      kinds.push(kind)
      ids.push(path.at(-1) ?? 0)
      parents.push(known.get(path.slice(0, -1).join('/')) ?? 0)
    }
  }
  const find = (path: readonly number[]) => known.get(path.join('/')) ?? NONE
  return {
    units: { kinds, ids: Float64Array.from(ids), parents: Int32Array.from(parents) },
    classUnits: Int32Array.from(classes, find),
    formerUnits: Int32Array.from(formerPaths, (path, unit) => {
      const kind = former?.kinds[unit] ?? 'all'
      return kind === 'all' || wanted.includes(kind) ? find(path) : NONE
    }),
  }
}

const hasDistricts = (kinds: readonly LevelKind[]) => kinds.includes('district')

/** The ids from the top to each class of a frame. */
function pathsOfFrame({ levels }: Frame, wanted: readonly LevelKind[]): number[][] {
  const classes = levels.at(-1)
  return Array.from(classes?.ids ?? [], (_, own) => {
    const path: number[] = []
    for (let [depth, unit] = [levels.length - 1, own]; depth > 0; depth--) {
      const level = levels[depth]
      if (level && wanted.includes(level.kind)) path.unshift(level.ids[unit] ?? 0)
      unit = level?.parents[unit] ?? 0
    }
    return path
  })
}

/** The ids from the top to each unit. Of a district that is no longer shown, the path of the whole. */
function pathsOfUnits({ kinds, ids, parents }: PublishedUnits, wanted: readonly LevelKind[]): number[][] {
  const paths: number[][] = []
  for (let unit = 0; unit < ids.length; unit++) {
    const above = paths[parents[unit] ?? NONE] ?? []
    const kind = kinds[unit] ?? 'all'
    paths.push(wanted.includes(kind) ? [...above, ids[unit] ?? 0] : above)
  }
  return paths
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, id] of one.entries()) if (id !== other[at]) return id - (other[at] ?? 0)
  return 0
}
