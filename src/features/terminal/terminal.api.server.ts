import * as v from 'valibot'
import type { TerminalRunRow } from '#src/db/terminal.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { integer } from '#src/lib/number-rules.ts'
import { isRunOver, terminalRunStates } from '#src/lib/terminal-run-states.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { attachment } from '#src/server/export/attachment.server.ts'
import { stopJob } from '#src/server/jobs/job-store.server.ts'
import { commands } from './commands.server.ts'
import { LONGEST_EXTEND } from './extend.ts'
import { outputFile } from './output-file.server.ts'
import { managerChoices } from './package-managers.ts'
import { runChanged } from './run-signal.server.ts'
import {
  endForsaken,
  findRun,
  findRuns,
  listRuns,
  type NamedRun,
  outputAfter,
  searchOutput,
} from './run-store.server.ts'
import { runStream } from './run-stream.server.ts'
import { assertOrder, runOfTask } from './start-run.server.ts'
import { shownTerminal, storeTerminalConfig, terminalConfig } from './terminal-config.server.ts'
import { terminalDirectory } from './terminal-directory.server.ts'
import { hasTerminal } from './terminal-offered.server.ts'
import { readWaiting } from './waiting.server.ts'

const common = {
  tag: 'terminal',
  security: 'admin',
  super: true,
  // A command belongs to a person, who has to prove who they are.
  apiTokens: false,
  offered: hasTerminal,
} as const

const uuid = v.pipe(v.string(), v.uuid())
const command = v.pipe(v.string(), v.maxLength(40))
const extend = v.optional(v.pipe(v.string(), v.maxLength(LONGEST_EXTEND)), '')
const state = v.picklist(terminalRunStates)
const instant = v.nullable(v.string())

const shownRun = v.strictObject({
  uuid: v.string(),
  command: v.string(),
  title: v.string(),
  extend: v.string(),
  state,
  exitCode: v.nullable(v.number()),
  lines: v.number(),
  createBy: v.nullable(v.number()),
  createByName: v.string(),
  createTime: v.string(),
  startTime: instant,
  endTime: instant,
})

/** A run as people see it. */
export type ShownRun = v.InferOutput<typeof shownRun>

function shown({ command: key, ownerId, owner, ...run }: NamedRun): ShownRun {
  const { id: _id, jobId: _jobId, ...rest } = run
  return {
    ...rest,
    command: key,
    title: commands.get(key)?.title() ?? key,
    createBy: ownerId,
    createByName: owner ?? '',
  }
}

async function runOf(db: Parameters<typeof findRun>[0], id: string): Promise<TerminalRunRow> {
  const run = await findRun(db, id)
  if (!run) throw new AppError(404, m.terminal_runMissing())
  return run
}

