import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import type { Inspection, InspectOrder } from './inspection.ts'
import { isPicture, MOST_PIXELS, makePicture } from './picture.server.ts'
import { sniff } from './sniff.server.ts'

/** The work of a thread that looks at one file. Nothing here imports messages, which take long to load. */
export async function inspectInThread(): Promise<void> {
  // One picture is decoded by one core, so that uploads do not slow down everything else.
  sharp.concurrency(1)
  sharp.cache(false)
  // Seam: `inspectFile` gives an order.
  parentPort?.postMessage(await inspected(workerData as InspectOrder))
  parentPort?.close()
}

async function inspected({ path, contents, sizes }: InspectOrder): Promise<Inspection> {
  if (!contents) return { kind: 'file', width: null, height: null, charset: '', made: false }
  const { content, size, charset = '' } = await sniff(path)
  if (content === undefined || !contents.includes(content)) return { kind: 'lie' }
  if (isPicture(content)) return makePicture(path, content, sizes)
  // A bitmap is kept as it is, but whoever shows it decodes it.
  if (size && size.width * size.height > MOST_PIXELS) return { kind: 'fault', fault: 'pixels' }
  return { kind: 'file', width: size?.width ?? null, height: size?.height ?? null, charset, made: false }
}
