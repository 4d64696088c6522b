import type { IncomingMessage } from 'node:http'
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createUnzip } from 'node:zlib'
import { OutgoingError } from './outgoing-error.server.ts'

const UNPACKERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  identity: () => new PassThrough(),
}

/** The packings that a request offers to the other side. */
export const OFFERED_PACKINGS = 'gzip, deflate, br'

/**
 * The body of an answer without its packing. A packed body larger than `most` bytes breaks off with an OutgoingError.
 * @throws OutgoingError for a packing that is not known
 */
export function unpacked(incoming: IncomingMessage, host: string, most: number): Readable {
  const packing = incoming.headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (packing === '') return incoming
  // `constructor` is a property of every object, but no packing.
  const unpacker = Object.hasOwn(UNPACKERS, packing) ? UNPACKERS[packing]?.() : undefined
  if (!unpacker) throw new OutgoingError('packed', host, `unknown packing ${packing.slice(0, 40)}`)
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > most) done(bodyTooLarge(host, most))
      else done(null, chunk)
    },
  })
  // The reader sees the error: the pipeline destroys the last stream with it.
  return pipeline(incoming, meter, unpacker, () => undefined)
}

/** The error of a body larger than `most` bytes. */
export function bodyTooLarge(host: string, most: number): OutgoingError {
  return new OutgoingError('size', host, `more than ${most} bytes`)
}

/** Whether an error says that packed bytes are damaged. */
export function isDamaged(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^(Z_|ERR_BROTLI|ERR__ERROR)/.test(error.code)
}
