import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Database } from '#src/db/client.server.ts'
import type { Author } from '#src/db/write.server.ts'
import type { JsonObject } from '#src/lib/json.ts'
import type { Actor } from '../access/actor.server.ts'

/** What a job works with. */
export type JobRun<TInput = unknown> = {
  id: number
  input: TInput
  /** 1, or more when an earlier process died over it. */
  attempt: number
  db: Database
  /** The directory of files. */
  files: string
  log: Logger
  /** Whoever asked for it, with what they may do now. */
  actor: Actor
  author: Author
  /** Fires when somebody cancels, when the process ends, and when another process has taken over. */
  signal: AbortSignal
  /** Tells how far it is. Cheap: what is told in a moment is written together, outside of any transaction of the job's. */
  progress(progress: JobProgress): void
  /**
   * The last question before what was done is kept: the signal may be a second late.
   * @throws JobStop when somebody has cancelled, or another process has taken over
   */
  mayKeep(): Promise<void>
}

export type JobProgress = { step?: string; done?: number; total?: number | null }

/** A file to fetch that a job's result offers. */
export type JobLink = { label: string; href: string }

/** What a job is about, for screens that offer more than its text. */
export type JobAbout = { resource: string; menu?: string; importId?: number }

type Definition<TInput, TResult extends JsonObject> = {
  kind: string
  input: v.GenericSchema<unknown, TInput>
  result: v.GenericSchema<unknown, TResult>
  /** In the language of whoever looks. */
  title(input: TInput): string
  /** What is being done, by the words that `progress` was told. */
  steps?: Record<string, () => string>
  /** @throws AppError for what people have to mend; anything else is tried again */
  run(job: JobRun<TInput>): Promise<TResult>
  /** What came out of it, in a sentence. */
  summary?(result: TResult): string
  links?(input: TInput, result: TResult): JobLink[]
  about?(input: TInput): JobAbout
}

/** A kind of background work as lists of kinds hold it: what is stored is checked before the kind sees it. */
export type JobKind<TInput = unknown> = {
  kind: string
  title(input: unknown): string
  stepText(step: string): string
  run(job: JobRun): Promise<JsonObject>
  summary(result: unknown): string
  links(input: unknown, result: unknown): JobLink[]
  about(input: unknown): JobAbout | null
  /** Only for the types: what `enqueue` takes. */
  accepts?(input: TInput): void
}

/** Describes a kind of background work. */
export function defineJob<TInput, TResult extends JsonObject>(
  definition: Definition<TInput, TResult>,
): JobKind<TInput> {
  const { kind, input, result, title, steps = {}, run, summary, links, about } = definition
  return {
    kind,
    title: (stored) => title(v.parse(input, stored)),
    stepText: (step) => (Object.hasOwn(steps, step) ? (steps[step]?.() ?? '') : ''),
    run: (job) => run({ ...job, input: v.parse(input, job.input) }),
    summary: (stored) => summary?.(v.parse(result, stored)) ?? '',
    links: (given, stored) => links?.(v.parse(input, given), v.parse(result, stored)) ?? [],
    about: (given) => about?.(v.parse(input, given)) ?? null,
  }
}

/** Why a job's signal fired. */
export class JobStop extends Error {
  override name = 'JobStop'
  readonly reason: 'cancelled' | 'shutdown' | 'lost'

  constructor(reason: JobStop['reason']) {
    super(`the job was stopped: ${reason}`)
    this.reason = reason
  }
}
