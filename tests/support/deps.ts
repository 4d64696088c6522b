import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pino, { type Logger } from 'pino'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { jobKinds } from '#src/features/mount.server.ts'
import { readAllowedHosts } from '#src/lib/allowed-hosts.ts'
import type { ApiDeps, ApiSettings } from '#src/server/context.server.ts'
import { AppError, errorReasons } from '#src/server/errors.server.ts'
import type { JobKind } from '#src/server/jobs/job-kind.server.ts'
import { Jobs } from '#src/server/jobs/jobs.server.ts'
import { type Operation, operationName } from '#src/server/openapi/operation.server.ts'
import { refusalCodes } from '#src/server/openapi/refusal-codes.server.ts'
import { outgoingClient } from '#src/server/outgoing/outgoing-client.server.ts'

export const settings: ApiSettings = {
  adminClient: 'admin:admin',
  userClient: 'user:user',
  accessSeconds: 900,
  refreshSeconds: 86_400,
  refreshKeepSeconds: 2_592_000,
}

/** What seals secrets in tests. */
export const secret = 'a secret of at least thirty-two characters'

/** Tests ask their own machine alone. */
const LOCAL = readAllowedHosts('127.0.0.1, localhost') ?? []

type Options = { log?: Logger; settings?: Partial<ApiSettings>; kinds?: readonly JobKind[] }

/** Makes the dependencies of an API. After the test its background work stops and its files are deleted. */
export function apiDeps(
  db: Database,
  { log = pino({ level: 'silent' }), kinds = [], ...given }: Options = {},
): ApiDeps {
  const files = mkdtempSync(join(tmpdir(), 'yardstick-files-'))
  const jobDb = openDatabase(db.$client.options.connectionString ?? '', 6, { limits: workLimits.job })
  const jobs = new Jobs({ db: jobDb, vitalDb: db, log, files, secret, kinds: [...jobKinds, ...kinds] })
  onTestFinished(async () => {
    await jobs.stop()
    await jobDb.$client.end()
    rmSync(files, { recursive: true, force: true })
  })
  const own = { ...settings, ...given.settings }
  const outgoing = outgoingClient({ allowed: LOCAL, log })
  return {
    db,
    vitalDb: db,
    log,
    jobs,
    files,
    secret,
    outgoing,
    allowed: LOCAL,
    checkAnswer,
    checkRefusal,
    settings: own,
  }
}

/** Fails when an answer has another shape than its description, or values of other types. */
function checkAnswer(operation: Operation, data: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(data))
  const { issues, output } = v.safeParse(operation.answer, sent)
  const wrong = issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  if (!wrong && isDeepStrictEqual(output, sent)) return
  throw new Error(`${operationName(operation)} answers otherwise than described: ${wrong ?? JSON.stringify(sent)}`)
}

/** Fails when a call is refused with a code or for a reason that its description does not name. */
function checkRefusal(operation: Operation, error: unknown): void {
  if (!(error instanceof AppError)) return
  const said = `${operationName(operation)} refuses with ${error.code}, otherwise than described`
  if (!refusalCodes(operation).includes(error.code)) throw new Error(said)
  const reason: unknown = typeof error.data === 'object' && error.data !== null && Reflect.get(error.data, 'reason')
  if (typeof reason === 'string' && !errorReasons.some((one) => one === reason)) throw new Error(`${said}: ${reason}`)
}
