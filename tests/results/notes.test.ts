import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Node } from '#src/resource/registry.ts'
import type { Caller } from '../support/api.ts'
import { candidatesOf } from '../support/exam-data.ts'
import { addOfficer } from '../support/officer.ts'
import { unzip } from '../support/own-data.ts'
import { sheetOf, showResult, startResults } from './result-api.ts'

const en = { locale: 'en' } as const
const writes: Node[] = ['report/index', 'exam/candidate/pupil', 'report/note']
const none = null

type Note = { id: number; version: number; text: string; who: string }
type Remark = { kind: string; title: string; text: string; by: string }

async function startNotes() {
  const made = await startResults()
  const exam = await made.held()
  await made.forFamilies(exam, 'bands')
  const candidates = await candidatesOf(made.db, exam)
  const officer = async (username: string, deptId: number, nodes = writes, scope: RoleScope = 'orgBelow') => {
    await addOfficer(made, { username, nodes, scope, deptId })
    return made.signIn('admin', username)
  }
  /** Writes a note. @param seen the note that the writer has seen */
  const note = (by: Caller, number: string, text: string, seen: Pick<Note, 'id' | 'version'> | null) =>
    by('POST', '/adminApi/report/pupilNote', {
      exam,
      pupil: candidates[number],
      text,
      note: seen && { id: seen.id, version: seen.version },
    })
  const noted = async (...given: Parameters<typeof note>) => {
    const answer = await note(...given)
    if (answer.code !== 200) throw new Error(answer.msg)
    return (answer.data as { note: Note | null }).note
  }
  /** The sheet of the back office. */
  const show = async (by: Caller, number: string) =>
    (await by('GET', `/adminApi/report/pupil?exam=${exam}&pupil=${candidates[number]}`)).data as {
      note: Note | null
      blocks: Remark[]
    }
  return { ...made, exam, candidates, officer, note, noted, show }
}

const remarks = ({ blocks }: { blocks: object[] }) =>
  blocks.filter((block): block is Remark => 'kind' in block && block.kind === 'remark')

test('a teacher writes to the family below the sheet, which screen, paper and workbook have, while it is published', async () => {
  const made = await startNotes()
  const { call, exam, candidates, officer, note, noted, show, member, link, east, forFamilies } = made
  const head = await officer('head', east.one, writes, 'org')
  const { caller: mother } = await member('mother')
  const [own, other] = [await link(mother, 'E1'), await link(mother, 'E2')]
  const text = 'Well done.\nRead more poems.'
  const first = await noted(head, 'E1', `  ${text} `, none)
  expect(first).toMatchObject({ version: 1, text, who: 'head' })
  // The writer has the note as the sheet shows it, without a further view of the sheet.
  const fine = (await note(head, 'E2', 'Fine.', none)).data as { note: Note; blocks: object[] }
  expect(remarks(fine)).toMatchObject([{ kind: 'remark', text: 'Fine.' }])
  expect((await note(head, 'E2', '', fine.note)).data).toEqual({ note: null, blocks: [] })
  expect((await mother('GET', `/api/result/views?link=${other}`)).data).toEqual({ list: [] })
  const remark = {
    kind: 'remark',
    title: "Teacher's note",
    text,
    by: expect.stringMatching(/^head · \d{4}-\d\d-\d\d /),
  }
  expect(remarks(await show(head, 'E1'))).toEqual([remark])
  expect((await show(head, 'E1')).note).toEqual(first)
  expect(remarks(await sheetOf(mother, own, exam))).toEqual([remark])
  expect(remarks(await sheetOf(mother, other, exam))).toEqual([])
  const file = await made.api.request(`/adminApi/report/pupilSheet?exam=${exam}&pupil=${candidates.E1}`, {
    headers: { authorization: `Bearer ${head.tokens.access_token}`, 'accept-language': 'en' },
  })
  const book = [...(await unzip(Buffer.from(await file.arrayBuffer()))).values()].map(String).join()
  expect(book).toContain('Read more poems.')

  // Not while families see nothing of the exam, and again in the next publication.
  await call('POST', '/adminApi/exam/withdraw', { id: exam, reason: 'Wrong' })
  const gone = await showResult(mother, own, exam)
  expect(gone).toMatchObject({ code: 404 })
  expect(JSON.stringify(gone)).not.toContain('poems')
  await forFamilies(exam, 'none')
  expect(JSON.stringify(await showResult(mother, own, exam))).not.toContain('poems')
  await forFamilies(exam, 'marks')
  expect(remarks(await sheetOf(mother, own, exam))).toEqual([remark])

  // Whoever changes it signs it. An empty text deletes it.
  const changed = await note(call, 'E1', 'Better.', first)
  expect(changed).toMatchObject({ code: 200, msg: m.note_saved({}, en), data: { note: { version: 2, who: 'admin' } } })
  const deleted = await note(head, 'E1', '  ', (changed.data as { note: Note }).note)
  expect(deleted).toMatchObject({ code: 200, msg: m.note_deleted({}, en), data: { note: null } })
  expect(remarks(await sheetOf(mother, own, exam))).toEqual([])
  expect(await note(head, 'E1', '', none)).toMatchObject({ code: 200 })

  // The note and the name stay when the teacher has left; a name that nobody knows any more is said so.
  await noted(head, 'E2', 'Keep on.', none)
  await made.db.execute(sql`delete from account where username = 'head'`)
  const kept = remarks(await sheetOf(mother, other, exam))
  expect(kept).toEqual([{ ...remark, text: 'Keep on.' }])
  await made.db.execute(sql`alter table pupil_note disable trigger user`)
  await made.db.execute(sql`update pupil_note set update_by = 999999`)
  const [unknown] = remarks(await sheetOf(mother, other, exam))
  expect(unknown?.by).toContain(m.note_gone({}, en))
})

