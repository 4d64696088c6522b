import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { attachmentTable, fileDay } from '#src/db/file.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { sizeText } from '#src/lib/size-text.ts'
import { toZoned } from '#src/lib/zoned.ts'
import type { Config } from '../config.server.ts'
import { AppError, tooMany } from '../errors.server.ts'

/** The settings that limit what an account may send. */
export const limitSettings = [
  'uploadQuota',
  'uploadDaily',
  'uploadDailyFiles',
  'timeZone',
] as const satisfies readonly (keyof Config)[]
export type FileLimits = Pick<Config, (typeof limitSettings)[number]>

const DAY_MS = 86_400_000

/** The uploads of one account run one after the other from here to the commit, so that no two take the same room. */
export async function lockUploads(tx: Db, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`files:${accountId}`}))`)
}

/**
 * Checks the limits of an account for one more file.
 * @throws AppError 413 without room, 429 when the account has sent enough for the day
 */
export async function assertRoom(db: Db, accountId: number, size: number, limits: FileLimits): Promise<void> {
  const { uploadQuota, uploadDaily, uploadDailyFiles, timeZone } = limits
  const day = today(timeZone)
  const [sent] = await db
    .select({ files: fileDay.files, bytes: fileDay.bytes })
    .from(fileDay)
    .where(sql`${fileDay.accountId} = ${accountId} and ${fileDay.day} = ${day}`)
  const { files = 0, bytes = 0 } = sent ?? {}
  const wait = () => secondsOfDayLeft(timeZone)
  if (uploadDailyFiles > 0 && files + 1 > uploadDailyFiles)
    throw tooMany(wait(), m.files_dailyFiles({ count: uploadDailyFiles }))
  if (uploadDaily > 0 && bytes + size > uploadDaily)
    throw tooMany(wait(), m.files_daily({ limit: sizeText(uploadDaily) }))
  if (uploadQuota === 0) return
  const [kept] = await db
    .select({ bytes: sql<number>`coalesce(sum(${attachmentTable.size}), 0)::float8` })
    .from(attachmentTable)
    .where(eq(attachmentTable.uploaderId, accountId))
  if ((kept?.bytes ?? 0) + size > uploadQuota) throw new AppError(413, m.files_quota({ quota: sizeText(uploadQuota) }))
}

/** Counts a file that the account has sent today. Its deletion does not take it back. */
export async function countUpload(tx: Db, accountId: number, size: number, { timeZone }: FileLimits): Promise<void> {
  await tx
    .insert(fileDay)
    .values({ accountId, day: today(timeZone), files: 1, bytes: size })
    .onConflictDoUpdate({
      target: [fileDay.accountId, fileDay.day],
      set: { files: sql`${fileDay.files} + 1`, bytes: sql`${fileDay.bytes} + ${size}` },
    })
}

function today(timeZone: string): string {
  return toZoned(Date.now(), timeZone)?.day ?? ''
}

function secondsOfDayLeft(timeZone: string): number {
  const [hour = 0, minute = 0, second = 0] = (toZoned(Date.now(), timeZone)?.time ?? '').split(':').map(Number)
  return DAY_MS / 1000 - (hour * 3600 + minute * 60 + second)
}