/** The calls of the terminal. */
export const terminalEndpoints = {
  stream: endpoint({
    ...common,
    method: 'get',
    path: '/admin/Terminal/index',
    summary: m.call_terminal,
    query: v.strictObject({ command, uuid, extend, lastEventId: v.optional(integer(0, 1_000_000_000)) }),
    answer: v.string(),
    bare: 'text/event-stream',
    errors: [400, 403, 409],
    run: async ({ c, db, actor, query: { lastEventId, ...order } }) => {
      // Whoever only asks for the headers starts nothing.
      if (c.req.method === 'HEAD') return c.body(null)
      const seen = /^\d{1,9}$/.exec(c.req.header('last-event-id') ?? '')?.[0]
      return runStream(c, actor, await runOfTask(c, db, actor, order), seen ? Number(seen) : (lastEventId ?? 0))
    },
  }),
  ready: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/terminal/ready',
    summary: m.call_terminalReady,
    proof: true,
    log: 'never',
    body: v.strictObject({ command, extend }),
    answer: v.null(),
    errors: [400, 409],
    run: async ({ db, body }) => {
      await assertOrder(db, body)
      return null
    },
  }),
  states: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/terminal/state',
    summary: m.call_terminalState,
    query: v.strictObject({ 'uuids[]': v.pipe(v.array(uuid), v.minLength(1), v.maxLength(200)) }),
    answer: v.strictObject({
      list: v.array(
        v.strictObject({ uuid: v.string(), state, lines: v.number(), startTime: instant, endTime: instant }),
      ),
    }),
    run: async ({ db, query }) => {
      const wanted = query['uuids[]']
      const runs = await findRuns(db, wanted)
      const open = runs.filter((run) => !isRunOver(run.state)).map(({ id }) => id)
      if (open.length > 0) await endForsaken(db, open)
      const list = open.length > 0 ? await findRuns(db, wanted) : runs
      return {
        list: list.map(({ uuid, state, lines, startTime, endTime }) => ({ uuid, state, lines, startTime, endTime })),
      }
    },
  }),
  cancel: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/terminal/cancel',
    summary: m.call_terminalCancel,
    body: v.strictObject({ uuid }),
    answer: v.null(),
    errors: [404, 409],
    run: async ({ c, db, body }) => {
      const { id, ownerId, jobId, state: before } = await runOf(db, body.uuid)
      if (isRunOver(before)) throw new AppError(409, m.terminal_over())
      // Any super administrator may end it, whoever has started it.
      const stopped = ownerId !== null && jobId !== null && (await stopJob(db, { id: ownerId }, jobId))
      await endForsaken(db, [id])
      runChanged(id)
      if (!stopped) throw new AppError(409, m.terminal_over())
      c.get('deps').jobs.feed.hurry()
      return null
    },
    msg: () => m.terminal_cancelling(),
  }),
  index: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/terminal/index',
    summary: m.call_terminalRuns,
    query: v.strictObject({
      page: v.optional(integer(1, 10_000), 1),
      limit: v.optional(integer(1, 100), 20),
      quickSearch: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
      command: v.optional(command),
      state: v.optional(state),
    }),
    answer: v.strictObject({ list: v.array(shownRun), total: v.number() }),
    run: async ({ db, query: { page, limit, ...search } }) => {
      await endForsaken(db)
      const { list, total } = await listRuns(db, search, { page, limit })
      return { list: list.map(shown), total }
    },
  }),
  output: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/terminal/output',
    summary: m.call_terminalOutput,
    query: v.strictObject({
      uuid,
      after: v.optional(integer(0, 1_000_000_000), 0),
      limit: v.optional(integer(1, 5_000), 1_000),
      search: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    }),
    answer: v.strictObject({
      lines: v.array(v.strictObject({ number: v.number(), text: v.string() })),
      /** How many lines the run has in all. */
      total: v.number(),
    }),
    errors: [404],
    run: async ({ db, query: { uuid, after, limit, search } }) => {
      const { id, lines: total } = await runOf(db, uuid)
      const lines =
        search === ''
          ? (await outputAfter(db, id, after, limit)).slice(0, limit)
          : await searchOutput(db, id, { search, after, limit })
      return { lines, total }
    },
  }),
  download: endpoint({
    ...common,
    method: 'get',
    path: '/admin/Terminal/download',
    summary: m.call_terminalDownload,
    query: v.strictObject({ uuid }),
    answer: v.unknown(),
    bare: 'application/octet-stream',
    log: 'export',
    errors: [404],
    run: async ({ db, query }) => {
      const run = await runOf(db, query.uuid)
      const name = `${run.command} ${run.createTime.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', ' ')}.txt`
      return attachment(outputFile(db, run), { name, type: 'text/plain; charset=utf-8' })
    },
  }),
  info: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/terminal/info',
    summary: m.call_terminalInfo,
    answer: v.strictObject({
      packageManager: v.string(),
      port: v.number(),
      /** The port at which this process listens. */
      servedPort: v.number(),
      startCommand: v.string(),
      urls: v.array(v.string()),
      /** The registry of the configuration; empty for that of the machine. */
      registry: v.string(),
      commands: v.array(
        v.strictObject({
          key: v.string(),
          title: v.string(),
          group: v.string(),
          takes: v.picklist(['nothing', 'packages']),
        }),
      ),
      /** What the next start takes over. */
      next: v.nullable(v.strictObject({ time: v.string(), what: v.array(v.string()) })),
    }),
    run: async ({ db }) => ({ ...(await shownTerminal(db)), next: await readWaiting(terminalDirectory()) }),
  }),
  config: endpoint({
    ...common,
    method: 'post',
    path: '/admin/ajax/changeTerminalConfig',
    summary: m.call_terminalConfig,
    body: v.strictObject({
      manager: v.optional(v.picklist(managerChoices, () => m.terminal_managerUnknown())),
      port: v.optional(integer(1, 65_535)),
    }),
    answer: v.strictObject({ manager: v.string(), port: v.number() }),
    write: 'save',
    run: async ({ tx, body }) => {
      await storeTerminalConfig(tx, body)
      const now = await terminalConfig(tx)
      return { manager: body.manager ?? now.manager, port: body.port ?? now.port }
    },
    committed: ({ db }) => tableChanged(db, 'config'),
    msg: () => m.crud_saved(),
  }),
}
