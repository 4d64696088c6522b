import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { MOST_NOTE_TEXT } from '#src/features/pupil-notes/note-text.ts'
import { noteBlocks, pupilNoteOf, saveNote, storedNote } from '#src/features/pupil-notes/pupil-notes.server.ts'
import { noteView, type ViewKind } from '#src/features/results/pupil-view.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { attachment } from '#src/server/export/attachment.server.ts'
import { pupilReport } from './pupil.report.ts'
import { type ReadPupil, readPupil, unitPupils } from './pupil-reader.server.ts'
import { blockAnswer, footAnswer } from './report-answers.server.ts'
import { footOf } from './report-foot.server.ts'
import { unitChoice, versionChoice } from './report-rules.server.ts'
import { reportBook } from './report-sheet.server.ts'
import { unitKey } from './report-units.server.ts'
import { versionKey } from './report-versions.server.ts'

const common = { method: 'get', tag: 'resource', security: 'admin', node: 'exam/candidate/pupil' } as const
const pupilQuery = v.object({ exam: id, version: versionChoice, pupil: id })
const named = v.strictObject({ key: v.string(), name: v.string() })
const head = {
  exam: v.strictObject({ id: v.number(), name: v.string() }),
  version: v.string(),
  /** From the highest unit of the reader to the chosen one. */
  path: v.array(named),
}

/** Report 11: the sheets of pupils by name. Whoever reads them needs the node of reports too. */
export const pupilSheetEndpoints = {
  pupils: endpoint({
    ...common,
    path: '/adminApi/report/pupils',
    summary: m.call_reportPupils,
    query: v.object({ exam: id, version: versionChoice, unit: unitChoice }),
    answer: v.strictObject({
      ...head,
      unit: v.string(),
      units: v.array(named),
      pupils: v.array(v.strictObject({ id: v.number(), number: v.string(), name: v.string() })),
    }),
    errors: [404],
    run: async ({ db, actor, query }) => {
      assertReader(actor)
      const read = await unitPupils(db, actor, query)
      return { ...headOf(read), unit: unitKey(read.unit), units: read.units, pupils: read.pupils }
    },
  }),
  pupil: endpoint({
    ...common,
    path: '/adminApi/report/pupil',
    summary: m.call_reportPupil,
    query: pupilQuery,
    answer: v.strictObject({
      ...head,
      title: v.string(),
      unit: v.string(),
      blocks: blockAnswer,
      footer: footAnswer,
      note: v.nullable(storedNote),
    }),
    errors: [404],
    run: async ({ db, actor, query }) => {
      const read = await viewed(db, actor, query, 'screen')
      const note = await pupilNoteOf(db, noteOf(read))
      return { ...headOf(read), ...(await sheetOf(db, read)), unit: unitKey(read.unit), note }
    },
  }),
  pupilSheet: endpoint({
    ...common,
    path: '/adminApi/report/pupilSheet',
    summary: m.call_reportPupilSheet,
    query: pupilQuery,
    answer: v.string(),
    bare: 'application/octet-stream',
    log: 'export',
    errors: [404],
    run: async ({ db, actor, query, c }) => {
      const isHead = c.req.method === 'HEAD'
      const read = isHead ? await reading(db, actor, query) : await viewed(db, actor, query, 'file')
      const sheet = await sheetOf(db, read)
      const body = isHead ? null : await reportBook(sheet)
      return attachment(body && new Blob([new Uint8Array(body)]).stream(), {
        name: `${read.exam.name} ${sheet.title}.xlsx`,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      })
    },
  }),
  /** The browser prints by itself: it tells that before. */
  pupilPrint: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/report/pupilPrint',
    summary: m.call_reportPupilPrint,
    body: pupilQuery,
    answer: v.null(),
    errors: [404],
    run: async ({ db, actor, body }) => {
      await viewed(db, actor, body, 'print')
      return null
    },
  }),
  /** An empty text deletes the note. `note` is the one that the writer has seen. */
  pupilNote: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/report/pupilNote',
    summary: m.call_reportPupilNote,
    node: 'report/note',
    body: v.strictObject({
      exam: id,
      version: versionChoice,
      pupil: id,
      text: v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(MOST_NOTE_TEXT, () => m.rule_maxLength({ max: MOST_NOTE_TEXT })),
      ),
      note: v.nullable(v.strictObject({ id, version: id })),
    }),
    /** With the blocks that the sheet has of it now: reading the sheet again would be one more view. */
    answer: v.strictObject({ note: v.nullable(storedNote), blocks: blockAnswer }),
    errors: [404, 409],
    write: 'save',
    run: async ({ tx, actor, body }) => {
      // The menu's own node does not open sheets by name: whoever writes below one has to see it.
      if (!can(actor, 'exam/candidate/pupil')) throw new AppError(403)
      const read = await reading(tx, actor, body)
      const note = await saveNote(tx, noteOf(read), { text: body.text, seen: body.note })
      return { note, blocks: await noteBlocks(tx, noteOf(read)) }
    },
    msg: ({ note }) => (note ? m.note_saved() : m.note_deleted()),
  }),
}

type PupilQuery = v.InferOutput<typeof pupilQuery>

function assertReader(actor: Actor): void {
  if (!can(actor, 'report/index')) throw new AppError(403)
}

function reading(db: Db, actor: Actor, query: PupilQuery): Promise<ReadPupil> {
  assertReader(actor)
  return readPupil(db, actor, query)
}

/** Reads the sheet, and notes for the family that somebody has. */
async function viewed(db: Db, actor: Actor, query: PupilQuery, kind: ViewKind): Promise<ReadPupil> {
  const read = await reading(db, actor, query)
  const viewerId = actor.viewer?.id ?? actor.id
  await noteView(db, { examId: read.exam.id, studentId: read.result.studentId, viewerId, kind })
  return read
}

function headOf({ exam, version: read, path }: Pick<ReadPupil, 'exam' | 'version' | 'path'>) {
  const own = path.filter((unit) => unit.own).toReversed()
  return {
    exam: { id: exam.id, name: exam.name },
    version: versionKey(read),
    path: own.map((unit) => ({ key: unitKey(unit), name: unit.name })),
  }
}

const noteOf = ({ exam, result }: ReadPupil) => ({ id: exam.id, studentId: result.studentId })

async function sheetOf(db: Db, pupil: ReadPupil) {
  const { exam, version: read, result, facts, unit } = pupil
  const { timeZone } = await readConfig(db, ['timeZone'])
  return {
    title: [m.pupil_title(), result.name, unit.name].join(' · '),
    blocks: [...pupilReport(facts), ...(await noteBlocks(db, noteOf(pupil)))],
    footer: footOf({ exam: exam.name, since: exam.since, until: exam.until, version: read, timeZone }),
  }
}