test('only whoever sees the named pupil and has the node writes a note, and of two at once one does', async () => {
  const { db, call, exam, officer, note, noted, east, west } = await startNotes()
  const head = await officer('head', east.one, writes, 'org')
  // Of two who write at once one does, and the other one is shown what stands there now.
  {
    const principal = await officer('principal', east.id)
    const both = await Promise.all([note(head, 'E2', 'One', none), note(principal, 'E2', 'Two', none)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const stands = both[0].code === 200 ? 'One' : 'Two'
    const refused = both[0].code === 409 ? both[0] : both[1]
    expect(refused).toMatchObject({ data: { reason: 'stale', current: { version: 1, text: stands } } })
    const current = (refused.data as { current: Note }).current
    const next = await noted(head, 'E2', 'Three', current)
    // A note that was deleted and written anew is another one, also with the same version.
    await noted(head, 'E2', '', next)
    const gone = await note(principal, 'E2', 'Four', current)
    expect(gone).toMatchObject({ code: 409, data: { reason: 'stale', current: { id: 0, version: 0, text: '' } } })
    const anew = await noted(head, 'E2', 'Five', none)
    expect(anew?.version).toBe(1)
    expect(await note(principal, 'E2', 'Six', current)).toMatchObject({ code: 409 })
    expect(await noted(principal, 'E2', 'Seven', anew)).toMatchObject({ version: 2, who: 'principal' })
  }
  const other = await officer('other', west.id)
  for (const [by, number, code] of [
    [other, 'E1', 404],
    [head, 'W1', 404],
    [await officer('reader', east.id, ['report/index', 'exam/candidate/pupil']), 'E1', 403],
    [await officer('nameless', east.id, ['report/index', 'report/note']), 'E1', 403],
    [await officer('noReports', east.id, ['exam/candidate/pupil', 'report/note']), 'E1', 403],
  ] as const)
    expect((await note(by, number, 'Hello', none)).code).toBe(code)
  expect(await note(head, 'E1', 'x'.repeat(501), none)).toMatchObject({
    code: 422,
    data: { errors: { text: [m.rule_maxLength({ max: 500 }, en)] } },
  })
  const made = await noted(head, 'E1', 'x'.repeat(500), none)
  // The note of another school does not change by its id.
  expect((await note(other, 'E1', 'Mine', made)).code).toBe(404)
  expect(await note(other, 'W1', 'Mine', made)).toMatchObject({ code: 409, data: { reason: 'stale' } })
  // Of an archived exam nothing changes any more, and the history does not undo notes.
  const { rows } = await db.execute<{ id: number }>(
    sql`select change_set_id::float8 as id from change where table_name = 'pupil_note'`,
  )
  expect(await call('POST', '/adminApi/history/undo', { changeSetId: rows[0]?.id })).toMatchObject({
    code: 422,
    msg: m.error_undoUnknown({}, en),
  })
  await db.execute(sql`update exam set state = 'archived' where id = ${exam}`)
  expect(await note(head, 'E1', 'Late', made)).toMatchObject({ code: 409, msg: m.note_closed({}, en) })
})
