import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Database } from '#src/db/client.server.ts'
import type { Author } from '#src/db/write.server.ts'
import type { JsonObject } from '#src/lib/json.ts'
import type { Actor } from '../access/actor.server.ts'

/** The context in which a job runs. */
export type JobRun<TInput = unknown> = {
  id: number
  input: TInput
  /** 1 for the first attempt. More after an earlier attempt failed or its process died. */
  attempt: number
  db: Database
  /** The path of the directory for files. */
  files: string
  /** The site's secret, which unseals settings. */
  secret: string
  log: Logger
  /** The user that started the job, with the current rights. */
  actor: Actor
  author: Author
  /** Aborted when a user cancels, when the process ends, or when another process has taken over. */
  signal: AbortSignal
  /** Reports progress. This is cheap: reports of one moment are written together, outside of the job's transactions. */
  progress(progress: JobProgress): void
  /**
   * The last check before the result is committed, because the signal may be a second late.
   * @throws JobStop when a user has cancelled, or another process has taken over
   */
  mayKeep(): Promise<void>
}

export type JobProgress = { step?: string; done?: number; total?: number | null }

/** A file to download that a job's result offers. */
export type JobLink = { label: string; href: string }

/**
 * The subject of a job, for pages that show more than its text. `undo`: the call of the resource that takes back what
 * the job did, `{ id, partial }`. `undoes`: the change set that this job takes back.
 */
export type JobAbout = { resource: string; menu?: string; importId?: number; undo?: string; undoes?: number }

type Definition<TInput, TResult extends JsonObject> = {
  kind: string
  input: v.GenericSchema<unknown, TInput>
  result: v.GenericSchema<unknown, TResult>
  /** In the language of the user that reads it. */
  title(input: TInput): string
  /** Messages of the steps, by the name that is passed to `progress`. */
  steps?: Record<string, () => string>
  /** @throws AppError for an error that users have to correct; any other error causes a retry */
  run(job: JobRun<TInput>): Promise<TResult>
  /** A message with the result of the job. */
  summary?(result: TResult): string
  links?(input: TInput, result: TResult): JobLink[]
  about?(input: TInput): JobAbout
  /** The queue of its own in which jobs of this kind wait: one of them runs at a time, in all processes together. */
  lane?: JobLane
  /** Seconds. The end of a job that took less makes no notice, because who started it still looks at it. */
  noticeAfter?: number
}

/**
 * The queues: that of most jobs, that of commands, which may take hours and must not hold others up, and that of exams,
 * which take much memory.
 */
export const jobLanes = ['job', 'command', 'exam'] as const
export type JobLane = (typeof jobLanes)[number]

/** A kind of background job, as registered. Stored data is validated before the kind gets it. */
export type JobKind<TInput = unknown> = {
  kind: string
  lane: JobLane
  noticeAfter: number
  title(input: unknown): string
  stepText(step: string): string
  run(job: JobRun): Promise<JsonObject>
  summary(result: unknown): string
  links(input: unknown, result: unknown): JobLink[]
  about(input: unknown): JobAbout | null
  /** Only for the types: the input that `enqueue` accepts. */
  accepts?(input: TInput): void
}

/** Defines a kind of background job. */
export function defineJob<TInput, TResult extends JsonObject>(
  definition: Definition<TInput, TResult>,
): JobKind<TInput> {
  const {
    kind,
    input,
    result,
    title,
    steps = {},
    run,
    summary,
    links,
    about,
    lane = 'job',
    noticeAfter = 0,
  } = definition
  return {
    kind,
    lane,
    noticeAfter,
    title: (stored) => title(v.parse(input, stored)),
    stepText: (step) => (Object.hasOwn(steps, step) ? (steps[step]?.() ?? '') : ''),
    run: (job) => run({ ...job, input: v.parse(input, job.input) }),
    summary: (stored) => summary?.(v.parse(result, stored)) ?? '',
    links: (given, stored) => links?.(v.parse(input, given), v.parse(result, stored)) ?? [],
    about: (given) => about?.(v.parse(input, given)) ?? null,
  }
}

/** Why the signal of a job was aborted. */
export class JobStop extends Error {
  override name = 'JobStop'
  readonly reason: 'cancelled' | 'shutdown' | 'lost'

  constructor(reason: JobStop['reason']) {
    super(`the job was stopped: ${reason}`)
    this.reason = reason
  }
}
