import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { attachmentTable } from '#src/db/file.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fileKinds } from '#src/lib/file-facts.ts'
import { sizeText } from '#src/lib/size-text.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { attachment } from '#src/server/export/attachment.server.ts'
import { instantText } from '#src/server/fields/field-types.server.ts'
import { archiveStream } from '#src/server/files/archive.server.ts'
import { attachmentScope, filesSeen } from '#src/server/files/file-access.server.ts'
import { SIGNED_SECONDS, signAddress } from '#src/server/files/signed-address.server.ts'
import { localStorage } from '#src/server/files/storage.server.ts'
import { storedFiles } from '#src/server/files/stored-file.server.ts'
import { containsSql, searchWords } from '#src/server/list/contains.server.ts'
import { idsQuery } from '#src/server/list/crud-query.server.ts'
import { cardOf, fileCard } from './file-card.ts'

const whole = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))
const flag = v.optional(v.picklist(['0', '1']), '0')

/** Bytes of one archive. */
const MOST_ARCHIVE = 2 * 1024 ** 3

const common = { tag: 'file', security: 'admin' } as const

/** What the screens of files need besides the calls of the resource. */
export const attachmentEndpoints = {
  choose: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/attachment/choose',
    summary: m.call_attachmentChoose,
    query: v.object({
      quickSearch: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
      kind: v.optional(v.picklist(['', ...fileKinds]), ''),
      suffixes: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
      own: flag,
      page: v.optional(v.pipe(whole, v.minValue(1)), '1'),
      limit: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(100)), '8'),
    }),
    answer: v.strictObject({
      total: v.number(),
      list: v.array(v.strictObject({ ...fileCard.entries, createTime: instantText })),
    }),
    run: async ({ db, actor, query: { quickSearch, kind, suffixes, own, page, limit } }) => {
      const wanted = suffixes.split(',').flatMap((one) => one.trim().replace(/^\./, '').toLowerCase() || [])
      const where = and(
        choosable(actor, own === '1'),
        kind === '' ? undefined : eq(attachmentTable.kind, kind),
        wanted.length === 0 ? undefined : inArray(attachmentTable.suffix, wanted),
        ...searchWords(quickSearch).map((word) => containsSql(attachmentTable.name, word)),
      )
      const rows = await db
        .select({
          id: attachmentTable.id,
          url: attachmentTable.url,
          name: attachmentTable.name,
          size: attachmentTable.size,
          mimetype: attachmentTable.mimetype,
          suffix: attachmentTable.suffix,
          width: attachmentTable.width,
          height: attachmentTable.height,
          visibility: attachmentTable.visibility,
          createTime: attachmentTable.createTime,
        })
        .from(attachmentTable)
        .where(where)
        .orderBy(desc(attachmentTable.lastUploadTime), desc(attachmentTable.id))
        .limit(limit)
        .offset((page - 1) * limit)
      const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(attachmentTable).where(where)
      return { total: counted?.total ?? 0, list: rows }
    },
  }),
  sign: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/attachment/sign',
    summary: m.call_attachmentSign,
    body: v.strictObject({
      urls: v.pipe(v.array(v.pipe(v.string(), v.maxLength(300))), v.minLength(1), v.maxLength(100)),
    }),
    answer: v.strictObject({
      seconds: v.number(),
      list: v.array(v.strictObject({ ...fileCard.entries, signed: v.string() })),
    }),
    run: async ({ c, db, actor, body }) => {
      const { secret } = c.get('deps')
      const seen = await filesSeen(db, actor, body.urls)
      const list = [...seen.values()].map((file) => ({ ...cardOf(file), signed: signAddress(secret, file.url) }))
      return { seconds: SIGNED_SECONDS, list }
    },
  }),
  download: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/attachment/download',
    summary: m.call_attachmentDownload,
    node: 'routine/attachment/index',
    query: idsQuery,
    answer: v.unknown(),
    bare: 'application/octet-stream',
    log: 'export',
    errors: [404, 413],
    run: async ({ c, db, actor, query }) => {
      const ids = [...new Set(query['ids[]'])]
      const files = await storedFiles(db, and(inArray(attachmentTable.id, ids), scope(actor, attachmentScope)))
      if (files.length < ids.length) throw new AppError(404, m.error_rowMissing())
      const size = files.reduce((sum, file) => sum + file.size, 0)
      if (size > MOST_ARCHIVE)
        throw new AppError(413, m.files_archiveTooLarge({ size: sizeText(size), most: sizeText(MOST_ARCHIVE) }))
      const body = archiveStream(localStorage(c.get('deps').files), files)
      return attachment(body, { name: `${m.files_archiveName()}.zip`, type: 'application/zip' })
    },
  }),
}

/** What an actor may choose: the own files, and those in the list of attachments. */
function choosable(actor: Actor, own: boolean): SQL | undefined {
  const mine = eq(attachmentTable.uploaderId, actor.id)
  if (own || !can(actor, 'routine/attachment/index')) return mine
  const seen = scope(actor, attachmentScope)
  return seen && or(mine, seen)
}
