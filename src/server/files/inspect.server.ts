import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { m } from '#src/i18n/paraglide/messages.js'
import { smallSizes } from '#src/lib/file-facts.ts'
import { AppError } from '../errors.server.ts'
import { Turns } from '../import/turns.server.ts'
import type { FileTypeFacts } from './file-types.ts'
import type { Inspection, InspectOrder, PictureFault } from './inspection.ts'

/** Node runs the thread's source, because the built product contains only what requests need. */
const PROGRAM = createRequire(import.meta.url).resolve('#src/server/files/inspect-thread.mjs')

/** Seconds for one file, and megabytes of objects. Pictures have limits of their own beside them. */
const LIMITS = { seconds: 45, megabytes: 256 }

/** Files that a process looks at at once. Others wait. */
const inspectTurns = new Turns({ together: 2, each: 2 })

type Answer = Inspection | { kind: 'failed' }

type Asked = {
  path: string
  type: FileTypeFacts | undefined
  owner: number
  signal?: AbortSignal
  limits?: typeof LIMITS
}

/**
 * Looks at a file in a thread of its own, with limits of time and memory: is it what its name says, and what picture is
 * it? A picture is made anew beside it.
 * @throws AppError 422 for a file whose name lies, and for a picture that cannot be read within the limits
 */
export async function inspectFile({
  path,
  type,
  owner,
  signal,
  limits = LIMITS,
}: Asked): Promise<Extract<Inspection, { kind: 'file' }>> {
  const end = await inspectTurns.take(owner, signal)
  try {
    const found = await inThread({ path, contents: type?.contents, sizes: smallSizes }, limits)
    if (found.kind === 'file') return found
    if (found.kind === 'lie') throw new AppError(422, m.upload_type())
    throw new AppError(422, found.kind === 'fault' ? faults[found.fault]() : m.files_tooHard())
  } finally {
    end()
  }
}

const faults: Record<PictureFault, () => string> = {
  broken: m.files_brokenPicture,
  pixels: m.files_tooManyPixels,
  frames: m.files_tooManyFrames,
}

function inThread(order: InspectOrder, limits: typeof LIMITS): Promise<Answer> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, {
      workerData: order,
      // The thread needs no setting of the process, and gets no secret.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32 },
    })
    const late = setTimeout(() => void worker.terminate(), limits.seconds * 1000)
    const answer = (given: Answer) => {
      clearTimeout(late)
      resolve(given)
    }
    worker.once('message', answer)
    worker.once('error', () => answer({ kind: 'failed' }))
    worker.once('exit', () => answer({ kind: 'failed' }))
  })
}
