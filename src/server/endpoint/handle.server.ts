import type { Database, Db } from '#src/db/client.server.ts'
import type { ChangeKind } from '#src/db/write.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { logWrite, noteForLog, prepareLog } from '../admin-log/log-call.server.ts'
import { readJson } from '../body.server.ts'
import { type ApiContext, authorOf } from '../context.server.ts'
import { ok } from '../envelope.server.ts'
import { explainDbError } from '../write/db-errors.server.ts'
import { guardedWrite } from '../write/guarded-write.server.ts'
import { once, requestOf } from '../write/idempotency.server.ts'
import { letIn } from './let-in.server.ts'
import { type Described, operationOf } from './operation-of.server.ts'
import { type ParameterSchema, readBodyAs, readQuery, readSegments } from './read-request.server.ts'

/** What each request has. The type of each definition says what its own requests have. */
type Given = {
  c: ApiContext
  db: Database
  actor: Actor | undefined
  segments: unknown
  query: unknown
  body: unknown
}

export type Handled = Described & {
  segments?: ParameterSchema | undefined
  query?: ParameterSchema | undefined
  write?: ChangeKind | undefined
  unique?(request: Given): Parameters<typeof explainDbError>[1]
  run(request: Given & { tx?: Db; changeSetId?: number }): Promise<unknown>
  msg?(data: unknown, request: Given): string
  committed?(request: Given): Promise<void> | void
}

type Said = { data: unknown; msg: string }

/**
 * Answers a request: lets the caller in, reads the request, runs the endpoint, and wraps its answer.
 * @throws AppError 401, 403, 400, 422, and what the endpoint throws
 */
export async function answerTo(c: ApiContext, definition: Handled): Promise<Response> {
  c.set('called', definition)
  try {
    return await answer(c, definition)
  } catch (error) {
    c.get('deps').checkRefusal?.(operationOf(definition), error)
    throw error
  }
}

async function answer(c: ApiContext, definition: Handled): Promise<Response> {
  const { segments, query, body } = definition
  const actor = await letIn(c, definition)
  const given: Given = {
    c,
    db: c.get('deps').db,
    actor,
    segments: segments && readSegments(c, segments),
    query: query && readQuery(c, query),
    body: body && (await readBodyAs(c, body)),
  }
  if (definition.write) return send(c, definition, await written(given, definition, definition.write))
  const data = await definition.run(given)
  return data instanceof Response ? data : send(c, definition, said(data, given, definition))
}

function send(c: ApiContext, definition: Handled, { data, msg }: Said): Response {
  noteForLog(c, { said: { code: 200, message: msg } })
  c.get('deps').checkAnswer?.(operationOf(definition), data)
  return c.json(ok(data, msg))
}

function said(data: unknown, given: Given, { msg }: Handled): Said {
  return { data, msg: msg?.(data, given) ?? '' }
}

/**
 * Runs a write in one recorded transaction, at most once for its Idempotency-Key. Database errors become readable
 * messages.
 */
async function written(given: Given, definition: Handled, kind: ChangeKind): Promise<Said> {
  const { c, db } = given
  await prepareLog(c)
  const request = requestOf(c, definition.body ? await readJson(c) : {})
  try {
    const answer = await guardedWrite(
      db,
      authorOf(c),
      kind,
      async (tx, changeSetId): Promise<Said> => {
        const run = async () => said(await definition.run({ ...given, tx, changeSetId }), given, definition)
        const answer: unknown = await once(tx, request, run)
        return isSaid(answer) ? answer : said(answer, given, definition)
      },
      definition.log === 'never' ? undefined : (tx, { msg }, changeSetId) => logWrite(c, tx, msg, changeSetId),
    )
    noteForLog(c, { written: true })
    await definition.committed?.(given)
    return answer
  } catch (error) {
    throw explainDbError(error, definition.unique?.(given) ?? {})
  }
}

/** An earlier release kept the data of some answers without their message. */
function isSaid(answer: unknown): answer is Said {
  return typeof answer === 'object' && answer !== null && Object.keys(answer).sort().join() === 'data,msg'
}
