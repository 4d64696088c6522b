import type { Frame, FrameLevel, FrameSubject, LevelKind } from './frame.ts'
import { readPlanes, writePlanes } from './planes.ts'

/** A part of a stored frame. The same frame always gives the same columns in the same order. */
export type FrameColumn = { name: string; bytes: Uint8Array }

const levelKinds: readonly LevelKind[] = ['all', 'district', 'school', 'class']

/**
 * The columns of a frame as bytes that do not depend on the machine, one after the other, so that they need not be in
 * memory together. Their names and bytes in this order are what a hash of the data covers. They compress well.
 */
export function* encodeFrame(frame: Frame): Generator<FrameColumn> {
  const { rows, candidates, combos, levels, subjects } = frame
  const shape = [1, rows, levels.length, subjects.length, ...levels.map(({ kind }) => levelKinds.indexOf(kind))]
  yield { name: 'shape', bytes: writePlanes(shape) }
  yield { name: 'candidates', bytes: writePlanes(candidates) }
  yield { name: 'combos', bytes: writePlanes(combos) }
  for (const { kind, ids, starts, parents } of levels) {
    yield { name: `${kind}.ids`, bytes: writePlanes(ids) }
    yield { name: `${kind}.starts`, bytes: writePlanes(starts) }
    yield { name: `${kind}.parents`, bytes: writePlanes(parents) }
  }
  yield { name: 'subjects', bytes: writePlanes(subjects.map(({ id }) => id)) }
  for (const [at, { marks, flags, groups, groupIds }] of subjects.entries()) {
    yield { name: `${at}.marks`, bytes: writePlanes(marks) }
    yield { name: `${at}.flags`, bytes: writePlanes(flags) }
    yield { name: `${at}.groupIds`, bytes: writePlanes(groupIds) }
    if (groups !== null) yield { name: `${at}.groups`, bytes: writePlanes(groups) }
  }
}

/**
 * Makes the frame from its columns, in any order. The bytes of each are asked for once, one after the other: whoever
 * unpacks them then needs not have all in memory together.
 * @throws RangeError when a column is missing or has another length than the shape says
 */
export function decodeFrame(columns: Iterable<FrameColumn>): Frame {
  const found = new Map(Array.from(columns, (column) => [column.name, column]))
  const read = <T extends Int32Array | Int16Array | Uint8Array | Float64Array>(
    name: string,
    into: (n: number) => T,
  ) => {
    const bytes = found.get(name)?.bytes
    if (bytes === undefined) throw new RangeError(`the frame has no column ${name}`)
    return readPlanes(bytes, into)
  }
  const [version = 0, rows = 0, levelCount = 0, subjectCount = 0, ...kinds] = read('shape', float64)
  if (version !== 1) throw new RangeError(`frames of version ${version} are unknown`)
  const whole = <T extends { length: number }>(name: string, column: T, length = rows): T => {
    if (column.length !== length) throw new RangeError(`column ${name} has ${column.length} entries, not ${length}`)
    return column
  }
  const levels = kinds.slice(0, levelCount).map((at): FrameLevel => {
    const kind = levelKinds[at] ?? 'all'
    const ids = read(`${kind}.ids`, float64)
    const starts = whole(`${kind}.starts`, read(`${kind}.starts`, int32), ids.length + 1)
    return { kind, ids, starts, parents: whole(`${kind}.parents`, read(`${kind}.parents`, int32), ids.length) }
  })
  const ids = whole('subjects', read('subjects', float64), subjectCount)
  const subjects = Array.from(ids, (id, at): FrameSubject => {
    const groupIds = read(`${at}.groupIds`, float64)
    return {
      id,
      marks: whole(`${at}.marks`, read(`${at}.marks`, int32)),
      flags: whole(
        `${at}.flags`,
        read(`${at}.flags`, (length) => new Uint8Array(length)),
      ),
      groups: found.has(`${at}.groups`) ? whole(`${at}.groups`, read(`${at}.groups`, int32)) : null,
      groupIds,
    }
  })
  const candidates = whole('candidates', read('candidates', int32))
  const combos = whole(
    'combos',
    read('combos', (length) => new Int16Array(length)),
  )
  return { rows, candidates, combos, levels, subjects }
}

const int32 = (length: number) => new Int32Array(length)
const float64 = (length: number) => new Float64Array(length)
