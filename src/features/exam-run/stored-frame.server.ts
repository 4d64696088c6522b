import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ENGINE, type ExamResult } from '#src/features/exam-engine/compute.ts'
import { digestOf } from '#src/features/exam-engine/digest.ts'
import type { Frame } from '#src/features/exam-engine/frame.ts'
import { decodeFrame, encodeFrame, type FrameColumn } from '#src/features/exam-engine/frame-bytes.ts'
import { canonicalJson, type Params } from '#src/features/exam-engine/params.ts'
import { readPlanes, writePlanes } from '#src/features/exam-engine/planes.ts'
import type { FrameWithIds, StoredColumn } from './run-task.ts'

/** The column with the ids of the candidates, by their numbers. The engine does not know it. */
const IDS = 'ids'

/**
 * Compresses a frame, and hashes its data with the parameters and the version of the engine.
 * @param engine the version that computed the run, for one that is stored already
 */
export function storeFrame(
  { frame, ids }: FrameWithIds,
  params: Params,
  engine: string = ENGINE,
): { columns: StoredColumn[]; dataHash: string } {
  const hash = createHash('sha256')
  const columns: StoredColumn[] = []
  for (const { name, bytes } of everyColumn(frame, ids)) {
    hash.update(`${name} ${bytes.length}\n`)
    hash.update(bytes)
    columns.push({ name, bytes: zstdCompressSync(bytes) })
  }
  hash.update(canonicalJson({ engine, params }))
  return { columns, dataHash: hash.digest('hex') }
}

function* everyColumn(frame: Frame, ids: Float64Array): Generator<FrameColumn> {
  yield* encodeFrame(frame)
  yield { name: IDS, bytes: writePlanes(ids) }
}

/** @throws RangeError for a frame that is not whole */
export function readFrame(columns: readonly StoredColumn[]): FrameWithIds {
  const packed = columns.map(({ name, bytes }) => ({
    name,
    get bytes() {
      return zstdDecompressSync(bytes)
    },
  }))
  const own = packed.find(({ name }) => name === IDS)
  if (own === undefined) throw new RangeError('the frame has no ids')
  const frame = decodeFrame(packed)
  return { frame, ids: readPlanes(own.bytes, (length) => new Float64Array(length)) }
}

/** The hash of all figures. */
export function hashResult(result: ExamResult, params: Params): string {
  return new ResultHash(result, params).hex()
}

/** The same in small steps, for whoever has other work to do meanwhile. */
export class ResultHash {
  readonly #hash = createHash('sha256')
  readonly #parts: Generator<string | Uint8Array>

  constructor(result: ExamResult, params: Params) {
    this.#parts = digestOf(result, params)
  }

  /** Takes one more part. False when there is none. */
  goOn(): boolean {
    const { done, value } = this.#parts.next()
    if (!done) this.#hash.update(value)
    return !done
  }

  /** The hash, after what is left. */
  hex(): string {
    while (this.goOn());
    return this.#hash.digest('hex')
  }
}
