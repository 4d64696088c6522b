import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import type { Block } from '#src/features/reports/blocks.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatIn } from '#src/lib/date.ts'
import { readConfig } from '#src/server/config.server.ts'
import { AppError, stale } from '#src/server/errors.server.ts'
import { nameOfAccount } from '#src/server/list/account-names.server.ts'
import { pupilNote } from './pupil-note.table.server.ts'

// The note of a pupil below the sheet of an exam. Whoever asks here has been let in to the sheet.

/** Of which exam and pupil. */
type Place = { id: number; studentId: number }

export const storedNote = v.strictObject({
  id: v.number(),
  version: v.number(),
  text: v.string(),
  who: v.string(),
  time: v.string(),
})
type StoredNote = v.InferOutput<typeof storedNote>

/** The note of a pupil; null for none. */
export async function pupilNoteOf(db: Db, { id, studentId }: Place): Promise<StoredNote | null> {
  const { rows } = await db.execute<Omit<StoredNote, 'time' | 'who'> & { who: string | null; time: Date }>(sql`
    select n.id::float8 as id, n.version, n.text, ${nameOfAccount(sql`n.update_by`)} as who, n.update_time as time
    from pupil_note n where n.exam_id = ${id} and n.student_id = ${studentId}`)
  const [found] = rows
  return found ? { ...found, who: found.who || m.note_gone(), time: new Date(found.time).toISOString() } : null
}

/** The note as screen, paper and workbook show it. */
export async function noteBlocks(db: Db, place: Place): Promise<Block[]> {
  const note = await pupilNoteOf(db, place)
  if (!note) return []
  const { timeZone } = await readConfig(db, ['timeZone'])
  const day = formatIn('minutes', note.time, timeZone)
  return [{ kind: 'remark', title: m.note_title(), text: note.text, by: m.note_by({ who: note.who, day }) }]
}

type Written = { text: string; seen: { id: number; version: number } | null }

/**
 * Writes the note of a pupil. An empty text deletes it.
 * @param seen the note that the writer has seen
 * @throws AppError 409 when somebody has changed it meanwhile, or the exam is archived
 */
export async function saveNote(tx: Db, place: Place, { text, seen }: Written): Promise<StoredNote | null> {
  const { id: examId, studentId } = place
  const { rows } = await tx.execute<{ state: string }>(sql`select state from exam where id = ${examId} for share`)
  if (rows[0]?.state === 'archived') throw new AppError(409, m.note_closed(), { reason: 'state' })
  const own = and(eq(pupilNote.examId, examId), eq(pupilNote.studentId, studentId))
  const [now] = await tx
    .select({ id: pupilNote.id, version: pupilNote.version })
    .from(pupilNote)
    .where(own)
    .for('update')
  if (now?.id !== seen?.id || now?.version !== seen?.version) throw await changed(tx, place)
  if (text === '') {
    if (now) await tx.delete(pupilNote).where(own)
    return null
  }
  if (now) await tx.update(pupilNote).set({ text }).where(own)
  else {
    // Two may write the first note at once.
    const made = await tx.insert(pupilNote).values({ examId, studentId, text }).onConflictDoNothing().returning({
      id: pupilNote.id,
    })
    if (made.length === 0) throw await changed(tx, place)
  }
  return pupilNoteOf(tx, place)
}

/** The answer of the kit to a change meanwhile. Of a note that is gone the version is 0. */
async function changed(tx: Db, place: Place): Promise<AppError> {
  return stale((await pupilNoteOf(tx, place)) ?? { id: 0, version: 0, text: '', who: '', time: '' })
}
