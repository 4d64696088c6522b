import { createHash } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import { attachmentTable } from '#src/db/file.table.server.ts'
import { write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { smallSizes, type Visibility, visibilities } from '#src/lib/file-facts.ts'
import { randomId } from '#src/lib/random-id.ts'
import { isAllowedType } from '#src/lib/upload-checks.ts'
import { noteForLog } from '../admin-log/log-call.server.ts'
import { tableChanged } from '../cache/table-cache.server.ts'
import { type Config, readConfig } from '../config.server.ts'
import { type ApiContext, actorOf, authorOf } from '../context.server.ts'
import { AppError, invalid } from '../errors.server.ts'
import { discard } from './discard.server.ts'
import { plainFileName } from './file-name.ts'
import { fileTypeOf, suffixOf } from './file-types.ts'
import { inspectFile } from './inspect.server.ts'
import { madePath } from './inspection.ts'
import { assertRoom, limitSettings } from './limits.server.ts'
import { type FormFields, readUpload } from './multipart.server.ts'
import { type NewFile, registerFile, type Stored } from './register-file.server.ts'
import { INCOMING, isDiskFull, localStorage, type Storage } from './storage.server.ts'
import { isOwnStore } from './store-id.server.ts'

/** Bytes of a form besides its file that are not announced as too many. */
const FORM_BYTES = 16_384

type Settings = Pick<
  Config,
  'uploadMode' | 'uploadMaxsize' | 'uploadMimetype' | 'uploadSavename' | (typeof limitSettings)[number]
>

type Received = { name: string; size: number; refusal: AppError | undefined }

/**
 * Receives a file of a form, checks it and stores it. An upload that is cut off, too large or refused leaves nothing
 * behind.
 * @throws AppError 400, 413, 422, 429, 503
 */
export async function receiveUpload(c: ApiContext): Promise<Stored> {
  const { db, files } = c.get('deps')
  const settings: Settings = await readConfig(db, [
    'uploadMode',
    'uploadMaxsize',
    'uploadMimetype',
    'uploadSavename',
    ...limitSettings,
  ])
  const { body } = c.req.raw
  try {
    await assertOpen(c, settings)
  } catch (error) {
    await discard(body)
    throw error
  }
  const storage = localStorage(files)
  const key = `${INCOMING}/${randomId()}`
  try {
    const { name, fields } = await receive(c, storage, key, settings)
    const file = await checked(c, storage, key, name, optionsOf(fields))
    const how = { storage, actor: actorOf(c), limits: settings, template: settings.uploadSavename }
    const stored = await write(db, authorOf(c), 'save', (tx) => registerFile(tx, how, file))
    // Lists keep their totals for a moment.
    tableChanged(db, getTableName(attachmentTable))
    return stored
  } catch (error) {
    throw isDiskFull(error) ? new AppError(503, m.import_diskFull()) : error
  } finally {
    for (const one of [key, madePath(key), ...smallSizes.map((size) => madePath(key, size))]) await storage.remove(one)
  }
}

/** What can be refused before the file arrives. */
async function assertOpen(c: ApiContext, settings: Settings): Promise<void> {
  const { db, files } = c.get('deps')
  const { uploadMode, uploadMaxsize } = settings
  if (uploadMode !== 'local') throw new AppError(503, m.files_mode({ mode: uploadMode }))
  if (!(await isOwnStore(db, files))) throw new AppError(503, m.files_otherStore())
  if (Number(c.req.header('content-length') ?? 0) > uploadMaxsize + FORM_BYTES) throw new AppError(413, m.upload_size())
  await assertRoom(db, actorOf(c).id, 0, settings)
}

async function receive(
  c: ApiContext,
  storage: Storage,
  key: string,
  { uploadMaxsize, uploadMimetype }: Settings,
): Promise<{ name: string; fields: FormFields }> {
  const got: Received = { name: '', size: 0, refusal: undefined }
  const refuse = (code: 413 | 422, message: string) => {
    got.refusal = new AppError(code, message)
  }
  const { body } = c.req.raw
  const fields = await readUpload(body, c.req.header('content-type') ?? '', uploadMaxsize + 1, async (file) => {
    got.name = plainFileName(file.name)
    const allowed = isAllowedType(
      { name: got.name, type: fileTypeOf(suffixOf(got.name))?.mimetype ?? '' },
      uploadMimetype,
    )
    if (got.name === '') refuse(422, m.upload_incomplete())
    else if (!allowed) refuse(422, m.upload_type())
    if (got.refusal) {
      for await (const _ of file.content);
      return
    }
    const measured = async function* () {
      for await (const chunk of file.content) {
        got.size += chunk.byteLength
        if (got.size <= uploadMaxsize) yield chunk
      }
    }
    await storage.put(key, measured())
    if (got.size === 0) refuse(422, m.upload_incomplete())
    if (got.size > uploadMaxsize || file.isCut()) refuse(413, m.upload_size())
  })
  noteForLog(c, { body: { file: got.name, size: got.size } })
  if (got.refusal) throw got.refusal
  return { name: got.name, fields }
}

type Options = { topic: string; visibility: Visibility }

function optionsOf(fields: FormFields): Options {
  const topic = fields.get('topic') || 'default'
  const asked = fields.get('visibility') || 'private'
  const visibility = visibilities.find((one) => one === asked)
  if (!/^[A-Za-z0-9_-]{1,20}$/.test(topic)) throw invalid({ topic: [m.files_topic()] })
  if (!visibility) throw invalid({ visibility: [m.rule_option()] })
  return { topic, visibility }
}

/** Looks at the content, makes a picture anew, and measures what will be stored. */
async function checked(c: ApiContext, storage: Storage, key: string, name: string, options: Options): Promise<NewFile> {
  const suffix = suffixOf(name)
  const { signal } = c.req.raw
  const found = await inspectFile({
    path: storage.pathOf(key),
    type: fileTypeOf(suffix),
    owner: actorOf(c).id,
    signal,
  })
  const main = found.made ? madePath(key) : key
  const small = found.made ? { 160: madePath(key, 160), 640: madePath(key, 640) } : undefined
  const { width, height, charset } = found
  const measured = await measure(storage, main)
  return { keys: { main, small }, name, suffix, ...options, ...measured, charset, width, height }
}

async function measure(storage: Storage, key: string): Promise<Pick<NewFile, 'size' | 'sha1' | 'sha256'>> {
  const [sha1, sha256] = [createHash('sha1'), createHash('sha256')]
  let size = 0
  for await (const chunk of storage.read(key)) {
    size += chunk.length
    sha1.update(chunk)
    sha256.update(chunk)
  }
  return { size, sha1: sha1.digest('hex'), sha256: sha256.digest('hex') }
}
